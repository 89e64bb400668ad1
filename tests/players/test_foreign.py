"""Players written for other programs: they are given what they know, and play as they are."""

from __future__ import annotations

import copy
import pickle
import sys
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from kinarow.api.contests import play_match
from kinarow.arena import GameJob, play_game
from kinarow.errors import ArenaError, KinarowError, PlayerError
from kinarow.game import GameSpec, Position, Side
from kinarow.players import RandomPlayer, parse_player
from kinarow.players.isolated.player import IsolatedPlayer, contestant, end_all
from kinarow.players.user.course_file import CoursePlayer
from kinarow.players.user.course_modules import Move, connect4, connect4Player
from kinarow.players.user.kaggle_file import KAGGLE_SECONDS, KagglePlayer
from tests.running import Run
from tests.strategies import examples, games

DATA = Path(__file__).parent.parent / "data" / "players"
CONNECT4 = GameSpec.parse("connect4")


def written(folder: Path, text: str, name: str = "bot.py") -> Path:
    file = folder / name
    file.write_text(text)
    return file


# ── agents for ConnectX ──────────────────────────────────────────────────────────────────────

SEES = """
seen = []
def helper(board): return board
def agent(observation, configuration):
    seen.append((dict(observation), dict(configuration)))
    assert observation["board"] is observation.board
    assert observation.get("mark") == observation.mark
    assert not hasattr(observation, "nothing")
    return min(c for c in range(configuration.columns) if not observation.board[c])
"""


def test_an_agent_sees_what_it_sees_at_kaggle(tmp_path: Path) -> None:
    player = KagglePlayer(written(tmp_path, SEES))
    position = Position.from_moves("4453", "drop:5x4:3")
    assert player.choose(position).move.column == 0
    ((observation, configuration),) = player._agent.__globals__["seen"]
    assert observation == {
        "board": [0] * 13 + [2, 0] + [0, 0, 2, 1, 1],  # the top row first
        "mark": 1,
        "step": 4,
        "remainingOverageTime": 60.0,
    }
    assert (configuration["columns"], configuration["rows"]) == (5, 4)
    assert (configuration["inarow"], configuration["actTimeout"], configuration["timeout"]) == (
        3, 2.0, 2.0,
    )  # fmt: skip
    assert player.choose(position.play("1")).move.column == 0
    assert player._agent.__globals__["seen"][1][0]["mark"] == 2


AGENTS = {
    "only the observation": ("def agent(observation):\n    return 2", 2),
    "nothing at all": ("def agent():\n    return 5", 5),
    "the last callable": ("def agent(o, c):\n    return 1\ndef other(o, c):\n    return 4", 4),
    "an object": (
        "class A:\n    def __call__(self, o, c):\n        return c.columns - 1\nB = A\nagent = A()",
        6,
    ),
    "a name that is bound again": (
        "def agent(o, c):\n    return 1\ndef last(o, c):\n    return 3\n"
        "def agent(o, c):\n    return 2",
        3,
    ),
}


@pytest.mark.parametrize("kind", AGENTS)
def test_how_a_file_becomes_an_agent(kind: str, tmp_path: Path) -> None:
    text, column = AGENTS[kind]
    assert KagglePlayer(written(tmp_path, text)).choose(Position.start()).move.column == column


def test_globals_last_for_one_game(tmp_path: Path) -> None:
    file = written(tmp_path, "n = -1\ndef agent():\n    global n\n    n += 1\n    return n")
    player = KagglePlayer(file)
    for seed in range(2):
        player.new_game(seed)
        assert [player.choose(Position.start()).move.column for _ in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return '3'", "returned '3' (str), and ConnectX takes nothing but an int"),
        ("return True", "returned True (bool)"),
        ("import numpy; return numpy.int64(3)", "(int64), and ConnectX takes nothing but an int"),
        ("return [][1]", "bot.py, line 2: IndexError"),
        ("raise SystemExit", "SystemExit"),
        ("return 9", "illegal move: there is no column 9"),
        ("return -1", "illegal move: there is no column -1"),
        ("while True: pass", "out of time: 1 s a move are used up"),
    ],
)
def test_an_agent_that_errs_loses_this_game(body: str, words: str, tmp_path: Path) -> None:
    file = written(tmp_path, f"def agent(observation, configuration):\n    {body}")
    job = GameJob(CONNECT4, KagglePlayer(file, seconds=1.0), RandomPlayer())
    record = play_game(job)
    assert record.winner is Side.SECOND
    assert words in record.reason


def test_time_beyond_that_of_a_move_comes_out_of_the_reserve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(perf_counter=count(0, KAGGLE_SECONDS + 25).__next__)
    monkeypatch.setattr(
        "kinarow.players.user.kaggle_file.time", clock
    )  # every move takes 25 s too long
    player = KagglePlayer(written(tmp_path, "def agent(o):\n    return o.step % 7"))
    player.new_game(1)
    for left in (35, 10):
        player.choose(Position.start())
        assert player._reserve == left
    with pytest.raises(PlayerError, match=r"out of time: 2 s a move and the 60 s of the game"):
        player.choose(Position.start())
    player.new_game(2)
    assert player._reserve == 60


# ── players for a course's skeleton ──────────────────────────────────────────────────────────


@settings(max_examples=examples(50))
@given(games(6))
def test_the_course_sees_the_game_as_it_was_played(played: list[Position]) -> None:
    assume(played[0].spec.gravity and played[-1].ending() is None)
    player = CoursePlayer(DATA / "course_list.py", "randomAI")
    player.new_game(1)
    for position in played:
        if position.mover is played[-1].mover:
            player.choose(position)
    moves = [a.move_to(b).column for a, b in pairwise(played)]
    me = connect4Player(int(played[-1].mover))
    env = connect4.at(me, played[-1].spec, moves, 1.0)
    assert env.board.tolist() == played[-1].rows()
    assert env.board.dtype == env.topPosition.dtype == np.int32
    assert env.turnPlayer is me
    assert me.opponent.opponent is me
    assert [*env.history[0], *env.history[1]] == [*moves[::2], *moves[1::2]]
    columns = {move.column for move in played[-1].legal_moves()}
    assert {c for c, row in enumerate(env.topPosition) if row >= 0} == columns
    # A player that was there from the beginning knows all moves in their order.
    assert [a.move_to(b).column for a, b in pairwise(player._line)] == moves


@settings(max_examples=examples(50))
@given(games(6))
def test_who_comes_later_sees_some_order_of_moves(played: list[Position]) -> None:
    assume(played[0].spec.gravity and played[-1].ending() is None)
    player = CoursePlayer(DATA / "course_list.py", "randomAI")
    player.choose(played[-1])
    assert player._line[0] == Position.start(played[0].spec)
    assert player._line[-1] == played[-1]
    for before, after in pairwise(player._line):
        assert before.play(before.move_to(after)) == after


@settings(max_examples=examples(200))
@given(games(6))
def test_the_skeletons_end_of_a_game_is_ours(played: list[Position]) -> None:
    assume(played[0].spec.gravity and len(played) > 1)
    before, after = played[-2:]
    move, mover = before.move_to(after), int(before.mover)
    moves = [a.move_to(b).column for a, b in pairwise(played[:-1])]
    env = connect4.at(connect4Player(mover), before.spec, moves, 1.0)
    trial = env.getEnv()
    trial.board[trial.topPosition[move.column], move.column] = mover
    trial.topPosition[move.column] -= 1
    trial.history[mover - 1].append(move.column)
    ending = after.ending()
    assert trial.gameOver(move.column, mover) is (ending is not None)
    assert trial.is_winner is (ending is not None and ending.winner is not None)
    assert env.board.tolist() == before.rows()  # a copy is a copy


def test_only_the_highest_stone_of_a_column_counts() -> None:
    env = connect4.at(connect4Player(1), CONNECT4, [0, 0, 1, 1, 2, 2, 3, 4], 1.0)
    assert env.gameOver(3, 1)
    assert not env.gameOver(4, 1)  # four stones of the first player end beside it
    assert not env.gameOver(6, 1)  # an empty column
    assert env.gameOver(-4, 1)  # counted from the right, as arrays do


def test_a_move_may_be_left_in_either_way() -> None:
    move = Move([0])
    move[:] = [3]
    assert (move[0], move["move"], list(move)) == (3, 3, [3])
    move["move"] = 5
    assert (move[0], move["move"], list(move)) == (5, 5, [5])
    move[0] = 2
    assert move["move"] == 2


@pytest.mark.slow
def test_players_of_both_versions_play_whole_games() -> None:
    try:
        one = contestant(f"course:{DATA / 'course_list.py'}")
        other = contestant(f"course:{DATA / 'course_dict.py'}", seconds=0.1)
        beaten = play_match(one, RandomPlayer(), CONNECT4, games=2)
        met = play_match(one, other, CONNECT4, games=1)
    finally:
        end_all()
    assert beaten.wins == 2
    for game in (*beaten.games, *met.games):
        assert not game.is_forfeit, game.reason


def test_the_last_word_counts_when_the_time_is_up() -> None:
    player = CoursePlayer(DATA / "course_dict.py", seconds=0.3)
    choice = player.choose(Position.from_moves("44"))
    assert choice.move.column == 2
    assert choice.reason == "the last word when the time was up"
    assert len(player._player.depths) > 1


@pytest.mark.slow
def test_who_cannot_be_stopped_loses(tmp_path: Path) -> None:
    lines = ("class A:", "    def __init__(self, position):", "        pass")
    play = ("    def play(self, env, move):", "        sum(range(10**12))")
    body = "\n".join(lines + play)
    player = contestant(f"course:{written(tmp_path, body)}", seconds=0.2)
    assert isinstance(player, IsolatedPlayer)
    assert player.grace == 2.0
    hasty = replace(player, grace=0.3)
    try:
        game = play_game(GameJob(CONNECT4, hasty, RandomPlayer()))
    finally:
        end_all()
    assert game.reason == "out of time: more than 0.5 s"


def test_nothing_is_left_behind() -> None:
    names = ("connect4", "players", "pygame")
    before = {name: sys.modules.get(name) for name in names}
    player = CoursePlayer(DATA / "course_list.py", "randomAI")
    player.choose(Position.start())
    assert {name: sys.modules.get(name) for name in names} == before


def test_a_player_built_on_the_file_beside_it(tmp_path: Path) -> None:
    written(tmp_path, (DATA / "course_list.py").read_text(), "players.py")
    file = written(tmp_path, "from players import winningAI\nclass mine(winningAI):\n    pass")
    try:
        assert CoursePlayer(file).choose(Position.from_moves("112233")).move.column == 3
    finally:
        sys.modules.pop("players", None)


COURSE_MISTAKES = {
    "move[:] = 3": "bot.py, line 5: TypeError",
    "move[:] = []": "left [], not a column",
    "move['move'] = 'x'": "left ['x'], not a column",
    "move[:] = [10**5000, 1]": "left a value of type list that cannot be written, not a column",
    "raise SystemExit": "bot.py, line 5: SystemExit",
}


@pytest.mark.parametrize("body", COURSE_MISTAKES)
def test_mistakes_in_words(body: str, tmp_path: Path) -> None:
    lines = ("class A:", "    def __init__(self, position):", "        pass")
    play = ("    def play(self, env, move):", f"        {body}")
    with pytest.raises(KinarowError) as caught:
        CoursePlayer(written(tmp_path, "\n".join(lines + play))).choose(Position.start())
    assert COURSE_MISTAKES[body] in str(caught.value)


def course_bot(folder: Path, body: str) -> str:
    file = folder / "bot.py"
    file.write_text(
        "from players import connect4Player\n\n\nclass A(connect4Player):\n"
        f"    def play(self, env, move):\n        {body}\n"
    )
    return f"course:{file}"


def test_of_several_columns_the_first_is_played(tmp_path: Path) -> None:
    choice = parse_player(course_bot(tmp_path, "move[:] = [4, 'x', 2]")).choose(Position.start())
    assert (choice.move.column, choice.by_environment) == (4, False)


@pytest.mark.parametrize("body", ["move[:] = [3]", "move['move'] = 7", "move[:] = [-1]", "pass"])
def test_where_no_column_can_be_played_the_environment_chooses(body: str, tmp_path: Path) -> None:
    player, full = parse_player(course_bot(tmp_path, body)), Position.from_moves("444444")
    drawn = []
    for seed in [*range(30), *range(30)]:
        player.new_game(seed)
        choice = player.choose(full)
        assert choice.by_environment
        drawn.append(choice.move.column)
    assert drawn[:30] == drawn[30:]
    assert set(drawn) == {0, 1, 2, 4, 5, 6}


@pytest.mark.slow
def test_the_moves_of_the_environment_are_counted(run: Run, tmp_path: Path) -> None:
    bot = course_bot(tmp_path, "move[:] = [0]")
    options = ("--games", "2", "--workers", "1", "--store", str(tmp_path / "games.db"))
    done = run("match", "first-legal", bot, *options, "--json").json
    ours = [plies for record in done["records"] for plies in _moves_of_b(record)]
    assert done["by_environment"] == {"a": 0, "b": sum(move != "1" for move in ours)}
    assert done["by_environment"]["b"] > 0
    assert set(done["endings"]) <= {"line", "full board"}
    # Those that are kept already count, too.
    counted = f"{done['by_environment']['b']} of {len(ours)} moves chosen by its environment"
    assert counted in run("match", "first-legal", bot, *options).out


def _moves_of_b(record: dict[str, Any]) -> str:
    """A move string of the player that is not A."""
    return str(record["moves"][record["a_side"] % 2 :: 2])


# ── both ─────────────────────────────────────────────────────────────────────────────────────

BOTH: list[Any] = [
    KagglePlayer(DATA / "random_agent.py"),
    CoursePlayer(DATA / "course_list.py", "randomAI", 2.0),
]


@pytest.mark.parametrize("player", BOTH, ids=lambda player: player.name)
def test_the_contract_of_players(player: Any) -> None:
    assert pickle.loads(pickle.dumps(player)) == player
    assert not player.deterministic
    kind, _, file = player.name.partition(":")
    text = f"{kind}:{DATA}/{file.rpartition(',')[2]}"
    hurried = parse_player(text.replace(":", ":seconds=2,", 1))
    assert hurried.path == player.path  # type: ignore[attr-defined]
    for game in ("connect4", "drop:1x1:1", "drop:12x3:3"):
        mine = copy.copy(player)
        record = play_game(GameJob(GameSpec.parse(game), mine, mine, seed=3))
        assert record.reason in ("line", "full board")
    with pytest.raises(PlayerError, match="gravity"):
        player.choose(Position.start("tictactoe"))
    for entered in (player, contestant(text)):
        with pytest.raises(ArenaError, match="plays only games with gravity"):
            play_match(entered, RandomPlayer(), GameSpec.parse("tictactoe"), games=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kaggle:nothing.py", "there is no file nothing.py"),
        ("kaggle:", "the file or program is missing, as in kaggle:submission.py"),
        ("kaggle:seconds=1", "the file or program is missing, as in kaggle:submission.py"),
        (f"kaggle:seconds=0,{DATA / 'random_agent.py'}", "more than 0 and at most"),
        (f"file:seconds=1,{DATA / 'random_agent.py'}", "there is no file"),
        (f"kaggle:{DATA / 'random_agent.py'}:foo", "there is no file"),
        (f"kaggle:{'a' * 5000}", "there is no file aaa"),
        (f"kaggle:seconds=x,{DATA / 'random_agent.py'}", "'x' is not a number such as 0.5"),
        (f"kaggle:depth=3,{DATA / 'random_agent.py'}", "no option 'depth'"),
        (f"course:{DATA / 'course_list.py'}:winingAI", "did you mean winningAI?"),
        (f"course:{DATA / 'random_agent.py'}", "has no class"),
    ],
)
def test_texts_that_name_no_player(text: str, words: str, run: Run) -> None:
    for arguments in (("move", "--player", text), ("match", "random", text, "--games", "1")):
        done = run(*arguments)
        assert done.code == 2
        assert words in done.err
        assert "Traceback" not in done.err


SLEEPY = "import time\n\n\ndef agent(observation, configuration):\n    time.sleep(100)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "contest", "limit"),
    [("seconds=0.5,", None, 0.5), ("", 0.5, 0.5), ("seconds=9,", 0.5, 0.5)],
)
def test_the_smaller_limit_holds(
    tmp_path: Path, own: str, contest: float | None, limit: float
) -> None:
    (tmp_path / "sleepy.py").write_text(SLEEPY)
    player = contestant(f"kaggle:{own}{tmp_path}/sleepy.py", seconds=contest)
    with pytest.raises(PlayerError, match=f"{limit:g} s"):
        play_match(player, RandomPlayer(), GameSpec.parse("connect4"), games=1)


def test_an_edited_player_is_another_one(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text("def agent(observation, configuration):\n    return 0\n")
    before = parse_player(f"kaggle:{file}")
    file.write_text("def agent(observation, configuration):\n    return 1\n")
    after = parse_player(f"kaggle:{file}")
    assert before.name == after.name
    assert before.identity != after.identity
    assert parse_player(f"kaggle:seconds=1,{file}").name != after.name
