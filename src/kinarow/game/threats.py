"""Threats: empty cells in which a side would complete a line, be they playable yet or not."""

from __future__ import annotations

from functools import lru_cache

from kinarow.game.geometry import Cell, Geometry
from kinarow.game.position import Position
from kinarow.game.side import Side


def winning_moves(position: Position) -> tuple[Cell, ...]:
    """The moves by which the side to move completes a line at once."""
    legal = set(position.legal_moves())
    threats = find_threats(position)
    return tuple(cell for cell, side in threats if side is position.mover and cell in legal)


def threatened_cells(position: Position) -> list[Cell]:
    """Where the other side would win with its next stone, unless the side to move wins first."""
    if winning_moves(position):
        return []
    legal, other = set(position.legal_moves()), position.mover.other
    return [cell for cell, side in find_threats(position) if side is other and cell in legal]


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


@lru_cache(maxsize=1 << 10)
def completing_cells(stones: int, on: Geometry) -> int:
    """The cells, as bits, that would complete a row of at least `target` of these stones, empty or
    not: `find_threats` for searches, where lines need not be exact.

    For each direction and each place in a line, the cells whose neighbours at all the other places
    are stones; no line runs over the edge, since a spare bit is never a stone. It is remembered,
    since in a search every stone leaves the other side's as they are.
    """
    target, board, cells = on.spec.target, on.board, 0
    if target == 1:
        return 0  # every cell wins, and none is a threat
    for step in on.steps.values():
        if target > 3 and not stones & stones >> step:
            continue  # of four places or more, one of them empty, two neighbours are stones
        # before[i]: the cells with i stones next to them on one side, after: on the other.
        before, shift = [board], step
        for _ in range(target - 1):
            before.append(before[-1] & stones << shift)
            shift += step
        after, shift = board, 0
        for one_side in reversed(before):
            cells |= one_side & after
            shift += step
            after &= stones >> shift
    return cells
