"""A search in steps finds what alpha-beta finds, whatever it asks for on the way."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position
from kinarow.score import Score
from kinarow.search import SearchResult, alphabeta
from kinarow.search.plain.stepwise import alphabeta_in_steps
from tests.strategies import examples, positions

OPEN = positions(largest_side=5).filter(lambda position: position.ending() is None)


def in_steps(
    position: Position, depth: int, *, sparing: bool, failing: Collection[Position] = ()
) -> tuple[SearchResult, list[list[Position]]]:
    """What is found, and which boards each step asks for."""
    known: dict[Position, Score | Exception] = {}
    search = alphabeta_in_steps(position, depth, known, sparing=sparing)
    asked: list[list[Position]] = []
    while True:
        try:
            boards = next(search)
        except StopIteration as end:
            return end.value, asked
        assert boards
        assert not known.keys() & set(boards)  # nothing is asked twice
        asked.append(boards)
        for board in boards:
            score = OPEN_LINES.evaluate(board, position.mover)
            known[board] = ValueError("no idea") if board in failing else score


@settings(max_examples=examples(600), deadline=None)
@given(OPEN, st.integers(1, 4), st.booleans())
def test_the_same_is_found(position: Position, depth: int, sparing: bool) -> None:
    found, _ = in_steps(position, depth, sparing=sparing)
    assert found == alphabeta(position, OPEN_LINES, depth)


@pytest.mark.parametrize("moves", ["", "44", "4455", "112233", "4444443", "1234567"])
def test_few_boards_or_few_steps(moves: str) -> None:
    position = Position.from_moves(moves)
    _, sparing = in_steps(position, 2, sparing=True)
    _, generous = in_steps(position, 2, sparing=False)
    assert sum(map(len, sparing)) <= sum(map(len, generous)) <= 49
    assert len(generous) <= len(sparing)


def test_an_error_counts_where_the_search_gets() -> None:
    position = Position.from_moves("4455")
    found, sparing = in_steps(position, 2, sparing=True)
    _, generous = in_steps(position, 2, sparing=False)
    needed = {board for boards in sparing for board in boards}
    not_needed = {board for boards in generous for board in boards} - needed
    assert not_needed
    assert in_steps(position, 2, sparing=False, failing=not_needed)[0] == found
    with pytest.raises(ValueError, match="no idea"):
        in_steps(position, 2, sparing=False, failing=needed)
