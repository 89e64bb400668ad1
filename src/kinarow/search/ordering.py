"""In which order moves are tried: the sooner the best one comes, the more is cut off."""

from __future__ import annotations

from functools import lru_cache

from kinarow.game import Cell, GameSpec, Position
from kinarow.game.geometry import geometry


@lru_cache(maxsize=64)
def centre_first(spec: GameSpec) -> tuple[int, ...]:
    """All cells as bits, those nearest to the centre first; with gravity, the nearest columns."""

    def distance(cell: Cell) -> tuple[int, int, int]:
        across = abs(2 * cell.column - (spec.columns - 1))
        up = 0 if spec.gravity else abs(2 * cell.row - (spec.rows - 1))
        return across**2 + up**2, cell.column, cell.row

    return tuple(geometry(spec).bit(cell) for cell in sorted(geometry(spec).cells, key=distance))


def moves_in_order(position: Position) -> list[int]:
    """The moves of a position that is not over, as bits."""
    landing = position.landing_cells()
    return [bit for bit in centre_first(position.spec) if bit & landing]
