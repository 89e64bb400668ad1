"""How games end: lines on a board of bits."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

from kinarow.game.geometry import Cell, Direction, Geometry, bits_of
from kinarow.game.side import Side


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: a winner and the lines, or nobody and a full board.

    >>> from kinarow import Position
    >>> ending = Position.from_moves("1212121").ending()
    >>> ending.winner, len(ending.lines)
    (<Side.FIRST: 1>, 1)
    >>> print(ending)
    X wins along a4 a3 a2 a1
    """

    winner: Side | None
    lines: tuple[tuple[Cell, ...], ...] = ()
    """Each winning line at its full length; more than the target only where that wins."""

    def words(self, mark: Callable[[Side], str] = operator.attrgetter("mark")) -> str:
        """How it ended, in words; `mark` says how a side is written."""
        if self.winner is None:
            return "a draw, the board is full"
        along = " and ".join(" ".join(map(str, line)) for line in self.lines)
        return f"{mark(self.winner)} wins along {along}"

    def __str__(self) -> str:
        return self.words()


def has_line(stones: int, geometry: Geometry) -> bool:
    """Whether one side's stones hold a line that wins."""
    return any(_window_starts(stones, geometry, step) for step in geometry.steps.values())


def lines(stones: int, geometry: Geometry) -> tuple[tuple[Cell, ...], ...]:
    """All lines that win, each at its full length."""
    found: list[tuple[Cell, ...]] = []
    for direction, step in geometry.steps.items():
        in_lines = 0
        starts = _window_starts(stones, geometry, step)
        for i in range(geometry.spec.target):
            in_lines |= starts << i * step
        for bit in bits_of(in_lines & ~(in_lines << step)):
            line = []
            while bit & in_lines:
                line.append(geometry.cell(bit))
                bit <<= step
            found.append(tuple(line[::-1]) if direction is Direction.COLUMN else tuple(line))
    # A target of 1 would find each stone once in every direction.
    return tuple(dict.fromkeys(found))


def _window_starts(stones: int, geometry: Geometry, step: int) -> int:
    """The lowest bit of each window that is full of these stones; in exact games, of those with
    no other stone at either end.

    Runs are grown by doubling: a run of 4 is two runs of 2, side by side.
    """
    starts, length, target = stones, 1, geometry.spec.target
    while length < target and starts:
        grow = min(length, target - length)
        starts &= starts >> grow * step
        length += grow
    if geometry.spec.exact:
        # Beyond the edge of the board there is a spare bit, or none.
        starts &= ~(stones << step) & ~(stones >> target * step)
    return starts
