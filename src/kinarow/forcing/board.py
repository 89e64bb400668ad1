"""The arrays that kernels work with, made for a position."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.geometry import geometry

if TYPE_CHECKING:
    from kinarow.forcing.answers_kernel import Marks
    from kinarow.forcing.fours_kernel import FoursDesk
    from kinarow.forcing.threats_kernel import Threats
    from kinarow.forcing.proof_kernel import ProofDesk
    from kinarow.native.types import Ints

_SEED = 20_26
_MOST_FOURS = 120
_REMEMBERED = 1 << 14
_DEEPEST = 80
_KNOWN = 1 << 19


def index_of(spec: GameSpec, cell: Cell) -> int:
    return cell.row * spec.columns + cell.column


def cell_at(spec: GameSpec, index: int) -> Cell:
    row, column = divmod(int(index), spec.columns)
    return Cell(column, row)


@lru_cache(maxsize=8)
def _windows(spec: GameSpec) -> tuple[Ints, Ints]:
    """The cells of each window, and the windows through each cell."""
    windows = [[index_of(spec, cell) for cell in window.cells] for window in geometry(spec).windows]
    cells = np.array(windows, dtype=np.int64).reshape(-1, spec.target)
    through: list[list[int]] = [[] for _ in range(spec.cell_count)]
    for number, window in enumerate(windows):
        for cell in window:
            through[cell].append(number)
    widest = max(map(len, through), default=0) + 1
    filled = np.full((spec.cell_count, widest), -1, dtype=np.int64)
    for cell, numbers in enumerate(through):
        filled[cell, : len(numbers)] = numbers
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
        np.zeros(1, np.uint64),
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
        np.zeros(4, np.int64),
    )


def marks_for(spec: GameSpec) -> Marks:
    from kinarow.forcing.answers_kernel import Marks

    def cells() -> Ints:
        return np.zeros(spec.cell_count, np.int64)

    return Marks(cells(), cells(), cells(), np.zeros(2, np.int64), cells() - 1)


def proof_desk(spec: GameSpec, side: int) -> ProofDesk:
    from kinarow.forcing.proof_kernel import ProofDesk

    widest = spec.cell_count + 1
    return ProofDesk(
        np.zeros((_DEEPEST, widest), np.int64),
        np.zeros((_DEEPEST, widest), np.int64),
        np.zeros((_DEEPEST, widest), np.int64),
        np.zeros(_KNOWN, np.uint64),
        np.zeros((_KNOWN, 4), np.int32),
        np.array([side, 0, 0, 0, 0, 150], np.int64),
    )
