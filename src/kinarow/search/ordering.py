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


_MOST_CELLS_TRIED = 64
_NEARBY = 2


def tries_only_nearby(spec: GameSpec) -> bool:
    """Whether searches try only cells near stones: on large boards without gravity."""
    return not spec.gravity and spec.cell_count > _MOST_CELLS_TRIED


def moves_in_order(position: Position) -> list[int]:
    """The moves that a search tries in a position that is not over, as bits."""
    landing = position.landing_cells()
    if tries_only_nearby(position.spec):
        landing &= _near_stones(position)
    return [bit for bit in centre_first(position.spec) if bit & landing]


def _near_stones(position: Position) -> int:
    """The cells within two steps of a stone; on the empty board, the centre."""
    on, cells = position.geometry, position.first | position.second
    if not cells:
        return centre_first(position.spec)[0]
    for _ in range(_NEARBY):
        cells = (cells | cells << 1 | cells >> 1) & on.board
    for _ in range(_NEARBY):
        cells = (cells | cells << on.stride | cells >> on.stride) & on.board
    return cells


def moves_near_stones(position: Position) -> list[Cell]:
    """The legal moves within two steps of a stone, those with most stones around first."""
    taken = position.geometry.cells_in(position.first | position.second)
    counts = {
        move: sum(max(abs(move.column - c.column), abs(move.row - c.row)) <= _NEARBY for c in taken)
        for move in position.legal_moves()
    }
    return sorted((move for move in counts if counts[move]), key=lambda move: -counts[move])
