"""Plans for the side that follows: which columns belong together, and what is kept from the leader.

A plan divides all columns that are not full into groups (`column_game.py`). It is sound by itself:
every stone of the leader's is answered in its own group, so the groups are games apart, and a line
of the leader's is never completed if in one group he never gets all that he needs of it there. If
each of his lines is met in this way, he cannot win. If, besides, there is a group that he cannot
play to its end without losing, or a line of which the follower gets every cell, he loses: when all
else is full at the latest, he has to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kinarow.game import Cell, Position, Side
from kinarow.game.geometry import bits_of
from kinarow.game.threats import completing_cells
from kinarow.reasons.column_game import ColumnGame


def cells_of(position: Position, bits: int) -> tuple[Cell, ...]:
    """The cells of a set of bits, from the left and from below."""
    return tuple(sorted(position.geometry.cell(bit) for bit in bits_of(bits)))


def claimed_cells(column: int, lines: tuple[int, ...]) -> Iterator[tuple[int, bool]]:
    """The cells that the follower gets in a column alone by answering on top, from below, up to one
    that completes a line of his; with whether it does."""
    claimed = 0
    for upper in list(bits_of(column))[1::2]:
        claimed |= upper
        ends = any(line & ~claimed == 0 for line in lines)
        yield upper, ends
        if ends:
            return


@dataclass(frozen=True)
class Group:
    """Columns in which every stone is answered, and what the leader does not get there."""

    columns: tuple[int, ...]
    """The empty cells of each column, as bits."""
    met: tuple[tuple[int, int], ...]
    """The leader's lines that are met here: the whole line, and what he lacks of it here."""
    lines: tuple[int, ...]
    """What the follower lacks of his lines that can be completed here."""
    wins: bool
    """Whether the leader loses if he has to play here to the end."""

    @property
    def cells(self) -> int:
        return sum(self.columns)

    @cached_property
    def game(self) -> ColumnGame:
        forbidden = [lacked for _, lacked in self.met]
        return ColumnGame(self.columns, forbidden, self.lines, must_win=self.wins)


@dataclass(frozen=True)
class Plan:
    """How the follower holds, or wins, from a position in which the other side is to move."""

    position: Position
    groups: tuple[Group, ...]
    after: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Lines of which the follower gets all cells, as what he lacks, with the leader's lines that
    need a cell above each of them."""

    @property
    def follower(self) -> Side:
        return self.position.mover.other

    @property
    def wins(self) -> bool:
        return bool(self.after) or any(group.wins for group in self.groups)

    def answer(self, now: Position) -> int:
        """The follower's move, as a bit, in a position that came about by following this plan."""
        own = now.stones(self.follower)
        if winning := completing_cells(own, now.geometry) & now.landing_cells():
            return winning & -winning
        for group in self.groups:
            leader = now.stones(self.follower.other) & group.cells
            follower = own & group.cells
            if leader.bit_count() > follower.bit_count():
                return group.game.answer(leader, follower)
        raise AssertionError("the follower is asked before the leader has moved")
