"""Threats: empty cells in which a side would complete a line, be they playable yet or not."""

from __future__ import annotations

from kinarow.game.geometry import Cell, Geometry
from kinarow.game.position import Position
from kinarow.game.side import Side


def winning_moves(position: Position) -> tuple[Cell, ...]:
    """The moves by which the side to move completes a line at once."""
    legal = set(position.legal_moves())
    threats = find_threats(position)
    return tuple(cell for cell, side in threats if side is position.mover and cell in legal)


def find_threats(position: Position) -> list[tuple[Cell, Side]]:
    """All threats of both sides, by cell."""
    on, occupied = position.geometry, position.first | position.second
    return sorted(
        (cell, side)
        for side in Side
        for cell in on.cells_in(completing_cells(position.stones(side), on) & ~occupied)
    )


def completing_cells(stones: int, on: Geometry) -> int:
    """The cells, as bits, that would complete a line of these stones, empty or not.

    For each direction and each place in a line, the cells whose neighbours at all the other places
    are stones; no line runs over the edge, since a spare bit is never a stone.
    """
    target, cells = on.spec.target, 0
    if target == 1:
        return 0  # every cell wins, and none is a threat
    for step in on.steps.values():
        # before[i]: the cells with i stones next to them on one side, after[i]: on the other.
        before, after = [on.board], [on.board]
        for i in range(1, target):
            before.append(before[-1] & stones << i * step)
            after.append(after[-1] & stones >> i * step)
        for i in range(target):
            cells |= before[i] & after[target - 1 - i]
    return cells
