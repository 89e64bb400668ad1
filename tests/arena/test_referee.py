"""Players that misbehave lose their games, with the reason, and nothing else happens."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kinarow.api.contests import play_match
from kinarow.arena import Conditions, Contest, play_game
from kinarow.errors import PlayerError
from kinarow.game import GameSpec, Side
from kinarow.players import RandomPlayer, parse_player
from kinarow.players.isolated.player import IsolatedPlayer, contestant, end_all
from tests.conftest import OWN_EVALUATORS

pytestmark = pytest.mark.slow

CONNECT4 = GameSpec.parse("connect4")

MISBEHAVIOUR = {
    "illegal": ("return 99", "illegal move"),
    "raises": ("raise ValueError('no idea')", "no idea"),
    "exits": ("import os; os._exit(3)", "its process ended with exit code 3"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "its process ended with signal 9"),
    "eats memory": ("return len(bytearray(10**12))", "MemoryError"),
    "forks": ("import os; os.fork() or __import__('time').sleep(60); return 99", "illegal move"),
    "speaks no language": ("raise ValueError('\\udc80')", "\\udc80"),
    "returns nan": ("return float('nan')", "returned nan, not a column"),
    "returns nothing": ("return None", "returned None, not a column"),
}

NEVER_ENDING = {
    "sleeps": "import time; time.sleep(1000)",
    "spins": "while True: pass",
    "holds the lock": "return sum(range(10**12))",
    "catches everything": (
        "\n    while True:\n        try:\n            while True: pass\n"
        "        except BaseException: pass"
    ),
}


def written(folder: Path, body: str) -> str:
    """A player that stands its trial, on the empty board, before it misbehaves."""
    file = folder / "bot.py"
    first = "    if not board.any():\n        return 3\n"
    file.write_text(f"def choose(board, me, opponent):\n{first}    {body}\n")
    return f"file:{file}"


@pytest.mark.parametrize("kind", MISBEHAVIOUR)
def test_it_forfeits_with_the_reason(kind: str, tmp_path: Path) -> None:
    body, reason = MISBEHAVIOUR[kind]
    culprit = contestant(written(tmp_path, body))
    try:
        (game,) = play_match(culprit, RandomPlayer(), CONNECT4, games=1).games
    finally:
        end_all()
    assert reason in game.reason
    assert game.loser == culprit.name


@pytest.mark.parametrize("kind", NEVER_ENDING)
def test_it_is_ended_when_its_time_is_up(kind: str, tmp_path: Path) -> None:
    culprit = contestant(written(tmp_path, NEVER_ENDING[kind]), seconds=0.2)
    try:
        (game,) = play_match(culprit, RandomPlayer(), CONNECT4, games=1).games
    finally:
        end_all()
    assert game.reason == "out of time: more than 0.2 s"
    assert game.loser == culprit.name


AT_IMPORT = {
    "exits": ("import os; os._exit(0)", "its process ended"),
    "raises": ("1 / 0", "ZeroDivisionError"),
    "leaves": ("raise SystemExit(3)", "SystemExit"),
    "has nothing": ("choose = 5", "no function `choose"),
}


@pytest.mark.parametrize("kind", AT_IMPORT)
def test_what_happens_at_import_happens_elsewhere(kind: str, tmp_path: Path) -> None:
    body, reason = AT_IMPORT[kind]
    file = tmp_path / "bot.py"
    file.write_text(f"{body}\n")
    with pytest.raises(PlayerError) as caught:
        play_match(contestant(f"file:{file}"), RandomPlayer(), CONNECT4, games=1)
    assert reason in str(caught.value)


def test_a_player_against_itself_has_two_processes(tmp_path: Path) -> None:
    file = tmp_path / "random.py"  # and Python's own module of that name is not disturbed
    file.write_text(
        "sides = set()\n"
        "def choose(board, me, opponent):\n"
        "    sides.add(me)\n"
        "    assert len(sides) == 1\n"
        "    return int(board[0].argmin())\n"
    )
    player = contestant(f"file:{file}")
    result = play_match(player, player, CONNECT4, games=1)
    end_all()
    assert result.games[0].reason == "line"


def test_what_it_prints_disturbs_nobody(tmp_path: Path) -> None:
    body = (
        "import os; print('garbage' * 1000); os.write(1, b'x' * 100); return int(board[0].argmin())"
    )
    noisy = contestant(written(tmp_path, body))
    result = play_match(noisy, RandomPlayer(), CONNECT4, games=2)
    end_all()
    assert set(result.endings) <= {"line", "full board"}


def test_an_isolated_player_plays_as_it_would_here() -> None:
    text = f"minimax:eval={OWN_EVALUATORS / 'uncompilable.py'},depth=1"
    alone, isolated = parse_player(text), contestant(text)
    assert type(isolated).__name__ == "IsolatedPlayer"
    one, two = (
        play_match(player, RandomPlayer(4), CONNECT4, games=2) for player in (alone, isolated)
    )
    end_all()
    assert [game.moves for game in one.games] == [game.moves for game in two.games]


def test_an_edited_file_is_another_player(tmp_path: Path) -> None:
    before = contestant(written(tmp_path, "return 3"))
    games = Contest.match(before, RandomPlayer(), CONNECT4, 2).games
    after = contestant(written(tmp_path, "return 2"))
    assert {game.key for game in games}.isdisjoint(
        game.key for game in Contest.match(after, RandomPlayer(), CONNECT4, 2).games
    )


def test_built_in_players_are_timed_too() -> None:
    slow = parse_player("alphabeta:depth=7")
    conditions = Conditions(move_seconds=1e-6)
    (game,) = Contest.match(slow, RandomPlayer(), CONNECT4, 1, conditions).games
    record = play_game(game.job)
    assert record.winner is Side.SECOND
    assert record.reason == "out of time: more than 1e-06 s"


def test_an_error_costs_the_game_but_not_the_process(tmp_path: Path) -> None:
    body = "import os; raise ValueError(str(os.getpid()))"
    player = contestant(written(tmp_path, body))
    games = play_match(player, RandomPlayer(), CONNECT4, games=6).games
    end_all()
    processes = {game.reason.partition("ValueError: ")[2].partition(" ")[0] for game in games}
    assert len(processes) == 2  # one for each side
    assert all(process.isdecimal() for process in processes)


def test_dice_fall_the_same_way_in_the_same_game(tmp_path: Path) -> None:
    body = "import random, numpy as np; return (random.randrange(7) + np.random.randint(7)) % 7"
    player = contestant(written(tmp_path, body))
    matches = []
    for _ in range(2):
        matches.append(play_match(player, RandomPlayer(), CONNECT4, games=4).games)
        end_all()
    one, two = ([game.moves for game in games] for games in matches)
    assert one == two
    assert len(set(one)) == 4


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits")
def test_processor_time_is_limited_too(tmp_path: Path) -> None:
    player = contestant(written(tmp_path, "while True: pass"), seconds=60)
    assert isinstance(player, IsolatedPlayer)
    player = replace(player, isolation=replace(player.isolation, cpu_seconds=1))
    (game,) = play_match(player, RandomPlayer(), CONNECT4, games=1).games
    assert game.reason == "its process ended: its computing time was used up"


def test_compiling_does_not_count_as_thinking(tmp_path: Path) -> None:
    """The first move comes from a player that has been warmed up, within a time that neither
    starting nor compiling could keep to."""
    file = tmp_path / "eval.py"
    file.write_text("def evaluate(board, me, opponent):\n    return float((board == me).sum())\n")
    player = contestant(f"alphabeta:eval={file},depth=2", seconds=1)
    assert isinstance(player, IsolatedPlayer)
    isolation = replace(player.isolation, warms_up_on=CONNECT4)
    warm = replace(player, isolation=isolation, meets_itself=False)
    result = play_match(warm, RandomPlayer(), CONNECT4, games=2)
    end_all()
    assert set(result.endings) == {"line"}


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    body = f"import os; open({str(pid_file)!r}, 'w').write(str(os.getpid())); return 99"
    play_match(contestant(written(tmp_path, body)), RandomPlayer(), CONNECT4, games=1)
    end_all()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)
