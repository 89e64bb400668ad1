"""Other people's engines as players: they play, and when they misbehave they lose, and no more."""

from __future__ import annotations

import os
import pickle
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.api.contests import play_match, play_tournament
from kinarow.arena import GameJob, play_game
from kinarow.errors import PlayerError
from kinarow.game import GameSpec, Position, Side
from kinarow.players import RandomPlayer, parse_player
from kinarow.players.engines import conversation, process
from kinarow.players.engines.engine_player import EnginePlayer, end_all_engines
from kinarow.players.engines.gomocup_conversation import GomocupConversation
from kinarow.players.isolated.player import contestant
from kinarow.score import win_at
from kinarow.web.lab.questions import Known
from tests.running import KINAROW, Run, wait_until

pytestmark = pytest.mark.slow

DATA = Path(__file__).parent.parent / "data" / "players"
BRAIN, ODD = DATA / "pbrain-odd.py", DATA / "uki_odd.py"
SMALL_GOMOKU, CONNECT4 = GameSpec.parse("place:6x6:5"), GameSpec.parse("connect4")


@pytest.fixture(autouse=True)
def _short_and_ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(process, "_PATIENCE_SECONDS", 0.2)
    yield
    end_all_engines()


def engine(file: Path, *arguments: str, **options: object) -> str:
    given = "".join(f"{key}={value}," for key, value in options.items())
    return f"engine:{given}{shlex.join([str(file), *arguments])}"


BRAINS = {
    "hangs": "out of time: more than 0.5 s",
    "dies": "its process ended with exit code 1; its last words: I cannot go on",
    "is killed": "its process ended with signal 9",
    "eats memory": "MemoryError",
    "cheats": "illegal move: a6 cannot be played: it is taken",
    "is off the board": "illegal move: there is no column 99",
    "talks nonsense": "answered 'I resign' instead of a move",
    "gives up": "refuses: ERROR no idea",
    "talks without end": "out of time: more than 0.5 s",
    "writes one long line": "instead of a move",
    "complains": "its process ended with exit code 3; its last words: …",
    "refuses": "refuses: ERROR not this size",
}
ENGINES = {
    "hangs": "out of time: more than 0.5 s",
    "dies": "its process ended with exit code 1; its last words: I cannot go on",
    "cheats": "illegal move: a1 cannot be played: it is taken",
    "talks nonsense": "answered 'bestmove castle' instead of a move",
    "says nothing": "answered 'bestmove' instead of a move",
    "gives up": "refuses: no idea",
    "refuses": "refuses: I know only chess",
}


@pytest.mark.parametrize("how", BRAINS)
def test_a_brain_that_misbehaves_loses_that_game(how: str) -> None:
    _loses(engine(BRAIN, how, seconds=_seconds(BRAINS[how])), SMALL_GOMOKU, BRAINS[how])


@pytest.mark.parametrize("how", ENGINES)
def test_an_engine_that_misbehaves_loses_that_game(how: str) -> None:
    _loses(engine(ODD, how, seconds=_seconds(ENGINES[how])), CONNECT4, ENGINES[how])


def _seconds(reason: str) -> float:
    """Who is to be late has little time, all others more than they need."""
    return 0.5 if reason.startswith("out of time") else 30


def _loses(text: str, spec: GameSpec, reason: str) -> None:
    # Moving second it meets a board on which a cheat can cheat.
    game = play_game(GameJob(spec, parse_player("first-legal"), contestant(text)))
    assert reason in game.reason
    assert game.winner is Side.FIRST


@pytest.mark.parametrize("how", ["well", "cannot restart", "suggests", "ends lines with CR"])
def test_a_brain_that_behaves_plays_on(how: str) -> None:
    result = play_match(contestant(engine(BRAIN, how)), RandomPlayer(), SMALL_GOMOKU, games=4)
    assert set(result.endings) <= {"line", "full board"}


def test_what_a_brain_is_told(tmp_path: Path) -> None:
    record = tmp_path / "record"
    player = parse_player(engine(BRAIN, "records", str(record), seconds=3))
    assert isinstance(player, EnginePlayer)
    games = (("", ["b5", "d5"]), ("a5 b4", ["e1"]))
    for opening, replies in games:
        position = Position.from_moves(opening, "place:5x5:5")
        player.new_game(0)
        player.get_ready(position.spec)
        for reply in (*replies, None):
            position = position.play(player.choose(position).move)
            if reply is None:
                break
            position = position.play(reply)
    end_all_engines()
    written = record.read_bytes().decode()
    assert written.count("\r\n") == written.count("\n")
    golden = (DATA.parent / "conversations" / "gomocup-manager.txt").read_text().splitlines()
    assert written.splitlines() == [line for line in golden if not line.startswith("#")]


def test_stones_of_a_board_are_told_in_turn(tmp_path: Path) -> None:
    """Some engines go by the order of the lines, and not by what these say."""
    record = tmp_path / "record"
    player = parse_player(engine(BRAIN, "records", str(record), seconds=3))
    position = Position.from_moves("a5 b4 c5 d4 e3", "place:5x5:5")
    player.get_ready(position.spec)
    player.choose(position)
    end_all_engines()
    told = record.read_text().splitlines()
    stones = told[told.index("BOARD") + 1 : told.index("DONE")]
    assert [stone[-1] for stone in stones] == ["2", "1", "2", "1", "2"]
    assert {stone[:-2] for stone in stones if stone[-1] == "1"} == {"1,1", "3,1"}


def test_what_an_engine_says_of_its_move() -> None:
    choice = parse_player(engine(ODD)).choose(Position.from_moves("4"))
    assert choice.move.name == "a1"
    assert (choice.depth, choice.nodes, choice.score) == (3, 17, win_at(6))
    assert choice.reason == "Odd: it looked nice"


def test_a_tournament_goes_on_around_them() -> None:
    players = [
        contestant(text)
        for text in (
            engine(BRAIN, "hangs", seconds=0.2), engine(BRAIN, "dies"), engine(BRAIN), "random",
        )
    ]  # fmt: skip
    reasons: dict[frozenset[str], set[str]] = {}
    for game in play_tournament(players, SMALL_GOMOKU, rounds=1).games:
        reasons.setdefault(frozenset((game.a, game.b)), set()).add(game.reason)
    honest = {player.name for player in players[2:]}
    for names, ends in reasons.items():
        if names <= honest:
            assert ends <= {"line", "full board"}
        else:
            assert ends.isdisjoint({"line", "full board"})
    assert len(reasons) == 6


def test_two_kinarows_play_a_whole_game_through_pipes() -> None:
    command = shlex.join(KINAROW)
    texts = (
        f"engine:protocol=gomocup,{command} gomocup --player alphabeta:eval=open-lines,depth=2",
        f"engine:depth=2,{command} uki --player alphabeta:eval=center-window,depth=3",
    )
    plain = ("alphabeta:eval=open-lines,depth=2", "alphabeta:eval=center-window,depth=2")
    spec = GameSpec.parse("place:9x9:5")
    through_pipes, here = (
        play_match(contestant(a), contestant(b), spec, games=1, openings="random")
        for a, b in (texts, plain)
    )
    assert set(through_pipes.endings) <= {"line", "full board"}
    # Pipes change nothing: the same moves as by the same players without them.
    assert [game.moves for game in through_pipes.games] == [game.moves for game in here.games]


def test_an_engine_against_itself_has_two_processes() -> None:
    player = contestant(engine(BRAIN))
    result = play_match(player, player, SMALL_GOMOKU, games=2)
    assert set(result.endings) <= {"line", "full board"}


@pytest.mark.parametrize("how", ["has a child", "stays"])
def test_no_process_is_left_behind(how: str, tmp_path: Path) -> None:
    noted = tmp_path / "pids"
    play_match(contestant(engine(BRAIN, how, str(noted))), RandomPlayer(), SMALL_GOMOKU, games=1)
    pids = list(map(int, noted.read_text().split()))
    assert any(psutil.pid_exists(pid) for pid in pids)
    end_all_engines()
    _wait_until_gone(pids)


def test_an_engine_does_not_outlive_a_kinarow_that_is_killed(tmp_path: Path) -> None:
    noted = tmp_path / "pids"
    text = engine(BRAIN, "stays", str(noted), seconds=100)
    code = f"""
from kinarow.game import Position
from kinarow.players import parse_player
import os, signal
parse_player({text!r}).choose(Position.start("place:6x6:5"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", code], check=False)
    assert killed.returncode == -signal.SIGKILL
    _wait_until_gone(list(map(int, noted.read_text().split())))


def _wait_until_gone(pids: list[int]) -> None:
    wait_until(lambda: not any(map(_lives, pids)), "an engine has outlived its game")


def _lives(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_gomocups_protocol_is_for_five_in_a_row() -> None:
    with pytest.raises(PlayerError, match="five in a row without gravity, not drop:7x6:4"):
        play_match(contestant(engine(BRAIN)), RandomPlayer(), CONNECT4, games=1)


def test_the_wrong_protocol_is_noticed() -> None:
    wrong = contestant(engine(BRAIN, protocol="uki"))
    with pytest.raises(PlayerError, match="say protocol=gomocup"):
        play_match(wrong, RandomPlayer(), CONNECT4, games=1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("engine:", "the file or program is missing, as in engine:./pbrain-x"),
        ("engine:./nothing", "the program './nothing' does not exist"),
        ("engine:no-such-program-anywhere", "'no-such-program-anywhere' does not exist"),
        ("engine:'./x", 'a quotation in "\'./x" does not end'),
        (f"engine:{DATA / 'notes.txt'}", "does not exist"),
        (f"engine:seconds=0,{ODD}", "seconds must be more than 0"),
        (f"engine:second=2,{ODD}", "no option 'second': did you mean seconds?"),
        (f"engine:seconds=2,seconds=3,{ODD}", "seconds must be given once"),
        (f"engine:protocol=uci,{ODD}", "protocol must be gomocup or uki, not 'uci'"),
        (f"engine:depth=3,{BRAIN}", "Gomocup's protocol knows no depth"),
        (f"engine:depth=0,{ODD}", "depth must be 1 to 200 plies, not 0"),
    ],
)
def test_texts_that_describe_no_engine(text: str, words: str) -> None:
    with pytest.raises(PlayerError) as caught:
        parse_player(text)
    assert words in str(caught.value)


@given(st.one_of(st.text(), st.text("a=,'/\0 \n"), st.text("a", min_size=250, max_size=5000)))
def test_malformed_texts_raise_only_our_errors(text: str) -> None:
    for attempt in (f"engine:no-{text}", f"engine:./no/{text}", f"engine:seconds=1,no{text}"):
        with pytest.raises(PlayerError) as caught:
            parse_player(attempt)
        assert "\n" not in str(caught.value)


def test_a_file_that_may_not_be_run(tmp_path: Path) -> None:
    file = tmp_path / "engine"
    file.write_text("#!/bin/sh\n")
    with pytest.raises(PlayerError, match=r"may not be run: chmod \+x\?"):
        parse_player(f"engine:{file}")
    file.chmod(0o755)
    assert isinstance(parse_player(f"engine:{file}"), EnginePlayer)


def test_names_are_texts() -> None:
    given: list[dict[str, object]] = [
        {},
        {"seconds": 0.25, "depth": 4},
        {"protocol": "uki", "nodes": 9},
    ]
    for options in given:
        text = engine(ODD, "a b", "x=1,y=2", **options)
        player = parse_player(text)
        assert parse_player(player.name) == player


def test_the_time_of_a_move() -> None:
    for text, seconds, expected in (
        (engine(BRAIN, "hangs"), 0.3, "out of time: more than 0.3 s"),
        (engine(BRAIN, "hangs", seconds=0.2), 30, "out of time: more than 0.2 s"),
    ):
        player = contestant(text, seconds=seconds)
        assert player.name == text
        result = play_match(player, RandomPlayer(), SMALL_GOMOKU, games=1)
        assert result.games[0].reason == expected


def test_an_engine_that_never_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "STARTING_SECONDS", 0.3)
    never = contestant(engine(BRAIN, "never starts"))
    with pytest.raises(PlayerError, match=r"was not ready within 0\.3 s"):
        play_match(never, RandomPlayer(), SMALL_GOMOKU, games=1)


def test_engines_travel_and_the_lab_knows_only_its_own() -> None:
    player = contestant(engine(ODD))
    twin = pickle.loads(pickle.dumps(player))
    assert twin == player
    assert twin.choose(Position.start()).move.name == "a1"
    assert Known({}, {player.name: player}).player(player.name) is player
    with pytest.raises(PlayerError, match="no player 'engine'"):
        Known().player(player.name)


def test_an_engine_built_anew_is_another_player(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text("pass\n")
    before = contestant(f"engine:{file}")
    file.write_text("pass  # better\n")
    after = contestant(f"engine:{file}")
    assert isinstance(before, EnginePlayer)
    assert isinstance(after, EnginePlayer)
    assert before.name == after.name
    assert before.identity != after.identity


def test_from_the_command_line(run: Run) -> None:
    done = run(
        "match", engine(ODD), engine(ODD, "dies"), "--games", "2", "--workers", "1", "--json"
    )
    assert done.code == 0
    assert done.json["wins"] == 2
    assert "I cannot go on" in done.json["records"][0]["reason"]
    assert run("move", "--player", engine(ODD), "44", "--json").json["move"] == "1"
    missing = run("match", "engine:./nothing", "random")
    assert missing.code == 2
    assert missing.err == "kinarow: engine: the program './nothing' does not exist\n"


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups here")
def test_worker_processes_use_engines_too(run: Run) -> None:
    done = run("match", engine(ODD), "random", "--games", "4", "--workers", "2", "--json")
    assert done.code == 0
    assert set(done.json["endings"]) <= {"line", "full board"}


@pytest.mark.parametrize(
    ("megabytes", "seconds", "told"),
    [(4096, 5, 2147483647), (1500, 10**9, 1572864000), (64, 0.001, 67108864), (0, 1, 0)],
)
def test_what_a_brain_is_told_has_31_bits(megabytes: int, seconds: float, told: int) -> None:
    said: list[str] = []

    class Heard:
        def say(self, *lines: str) -> None:
            said.extend(lines)

        def hear(self, seconds: float, until: float) -> str:
            return "OK" if said[-1].startswith("START") else "0,0"

    brain = GomocupConversation(cast(process.EngineProcess, Heard()), megabytes)
    limits = conversation.MoveLimits(seconds)
    assert brain.begin(SMALL_GOMOKU, limits)
    brain.choose(Position.start(SMALL_GOMOKU), limits)
    informed = {key: int(value) for key, value in (s.split()[1:] for s in said if "INFO" in s)}
    assert informed["max_memory"] == told
    assert set(informed) == {
        "timeout_turn", "timeout_match", "max_memory", "game_type", "rule", "time_left",
    }  # fmt: skip
    assert all(0 <= number < 2**31 for number in informed.values())
