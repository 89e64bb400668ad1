"""Positions as arrays of numbers. Imports numpy, so import it only where arrays are needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinarow.game.geometry import Cell, Geometry
from kinarow.game.position import Position
from kinarow.game.side import Side
from kinarow.game.spec import GameSpec


def grid_of(position: Position) -> NDArray[np.int8]:
    """The board as rows of 0, 1 and 2, top row first; a new array each time."""
    first = _cells(position.stones(Side.FIRST), position.geometry)
    second = _cells(position.stones(Side.SECOND), position.geometry)
    return first + 2 * second


def stones_grid(position: Position, side: Side) -> NDArray[np.int8]:
    """One side's stones as rows of 0 and 1, top row first."""
    return _cells(position.stones(side), position.geometry)


def landing_grid(position: Position) -> NDArray[np.int8]:
    """The cells that a stone can take now as rows of 0 and 1, top row first."""
    return _cells(position.landing_cells(), position.geometry)


def bordered_grid(position: Position) -> NDArray[np.int8]:
    """The board as kernels see it: flat, bottom row first, with a border; see `line_kernel`."""
    return np.pad(grid_of(position)[::-1], 1, constant_values=-1).ravel()


def place_of(spec: GameSpec, cell: Cell) -> int:
    """Where a cell is on the bordered board."""
    return (cell.row + 1) * (spec.columns + 2) + cell.column + 1


def landing_places(position: Position) -> NDArray[np.int64]:
    """The places to try: with gravity the lowest empty one of each column, or the border above a
    full one; all cells without, in reading order."""
    spec, on = position.spec, position.geometry
    if spec.gravity:
        occupied = position.first | position.second
        heights = [(occupied & on.column_mask(c)).bit_count() for c in range(spec.columns)]
        cells = [Cell(column, height) for column, height in enumerate(heights)]
    else:
        cells = list(on.cells)
    return np.array([place_of(spec, cell) for cell in cells], dtype=np.int64)


def _cells(board: int, on: Geometry) -> NDArray[np.int8]:
    bit_count = on.spec.columns * on.stride
    data = np.frombuffer(board.to_bytes((bit_count + 7) // 8, "little"), dtype=np.uint8)
    bits = np.unpackbits(data, count=bit_count, bitorder="little").astype(np.int8)
    up_the_columns = bits.reshape(on.spec.columns, on.stride)[:, : on.spec.rows]
    return np.ascontiguousarray(up_the_columns.T[::-1])
