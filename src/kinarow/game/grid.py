"""Positions as arrays of numbers. Imports numpy, so import it only where arrays are needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinarow.game.geometry import Geometry
from kinarow.game.position import Position
from kinarow.game.side import Side


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


def _cells(board: int, on: Geometry) -> NDArray[np.int8]:
    bit_count = on.spec.columns * on.stride
    data = np.frombuffer(board.to_bytes((bit_count + 7) // 8, "little"), dtype=np.uint8)
    bits = np.unpackbits(data, count=bit_count, bitorder="little").astype(np.int8)
    up_the_columns = bits.reshape(on.spec.columns, on.stride)[:, : on.spec.rows]
    return np.ascontiguousarray(up_the_columns.T[::-1])
