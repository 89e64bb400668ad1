"""The arrays that kernels work with, made for a position."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from kinarow.game import Cell, GameSpec, Position, Side

if TYPE_CHECKING:
    from kinarow.forcing.answers_kernel import Marks
    from kinarow.forcing.fours_kernel import FoursDesk
    from kinarow.forcing.known_kernel import ProofDesk
    from kinarow.forcing.threats_kernel import Threats
    from kinarow.forcing.tree_kernel import Tree
    from kinarow.native.types import Ints

_SEED = 20_26
_EMPTY_BOARD = 0xD1B54A32D192ED03
"""The key of a board without stones: not 0, by which tables know that nothing is there."""
_MOST_FOURS = 120
_REMEMBERED = 1 << 14
_DEEPEST = 80
_KNOWN = 1 << 19
_ZONES = 1 << 13
_NODES = 1 << 18
_NEAR = 2
"""So many windows' lengths from a stone quiet moves are looked for."""


def index_of(spec: GameSpec, cell: Cell) -> int:
    return cell.row * spec.columns + cell.column


def cell_at(spec: GameSpec, index: int) -> Cell:
    row, column = divmod(int(index), spec.columns)
    return Cell(column, row)


@lru_cache(maxsize=8)
def _windows(spec: GameSpec) -> tuple[Ints, Ints]:
    """The cells of each window, and the windows through each cell."""
    # As arrays from the start: a board of 100×100 has some 39,000 windows.
    board = np.arange(spec.cell_count, dtype=np.int64).reshape(spec.rows, spec.columns)
    reach, found = spec.target - 1, []
    for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)) if reach else ((0, 1),):
        starts = board[: max(0, spec.rows - up * reach)]
        if right:
            starts = starts[:, : max(0, spec.columns - reach)]
        if right < 0:
            starts = starts + reach
        step = up * spec.columns + right
        found.append(starts.reshape(-1, 1) + step * np.arange(spec.target))
    cells = np.ascontiguousarray(np.concatenate(found))
    counts = np.bincount(cells.ravel(), minlength=spec.cell_count)
    through = np.argsort(cells.ravel(), kind="stable") // spec.target
    filled = np.full((spec.cell_count, counts.max() + 1), -1, dtype=np.int64)
    filled[np.arange(counts.max() + 1) < counts[:, None]] = through
    return cells, filled


def threats_on(position: Position) -> Threats:
    """The threats of a position."""
    from kinarow.forcing.threats_kernel import LEVELS, Threats, put

    spec = position.spec
    window_cells, cell_windows = _windows(spec)
    count = len(window_cells)
    random = np.random.default_rng(_SEED)
    threats = Threats(
        spec.target,
        window_cells,
        cell_windows,
        np.zeros(spec.cell_count, np.int8),
        np.zeros((2, count), np.int64),
        np.zeros((2, LEVELS, count), np.int64),
        np.zeros((2, LEVELS), np.int64),
        np.zeros((2, count), np.int64),
        random.integers(1, 2**64, (2, spec.cell_count), np.uint64, endpoint=False),
        np.array([_EMPTY_BOARD], np.uint64),
    )
    if spec.target <= LEVELS:
        level = spec.target - 1
        threats.members[:, level] = threats.place[:] = np.arange(count)
        threats.sizes[:, level] = count
    for side in Side:
        for cell in position.geometry.cells_in(position.stones(side)):
            put(threats, index_of(spec, cell), int(side) - 1)
    return threats


def fours_desk(spec: GameSpec) -> FoursDesk:
    from kinarow.forcing.fours_kernel import FoursDesk

    return FoursDesk(
        np.zeros(64 * spec.cell_count, np.int64),
        np.zeros(_MOST_FOURS + 2, np.int64),
        np.zeros(_MOST_FOURS + 2, np.int64),
        np.zeros(_MOST_FOURS + 2, np.int64),
        np.zeros(spec.cell_count, np.int64),
        np.zeros(_REMEMBERED, np.uint64),
        np.zeros(2 * _MOST_FOURS + 8, np.int64),
        np.zeros(3, np.int64),
    )


def marks_for(spec: GameSpec) -> Marks:
    from kinarow.forcing.answers_kernel import Marks

    def cells() -> Ints:
        return np.zeros(spec.cell_count, np.int64)

    return Marks(cells(), cells(), cells(), np.zeros(3, np.int64), cells() - 1)


def _nearby(position: Position) -> Ints:
    """The windows near stones; all of them where there are none."""
    spec = position.spec
    columns, rows = np.arange(spec.columns), np.arange(spec.rows)
    near = np.zeros((spec.rows, spec.columns), np.bool_)
    for side in Side:
        for cell in position.geometry.cells_in(position.stones(side)):
            across, up = abs(columns - cell.column), abs(rows - cell.row)
            near |= np.maximum(across, up[:, None]) <= _NEAR * (spec.target - 1)
    cells, _ = _windows(spec)
    chosen = near.ravel()[cells].all(axis=1)
    return np.flatnonzero(chosen if chosen.any() else ~chosen)


def proof_desk(position: Position, side: int) -> ProofDesk:
    from kinarow.forcing.known_kernel import ProofDesk

    spec = position.spec
    widest = 2 * spec.cell_count + 1
    return ProofDesk(
        np.zeros((_DEEPEST, widest), np.int64),
        np.zeros((_DEEPEST, widest), np.int64),
        np.zeros((_DEEPEST, widest), np.int64),
        np.zeros(_KNOWN, np.uint64),
        np.zeros((_KNOWN, 4), np.int32),
        np.zeros(_ZONES, np.uint64),
        np.zeros((_ZONES, 128), np.int32),
        _nearby(position),
        np.array([side, 0, 0, 150, 200, 200], np.int64),
    )


def proof_tree(spec: GameSpec) -> Tree:
    from kinarow.forcing.tree_kernel import Tree

    return Tree(
        np.zeros((_NODES, 3), np.int64),
        np.zeros((4 * _NODES, 2), np.int64),
        np.zeros(2, np.int64),
        np.zeros(_NODES, np.uint64),
        np.zeros(_NODES, np.int64),
        np.zeros((_DEEPEST, 4 * spec.cell_count + 2), np.int64),
        np.zeros((_DEEPEST, 4 * spec.cell_count + 2), np.int64),
    )
