"""The order in which the solver tries moves, told once more from the definitions."""

from __future__ import annotations

import random
from ctypes import addressof
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.bitboards import order_kernel as order
from kinarow.bitboards.desk_kernel import BOARD, COLUMN_MASKS
from kinarow.bitboards.lines_kernel import winning_cells
from kinarow.bitboards.order_kernel import ranks_by_promise
from kinarow.game import Cell, GameSpec, Position
from kinarow.game.geometry import geometry
from kinarow.native.board_access import load_board, load_boards
from kinarow.native.intrinsics import address_of
from kinarow.native.jit import jit
from kinarow.native.lanes import store_lanes
from kinarow.native.types import Board
from kinarow.solver.drop.engine import DropSolver
from tests.solver.oracle import quiet_position
from tests.strategies import examples

GAMES = [
    "connect4",
    "drop:5x5:4",
    "drop:8x7:4",
    "drop:4x9:4",
    "drop:7x3:4",
    "drop:6x6:5",
    "drop:5x4:3",
]
_WORD = np.uint64
_ZERO = np.uint64(0)


@jit
def ranked(
    own: Board,
    occupied: Board,
    landing: Board,
    open_lines: Board,
    empty: int,
    desk: Any,
    ranks: Any,
) -> None:
    """The ranks of all moves of a board of up to eight columns, as the search asks for them."""
    board = load_board(own, desk + BOARD)
    moves = load_boards(own, desk + COLUMN_MASKS) & landing
    landing_after = (moves << np.uint64(1)) | (moves ^ landing)
    wins = winning_cells(moves | own, desk) & (moves ^ (board & ~occupied))
    threats = winning_cells(occupied ^ own, desk) & board & ~occupied
    lines = (moves & ~moves) | open_lines
    found = ranks_by_promise(
        own, occupied, threats, moves, wins, landing_after, lines, empty, _ZERO, desk
    )
    store_lanes(ranks, found)


def completing(spec: GameSpec, stones: set[Cell], taken: set[Cell]) -> set[Cell]:
    """The empty cells that complete a line with these stones."""
    return {
        cell
        for window in geometry(spec).windows
        for cell in window.cells
        if cell not in taken and stones.issuperset(set(window.cells) - {cell})
    }


def up(cells: set[Cell], rows: int = 1) -> set[Cell]:
    return {Cell(cell.column, cell.row + rows) for cell in cells}


def in_words(position: Position, move: Cell, open_lines: int) -> int | None:
    """A move's rank, count by count; None if it wins with the next own stone, which the search sees
    before it asks for an order."""
    spec, side = position.spec, position.mover
    own = {cell for cell in geometry(spec).cells if position.at(cell) is side}
    other = {cell for cell in geometry(spec).cells if position.at(cell) is side.other}
    before, threats = completing(spec, own, own | other), completing(spec, other, own | other)
    wins = completing(spec, own | {move}, own | other | {move})
    landing = ({*position.legal_moves()} - {move}) | up({move})
    replies = {cell for cell in landing if cell.row < spec.rows} - {
        Cell(cell.column, cell.row - 1) for cell in wins
    }
    if len(wins & landing) > 1:
        return None
    above = Cell(move.column, move.row + 1)
    left_in_column = spec.rows - 1 - move.row
    new = wins - before
    counts = {
        "_CENTRE": 2 * spec.columns - abs(2 * move.column - spec.columns + 1),
        "_STONE_BELOW": move.row,
        "_TOP": left_in_column == 0,
        "_ON_OWN": move in up(own),
        "_ON_OTHER": move in up(other),
        "_FORCES": len(wins & landing),
        "_SOON": len(wins & up(landing)),
        "_LATER": len(wins & up(landing, 2)),
        "_ABOVE_IT": above in wins,
        "_NEW_OF_USE": len(new - up(threats)),
        "_NEW_AND_SOON": len(new & up(landing)),
        "_REPLY": 1 if wins & landing else len(replies),
        "_OPEN_LINE": open_lines,
    }
    if (spec.cell_count - position.plies) % 2 == 0:
        counts["_EVEN_PLACE"] = left_in_column % 2 == 1
    else:
        counts["_ODD_PLACE"] = left_in_column % 2 == 0 and left_in_column > 0
    if spec.target == 4 and spec.columns >= 4:
        for window in geometry(spec).windows:
            mine, theirs = len(own & {*window.cells}), len(other & {*window.cells})
            is_upright = len({cell.column for cell in window.cells}) == 1
            names = []
            if move in window.cells:
                names = ["_WITH_OWN", "_WITH_TWO_OWN", "_WITH_OTHER", "_WITH_TWO_OTHERS"]
            elif above in window.cells and not is_upright:
                names = ["", "_ABOVE_TWO_OWN", "_ABOVE_OTHER", "_ABOVE_TWO_OTHERS"]
            held = {(1, 0): 0, (2, 0): 1, (0, 1): 2, (0, 2): 3}.get((mine, theirs))
            if names and held is not None and names[held]:
                counts[names[held]] = counts.get(names[held], 0) + 1
    weights = {name: int(getattr(order, name)) for name in counts}
    return (int(order._LEAST) + sum(weights[n] * c for n, c in counts.items())) % 2**64


@pytest.mark.slow
@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(GAMES), st.randoms(use_true_random=False), st.integers(2, 24))
def test_ranks_are_the_sums_that_they_are_said_to_be(
    game: str, seed: random.Random, empty: int
) -> None:
    spec = GameSpec.parse(game)
    position = quiet_position(seed, spec, min(empty, spec.cell_count))
    own, occupied = position.stones(position.mover), position.first | position.second
    open_lines = seed.getrandbits(20)
    desk, ranks = DropSolver(spec, megabytes=1).desks[0], np.zeros(8, dtype=np.uint64)
    ranked(
        _WORD(own), _WORD(occupied), _WORD(position.landing_cells()), _WORD(open_lines),
        spec.cell_count - position.plies, np.uint64(addressof(desk)), address_of(ranks),
    )  # fmt: skip
    for move in position.legal_moves():
        expected = in_words(position, move, open_lines.bit_count())
        if expected is not None:
            assert int(ranks[move.column]) == expected, (move, repr(position))
