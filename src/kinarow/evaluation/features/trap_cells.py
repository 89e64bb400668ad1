"""Traps: cells where a stone would threaten to win in two ways at once."""

from __future__ import annotations

from kinarow.game import Cell, Position, Side


def trap_candidates(position: Position, anywhere: bool) -> tuple[Cell, ...]:
    """The cells that may be traps: all empty ones, or those where a stone can land now."""
    on, occupied = position.geometry, position.first | position.second
    cells = on.board & ~occupied if anywhere else position.landing_cells()
    return tuple(on.cells_in(cells))


def find_traps(position: Position, side: Side, anywhere: bool = False) -> tuple[Cell, ...]:
    """The empty cells where a stone of `side` can land now, or any empty ones, where it completes
    no line, but leaves at least two windows through it with k−1 own stones and one empty cell."""
    own, opponent = position.stones(side), position.stones(side.other)
    needed = position.spec.target - 2
    traps = []
    for cell in trap_candidates(position, anywhere):
        threats = 0
        for window in position.geometry.windows_through[cell]:
            if opponent & window.mask:
                continue
            stones = (own & window.mask).bit_count()
            if stones > needed:
                break  # this stone would complete a line
            threats += stones == needed
        else:
            if threats >= 2:
                traps.append(cell)
    return tuple(traps)
