"""Engines in openings by swap2, and in games of exact lines: what they are asked and told."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from kinarow.api.contests import play_match
from kinarow.arena.played_game import PlayedGame
from kinarow.game import Position
from kinarow.players import parse_player
from kinarow.players.engines.engine_player import end_all_engines
from kinarow.players.isolated.player import contestant
from tests.players.test_engines import BRAIN, engine
from tests.running import KINAROW

pytestmark = pytest.mark.slow

GAME = "place:7x7:5:exact"


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_all_engines()


def only_game(first: str, second: str) -> PlayedGame:
    players = contestant(first), contestant(second)
    (game,) = play_match(*players, GAME, games=1, opening_rule="swap2").games
    return game


@pytest.mark.parametrize(
    ("second", "third", "choices", "black"),
    [
        ("SWAP", "", "black", 2),
        ("6,6", "", "white", 1),
        ("6,6 5,5", "SWAP", "more black", 1),
        ("6,6 5,5", "6,0", "more white", 2),
    ],
)
def test_a_brain_that_knows_swap2_is_asked(
    second: str, third: str, choices: str, black: int
) -> None:
    one = engine(BRAIN, "swap2 -", third)
    other = engine(BRAIN, f"swap2 {second}")
    game = only_game(one, other)
    assert (game.choices, game.opening.split()[:3]) == (choices, ["a7", "c6", "e5"])
    assert game.reason in ("line", "full board")
    assert game.first == contestant(one if black == 1 else other).name
    if choices.endswith("white"):  # the stone that came with it is the next move
        assert game.moves.split()[len(game.opening.split())] in ("g1", "g7")


def test_for_a_brain_that_does_not_know_it_a_search_decides(tmp_path: Path) -> None:
    record = tmp_path / "record"
    one = engine(BRAIN, "records", str(record))
    games = play_match(contestant(one), "first-legal", GAME, games=4, opening_rule="swap2").games
    assert {game.reason for game in games} <= {"line", "full board"}
    assert all(game.choices in ("black", "white") for game in games)
    end_all_engines()
    written = record.read_text()
    assert written.count("SWAP2BOARD") == 1
    assert "INFO rule 1\n" in written
    assert "INFO rule 0\n" not in written


def test_silence_is_no_knowledge_of_the_rule() -> None:
    player = parse_player(engine(BRAIN, "ignores", seconds=0.5))
    start = Position.start(GAME)
    assert len(player.swap2(start, 1).stones) == 3
    assert player.swap2(start, 1) == parse_player("random").swap2(start, 1)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("castle", "answered 'castle' instead of a move"),
        ("0,0 6,6", "illegal opening: a7 cannot be played: it is taken"),
        ("6,6 5,5 4,4", "answers swap2 with 3 stones after 3"),
        ("0,0", "illegal move: a7 cannot be played: it is taken"),
    ],
)
def test_a_brain_that_breaks_the_rule_loses(answer: str, reason: str) -> None:
    culprit = engine(BRAIN, f"swap2 {answer}")
    game = only_game(engine(BRAIN, "swap2 -"), culprit)
    assert game.reason.startswith(reason)
    assert game.loser == contestant(culprit).name


def test_two_kinarows_open_by_swap2_through_pipes() -> None:
    command = shlex.join([*KINAROW, "gomocup", "--player", "alphabeta:depth=1"])
    player = contestant(f"engine:seconds=60,protocol=gomocup,{command}")
    games = play_match(player, "random:seed=1", GAME, games=2, opening_rule="swap2").games
    assert {game.reason for game in games} <= {"line", "full board"}
    assert all(len(game.opening.split()) == 3 for game in games)


def test_uki_tells_exact_games_and_a_search_opens_for_it() -> None:
    command = shlex.join([*KINAROW, "uki", "--player", "alphabeta:depth=1"])
    player = parse_player(f"engine:seconds=60,protocol=uki,{command}")
    # b1 to e1 and g1: f1 would be six, and a1 is five.
    moves = "b1 a7 c1 c7 d1 e7 e1 g7 g1 a5"
    assert player.choose(Position.from_moves(moves, GAME)).move.name == "a1"
    assert player.swap2(Position.start(GAME), 0).stones
