"""Threats: empty cells in which a side would complete a line, be they playable yet or not."""

from __future__ import annotations

from functools import lru_cache

from kinarow.game.geometry import Cell, Geometry, bits_of
from kinarow.game.position import Position
from kinarow.game.side import Side


def winning_moves(position: Position) -> tuple[Cell, ...]:
    """The moves by which the side to move completes a line at once."""
    return playable_threats(position, position.mover)


def playable_threats(position: Position, side: Side) -> tuple[Cell, ...]:
    """The threats of a side where a stone can land now; none once the game is over."""
    on = position.geometry
    legal = on.mask(position.legal_moves())
    return tuple(map(on.cell, bits_of(completing_cells(position.stones(side), on) & legal)))


def is_quiet(position: Position) -> bool:
    """Whether neither side can complete a line with the next stone."""
    return not any(playable_threats(position, side) for side in Side)


def threatened_cells(position: Position) -> list[Cell]:
    """Where the other side would win with its next stone, unless the side to move wins first."""
    if winning_moves(position):
        return []
    legal, other = set(position.legal_moves()), position.mover.other
    return [cell for cell, side in find_threats(position) if side is other and cell in legal]


def find_threats(position: Position) -> list[tuple[Cell, Side]]:
    """All threats of both sides, by cell."""
    on = position.geometry
    empty = on.board & ~(position.first | position.second)
    return sorted(
        (on.cell(bit), side)
        for side in Side
        for bit in bits_of(completing_cells(position.stones(side), on) & empty)
    )


@lru_cache(maxsize=1 << 10)
def completing_cells(stones: int, on: Geometry) -> int:
    """The cells, as bits, that would complete a line of these stones, empty or not. It is
    remembered, since in a search every stone leaves the other side's as they are."""
    target, cells = on.spec.target, 0
    if target == 1:
        return 0  # every cell wins, and none is a threat
    for step in on.steps.values():
        if target > 3 and not stones & stones >> step:
            continue  # of four places or more, one of them empty, two neighbours are stones
        found = _completing_along(step, stones, on.board, target)
        if found and on.spec.exact:
            found &= ~_completing_along(step, stones, on.board, target + 1)
        cells |= found
    return cells


def _completing_along(step: int, stones: int, board: int, length: int) -> int:
    """The cells that complete a row of at least this length in one direction: for each place in it,
    those whose neighbours at all the other places are stones; no line runs over the edge, since a
    spare bit is never a stone."""
    # before[i]: the cells with i stones next to them on one side, after: on the other.
    before, shift = [board], step
    for _ in range(length - 1):
        before.append(before[-1] & stones << shift)
        shift += step
    cells, after, shift = 0, board, 0
    for one_side in reversed(before):
        cells |= one_side & after
        shift += step
        after &= stones >> shift
    return cells
