"""The threats that are kept up to date, beside a plain reading of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.forcing import knows
from kinarow.forcing.board import cell_at, index_of, threats_on
from kinarow.game import GameSpec, Position
from kinarow.game.geometry import geometry
from kinarow.game.threats import find_threats
from tests.strategies import examples, positions


def read(position: Position) -> dict[tuple[int, int], set[frozenset[int]]]:
    """For each side and number of missing stones, the windows that it can still fill."""
    spec, found = position.spec, dict[tuple[int, int], set[frozenset[int]]]()
    for side in (1, 2):
        for missing in (1, 2, 3):
            found[side - 1, missing] = {
                frozenset(index_of(spec, cell) for cell in window.cells)
                for window in geometry(spec).windows
                if [position.at(cell) for cell in window.cells].count(None) == missing
                and all(position.at(cell) in (None, side) for cell in window.cells)
            }
    return found


def kept(threats: Any) -> dict[tuple[int, int], set[frozenset[int]]]:
    return {
        (side, missing): {
            frozenset(threats.window_cells[window].tolist())
            for window in threats.members[side, missing - 1, : threats.sizes[side, missing - 1]]
        }
        for side in (0, 1)
        for missing in (1, 2, 3)
    }


@settings(max_examples=examples(300))
@given(positions(9, st.just(False)))
def test_windows_are_those_that_one_reads(position: Position) -> None:
    assert kept(threats_on(position)) == read(position)


@settings(max_examples=examples(200))
@given(positions(8, st.just(False)), st.randoms(use_true_random=False))
def test_stones_that_are_taken_back_leave_nothing(position: Position, random: Any) -> None:
    from kinarow.forcing.threats_kernel import put, take

    threats = threats_on(position)
    before, key = kept(threats), int(threats.key[0])
    empty = [index_of(position.spec, cell) for cell in position.legal_moves()]
    laid = [(cell, random.randrange(2)) for cell in random.sample(empty, min(5, len(empty)))]
    for cell, side in laid:
        put(threats, cell, side)
    assert not laid or int(threats.key[0]) != key
    for cell, side in reversed(laid):
        take(threats, cell, side)
    assert (kept(threats), int(threats.key[0])) == (before, key)


@settings(max_examples=examples(200))
@given(positions(8, st.just(False)))
def test_completing_cells_are_the_threats_of_the_rules(position: Position) -> None:
    from kinarow.forcing.threats_kernel import completing

    if not knows(position.spec) or position.spec.target == 1 or position.is_over:
        return
    threats, told = threats_on(position), find_threats(position)
    for side in (1, 2):
        cells = {cell for cell, of in told if of == side}
        found = {cell_at(position.spec, c) for c in completing(threats, side - 1) if c >= 0}
        assert found <= cells
        assert len(found) == min(3, len(cells))


@pytest.mark.parametrize("size", [(3, 9), (9, 3), (1, 5), (100, 2)])
def test_windows_of_boards_that_are_narrow(size: tuple[int, int]) -> None:
    spec = GameSpec(*size, 3, gravity=False)
    assert len(threats_on(Position.start(spec)).window_cells) == len(geometry(spec).windows)
