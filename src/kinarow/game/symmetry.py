"""The symmetries of a board: mirror and rotation as maps from cell to cell."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import lru_cache

from kinarow.game.geometry import Cell, Geometry, bits_of, geometry
from kinarow.game.spec import GameSpec


class Symmetry(Enum):
    """A way to lay a board onto itself.

    >>> from kinarow import Position, Symmetry
    >>> Position.from_moves("1").image(Symmetry.MIRROR) == Position.from_moves("7")
    True
    """

    IDENTITY = "identity"
    MIRROR = "mirror"
    """Left and right exchanged: the one that gravity leaves."""
    FLIP = "flip"
    """Top and bottom exchanged."""
    HALF_TURN = "half-turn"
    QUARTER_TURN = "quarter-turn"
    """Anticlockwise: a1 goes to the bottom right corner."""
    THREE_QUARTER_TURN = "three-quarter-turn"
    TRANSPOSE = "transpose"
    """Columns and rows exchanged; a1 stays."""
    ANTITRANSPOSE = "antitranspose"


def symmetries(spec: GameSpec) -> tuple[Symmetry, ...]:
    """All symmetries of a game, the identity first."""
    if spec.gravity:
        return (Symmetry.IDENTITY, Symmetry.MIRROR)
    rectangle = (Symmetry.IDENTITY, Symmetry.MIRROR, Symmetry.FLIP, Symmetry.HALF_TURN)
    return tuple(Symmetry) if spec.columns == spec.rows else rectangle


def move_cell(spec: GameSpec, symmetry: Symmetry, cell: Cell) -> Cell:
    """Where a cell goes."""
    right, top = spec.columns - 1, spec.rows - 1
    to: dict[Symmetry, Callable[[int, int], tuple[int, int]]] = {
        Symmetry.IDENTITY: lambda c, r: (c, r),
        Symmetry.MIRROR: lambda c, r: (right - c, r),
        Symmetry.FLIP: lambda c, r: (c, top - r),
        Symmetry.HALF_TURN: lambda c, r: (right - c, top - r),
        Symmetry.QUARTER_TURN: lambda c, r: (right - r, c),
        Symmetry.THREE_QUARTER_TURN: lambda c, r: (r, top - c),
        Symmetry.TRANSPOSE: lambda c, r: (r, c),
        Symmetry.ANTITRANSPOSE: lambda c, r: (right - r, top - c),
    }
    return Cell(*to[symmetry](*cell))


def move_bits(spec: GameSpec, symmetry: Symmetry, board: int) -> int:
    """Where a board of bits goes."""
    if symmetry is Symmetry.IDENTITY:
        return board
    moved_to = _moved_to(spec, symmetry)
    return sum(moved_to[bit] for bit in bits_of(board))


@lru_cache(maxsize=64)
def _moved_to(spec: GameSpec, symmetry: Symmetry) -> dict[int, int]:
    on: Geometry = geometry(spec)
    return {on.bit(cell): on.bit(move_cell(spec, symmetry, cell)) for cell in on.cells}
