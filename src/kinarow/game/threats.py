"""Threats: empty cells in which a side would complete a line, be they playable yet or not."""

from __future__ import annotations

from kinarow.game.geometry import Cell
from kinarow.game.position import Position
from kinarow.game.side import Side


def winning_moves(position: Position) -> tuple[Cell, ...]:
    """The moves by which the side to move completes a line at once."""
    legal = set(position.legal_moves())
    threats = find_threats(position)
    return tuple(cell for cell, side in threats if side is position.mover and cell in legal)


def find_threats(position: Position) -> list[tuple[Cell, Side]]:
    """All threats of both sides, by cell."""
    occupied, on = position.first | position.second, position.geometry
    too_long = on.beyond if position.spec.exact else {}
    found = set()
    for window in on.windows:
        empty = window.mask & ~occupied
        if empty.bit_count() == 1 and position.spec.target > 1:
            cell = on.cell(empty)
            found |= {
                (cell, side)
                for side in Side
                if not window.mask & position.stones(side.other)
                and not too_long.get(window.mask, 0) & position.stones(side)
            }
    return sorted(found)
