"""Openings for large boards without gravity."""

from __future__ import annotations

import pytest

from kinarow.arena.conditions import Conditions
from kinarow.arena.openings.even import even_openings, has_even_openings
from kinarow.arena.openings.short import position_after, random_openings
from kinarow.errors import ArenaError
from kinarow.game import Cell, GameSpec
from kinarow.players import RandomPlayer, parse_player
from tests.strategies import SOAKING, examples

GOMOKU = GameSpec.parse("gomoku")


@pytest.mark.slow
def test_stones_lie_near_one_another_and_near_the_middle() -> None:
    number = examples(100)
    openings = even_openings(GOMOKU, number, seed=1)
    assert len({position_after(GOMOKU, opening).canonical() for opening in openings}) == number
    for opening in openings:
        assert len(opening) % 2 == 0
        for stones, cell in enumerate(opening[:-1]):  # the last one is a search's answer
            assert max(abs(cell.column - 7), abs(cell.row - 7)) <= 3
            before = opening[:stones]
            steps = [max(abs(c.column - cell.column), abs(c.row - cell.row)) for c in before]
            assert min(steps, default=1) <= 2
        assert position_after(GOMOKU, opening).ending() is None


@pytest.mark.slow
def test_more_begin_with_the_same_ones() -> None:
    assert even_openings(GOMOKU, 3, seed=1)[:2] == even_openings(GOMOKU, 2, seed=1)
    assert even_openings(GOMOKU, 1, seed=1) != even_openings(GOMOKU, 1, seed=2)


@pytest.mark.slow
def test_they_are_the_usual_ones_where_they_are_meant_for() -> None:
    player = parse_player("threat-search:nodes=50")
    pairing = [(player, parse_player("first-legal"))]
    usual = Conditions(seed=1).openings_for(GOMOKU, pairing, 2)
    assert usual == even_openings(GOMOKU, 2, seed=1)
    assert Conditions(seed=1).openings_for(GOMOKU, [(player, RandomPlayer())], 2) == []


@pytest.mark.parametrize("game", ["connect4", "tictactoe", "place:12x12:3", "place:20x20:9"])
def test_other_games_have_none(game: str) -> None:
    spec = GameSpec.parse(game)
    assert not has_even_openings(spec)
    with pytest.raises(ArenaError, match="even openings are for large boards without gravity"):
        Conditions(openings="even").openings_for(spec, [], 1)


def test_where_too_few_are_even_the_rest_is_random(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [(Cell(7, 7), Cell(8, 8))]
    monkeypatch.setattr("kinarow.arena.conditions.even_openings", lambda *_: list(few))
    pairing = [(parse_player("threat-search:nodes=50"), parse_player("first-legal"))]
    openings = Conditions(seed=3).openings_for(GOMOKU, pairing, 3)
    assert openings == few + random_openings(GOMOKU, 2, 3)
    assert Conditions(seed=3, openings="even").openings_for(GOMOKU, pairing, 3) == few


@pytest.mark.slow
def test_where_none_is_even_the_usual_ones_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """With four to complete on a large board, whoever moves first soon wins."""
    if not SOAKING:  # it looks long before it gives up
        monkeypatch.setattr("kinarow.arena.openings.even._TRIES_BEFORE_LONGER", 20)
    spec, player = GameSpec.parse("place:12x12:4"), parse_player("threat-search:nodes=50")
    pairing = [(player, parse_player("first-legal"))]
    assert Conditions().openings_for(spec, pairing, 2) == random_openings(spec, 2, 0)
    with pytest.raises(ArenaError, match="no even opening of place:12x12:4 was found"):
        Conditions(openings="even").openings_for(spec, pairing, 2)
