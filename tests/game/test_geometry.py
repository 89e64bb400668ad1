from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from kinarow.game import Cell, Direction, GameSpec
from kinarow.game.geometry import column_letters, column_number, geometry
from tests.strategies import specs

CONNECT4 = GameSpec.parse("connect4")


def test_connect_four_has_69_windows_as_published() -> None:
    counts = Counter(window.direction for window in geometry(CONNECT4).windows)
    assert counts == {
        Direction.ROW: 24,
        Direction.COLUMN: 21,
        Direction.FALLING: 12,
        Direction.RISING: 12,
    }


def test_windows_through_cells_are_the_published_square_weights() -> None:
    """The table printed in one of the source documents, top row first."""
    through = geometry(CONNECT4).windows_through
    counts = [[len(through[Cell(c, r)]) for c in range(7)] for r in range(5, -1, -1)]
    assert counts == [
        [3, 4, 5, 7, 5, 4, 3],
        [4, 6, 8, 10, 8, 6, 4],
        [5, 8, 11, 13, 11, 8, 5],
        [5, 8, 11, 13, 11, 8, 5],
        [4, 6, 8, 10, 8, 6, 4],
        [3, 4, 5, 7, 5, 4, 3],
    ]


def test_windows_are_read_as_we_write() -> None:
    windows = geometry(CONNECT4).windows
    first = {d: next(w for w in windows if w.direction is d) for d in Direction}
    assert " ".join(map(str, first[Direction.ROW].cells)) == "a6 b6 c6 d6"
    assert " ".join(map(str, first[Direction.COLUMN].cells)) == "a6 a5 a4 a3"
    assert " ".join(map(str, first[Direction.FALLING].cells)) == "a4 b3 c2 d1"
    assert " ".join(map(str, first[Direction.RISING].cells)) == "a3 b4 c5 d6"


@given(specs())
def test_windows_are_all_straight_runs_on_the_board(spec: GameSpec) -> None:
    cells = {Cell(c, r) for c in range(spec.columns) for r in range(spec.rows)}
    runs = {
        frozenset((c + i * across, r + i * up) for i in range(spec.target))
        for c, r in cells
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    }
    windows = geometry(spec).windows
    assert {frozenset(window.cells) for window in windows} == {run for run in runs if run <= cells}
    assert len({window.mask for window in windows}) == len(windows)


@pytest.mark.parametrize(
    ("column", "letters"), [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (99, "cv")]
)
def test_column_letters(column: int, letters: str) -> None:
    assert column_letters(column) == letters
    assert column_number(letters) == column


@given(specs())
def test_bits_and_cells_are_one_to_one(spec: GameSpec) -> None:
    on = geometry(spec)
    assert [on.cell(on.bit(cell)) for cell in on.cells] == list(on.cells)
    assert on.mask(on.cells) == on.board
