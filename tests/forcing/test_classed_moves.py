"""Fours and threes are read off the windows; here they are tried out, stone by stone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kinarow.forcing import answers_kernel, attacks_kernel
from kinarow.forcing.board import cell_at, marks_for, proof_desk, threats_on
from kinarow.game import Cell, Position
from tests.forcing.test_forced_wins import some_position
from tests.strategies import examples


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The kernel's functions as plain Python: parts of kernels cannot be called one by one."""
    for name in ("begin", "mark", "mark_windows"):
        function = getattr(answers_kernel, name).py_func
        monkeypatch.setattr(answers_kernel, name, function)
        monkeypatch.setattr(attacks_kernel, name, function)
    for name in ("_sort_in", "_empty_pair", "_makes_three", "_fours", "_threes"):
        monkeypatch.setattr(attacks_kernel, name, getattr(attacks_kernel, name).py_func)
    return attacks_kernel


def with_stones(position: Position, *cells: Cell) -> set[Cell]:
    side = position.mover
    return {*position.geometry.cells_in(position.stones(side)), *cells}


def completing_cells(position: Position, *more: Cell) -> set[Cell]:
    """The empty cells with which the mover would complete a line, with some stones more."""
    own = with_stones(position, *more)
    taken = own | set(position.geometry.cells_in(position.stones(position.mover.other)))
    missing = (set(window.cells) - own for window in position.geometry.windows)
    return {cell for cells in missing if len(cells) == 1 for cell in cells if cell not in taken}


def classed(position: Position) -> tuple[set[Cell], set[Cell]]:
    """The fours and the threes by their definitions."""
    fours, threes = set(), set()
    for move in position.legal_moves():
        if completing_cells(position, move):
            fours.add(move)
        elif any(
            then != move and len(completing_cells(position, move, then)) > 1
            for then in position.legal_moves()
        ):
            threes.add(move)
    return fours, threes


def test_fours_and_threes_are_those_of_the_definitions(plain: Any) -> None:
    seed, compared, found = random.Random(23), 0, 0
    while compared < examples(60):
        position = some_position(seed)
        if completing_cells(position) or any(
            len(completing_cells(position, move)) > 1 for move in position.legal_moves()
        ):
            continue  # won by a line or a double four: no three is asked for
        compared += 1
        side = int(position.mover) - 1
        threats, marks = threats_on(position), marks_for(position.spec)
        desk = proof_desk(position, side)
        plain.begin(marks)
        first = plain._fours(threats, side, marks, desk.cells[0])
        end = plain._threes(threats, side, marks, desk, 0, first)
        cells = [cell_at(position.spec, index) for index in desk.cells[0, :end]]
        fours, threes = classed(position)
        assert (set(cells[:first]), set(cells[first:])) == (fours, threes), repr(position)
        assert len(set(cells)) == end
        assert (marks.partner == -1).all()
        found += len(threes)
    assert found > compared
