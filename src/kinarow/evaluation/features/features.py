"""What terms lower to: features, the one meaning that scores, explanations and tables come from.

A feature is a rule laid on some ordered cells. It sees a board as two sets of bits, own and
opposing, and says what its cells are worth for the side that owns the first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter
from typing import Protocol, Self

from kinarow.evaluation.decimals import exact
from kinarow.evaluation.features.codes import Contents
from kinarow.game import Cell, GameSpec, Side
from kinarow.game.geometry import geometry
from kinarow.score import Score

Bits = tuple[int, ...]


class Rule(Protocol):
    """What cells are worth by what they hold, wherever they lie."""

    def points(self, bits: Bits, mask: int, own: int, opponent: int, side: Side) -> Score:
        """What the cells with these bits are worth for `side`, whose stones are `own`; `mask` is
        all of the cells."""
        ...

    def classes(self, length: int) -> tuple[int, ...]:
        """For each cell its class; cells of one class can change places without effect."""
        ...

    def laid(self, cells: tuple[Cell, ...]) -> Hashable:
        """The rule on these cells, in a form that is equal for all orders that mean the same."""
        ...

    def numbers(self) -> tuple[Score, ...]:
        """All points that the rule can give."""
        ...

    def times(self, factor: int) -> Rule:
        """The same rule with all points multiplied, which must make them whole."""
        ...


@dataclass(frozen=True, slots=True)
class CountingRule(ABC):
    """Cells count by the number of stones in them, if only one colour holds any that count."""

    own: tuple[Score, ...]
    """Points by number of own stones, 0 included."""
    opponent: tuple[Score, ...]

    @abstractmethod
    def points(self, bits: Bits, mask: int, own: int, opponent: int, side: Side) -> Score: ...

    @abstractmethod
    def classes(self, length: int) -> tuple[int, ...]: ...

    def laid(self, cells: tuple[Cell, ...]) -> Hashable:
        return (self, *_by_class(cells, self.classes(len(cells))))

    def numbers(self) -> tuple[Score, ...]:
        return self.own + self.opponent

    def times(self, factor: int) -> Self:
        return replace(self, own=_times(self.own, factor), opponent=_times(self.opponent, factor))


class LineRule(CountingRule):
    """All cells alike."""

    __slots__ = ()

    def points(self, bits: Bits, mask: int, own: int, opponent: int, side: Side) -> Score:
        mine, theirs = own & mask, opponent & mask
        if mine:
            return 0 if theirs else self.own[mine.bit_count()]
        return self.opponent[theirs.bit_count()]

    def classes(self, length: int) -> tuple[int, ...]:
        return (0,) * length


class AnchoredRule(CountingRule):
    """Only where a stone lies on the first cell, and for that stone's side."""

    __slots__ = ()

    def points(self, bits: Bits, mask: int, own: int, opponent: int, side: Side) -> Score:
        mine, theirs = own & mask, opponent & mask
        if bits[0] & mine:
            return 0 if theirs else self.own[mine.bit_count()]
        if bits[0] & theirs:
            return 0 if mine else self.opponent[theirs.bit_count()]
        return 0

    def classes(self, length: int) -> tuple[int, ...]:
        return (0, *(1,) * (length - 1))


class OpenRule(CountingRule):
    """The cells between the first and the last, which must both be empty."""

    __slots__ = ()

    def points(self, bits: Bits, mask: int, own: int, opponent: int, side: Side) -> Score:
        mine, theirs = own & mask, opponent & mask
        if (mine | theirs) & (bits[0] | bits[-1]):
            return 0
        if mine:
            return 0 if theirs else self.own[mine.bit_count()]
        return self.opponent[theirs.bit_count()]

    def classes(self, length: int) -> tuple[int, ...]:
        return (0, *(1,) * (length - 2), 0)


@dataclass(frozen=True, slots=True)
class PatternRule:
    """Cells count if they hold exactly a pattern such as `.XXX.`, X being a side's own stones."""

    pattern: str
    own: Score
    """Points where X is our side."""
    opponent: Score
    """Points where X is the other side."""

    def points(self, bits: Bits, mask: int, own: int, opponent: int, side: Side) -> Score:
        if not (own | opponent) & mask:
            return 0  # by far the most common case, and a pattern has at least one stone
        held = "".join("X" if own & b else "O" if opponent & b else "." for b in bits)
        swapped = held.translate(_SWAP)
        return self.own * (held == self.pattern) + self.opponent * (swapped == self.pattern)

    def classes(self, length: int) -> tuple[int, ...]:
        return tuple(".XO".index(mark) for mark in self.pattern)

    def laid(self, cells: tuple[Cell, ...]) -> Hashable:
        # Read from the other end, it is the same rule.
        classes = self.classes(len(cells))
        return ("pattern", self.own, self.opponent, *_by_class(cells, classes))

    def numbers(self) -> tuple[Score, ...]:
        return (self.own, self.opponent)

    def times(self, factor: int) -> PatternRule:
        own, opponent = _times((self.own, self.opponent), factor)
        return replace(self, own=own, opponent=opponent)


_SWAP = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class TableRule:
    """Cells count by exactly what they hold: points for the first side, by the numbers that
    `contents` gives to what cells hold."""

    table: tuple[Score, ...]
    contents: Contents

    def points(self, bits: Bits, mask: int, own: int, opponent: int, side: Side) -> Score:
        first, second = (own, opponent) if side is Side.FIRST else (opponent, own)
        number = 0
        for bit, (by_first, by_second) in zip(bits, self.contents.steps, strict=True):
            if first & bit:
                number += by_first
            elif second & bit:
                number += by_second
        return self.table[number] if side is Side.FIRST else -self.table[number]

    def classes(self, length: int) -> tuple[int, ...]:
        return tuple(range(length))

    def laid(self, cells: tuple[Cell, ...]) -> Hashable:
        piles = self.contents.piles
        order = sorted(range(len(piles)), key=lambda pile: cells[piles[pile][0]])
        laid = tuple(cells[index] for pile in order for index in piles[pile])
        return laid, _reader(self.contents, tuple(order))(self.table)

    def numbers(self) -> tuple[Score, ...]:
        return self.table

    def times(self, factor: int) -> TableRule:
        return replace(self, table=_times(self.table, factor))


@lru_cache(maxsize=1024)
def _reader(
    contents: Contents, order: tuple[int, ...]
) -> Callable[[tuple[Score, ...]], tuple[Score, ...]]:
    """What reads a table as if the piles came in another order."""
    numbers = contents.numbers_by(order)
    return itemgetter(*numbers) if len(numbers) > 1 else tuple


@dataclass(frozen=True, slots=True)
class SideRule:
    """The same points whatever lies on the cells: some for the first side, some for the second."""

    first: Score
    second: Score

    def points(self, bits: Bits, mask: int, own: int, opponent: int, side: Side) -> Score:
        return self.first if side is Side.FIRST else self.second

    def classes(self, length: int) -> tuple[int, ...]:
        return (0,) * length

    def laid(self, cells: tuple[Cell, ...]) -> Hashable:
        return self  # it means the same on all cells

    def numbers(self) -> tuple[Score, ...]:
        return (self.first, self.second)

    def times(self, factor: int) -> SideRule:
        first, second = _times((self.first, self.second), factor)
        return SideRule(first, second)


@dataclass(frozen=True, slots=True)
class Feature:
    """A rule laid on some ordered cells."""

    cells: tuple[Cell, ...]
    bits: Bits
    mask: int
    rule: Rule
    group: str = ""
    """The heading under which an explanation puts it."""

    def points(self, own: int, opponent: int, side: Side) -> Score:
        """What it counts for `side`, whose stones are `own`."""
        return self.rule.points(self.bits, self.mask, own, opponent, side)


def feature(spec: GameSpec, cells: tuple[Cell, ...], rule: Rule, group: str) -> Feature:
    """Lay a rule on cells of a game's board."""
    bits = tuple(map(geometry(spec).bit, cells))
    return Feature(cells, bits, sum(bits), rule, group)


def _by_class(cells: tuple[Cell, ...], classes: tuple[int, ...]) -> Iterator[frozenset[Cell]]:
    """The cells of each class, their order forgotten."""
    for wanted in range(max(classes) + 1):
        yield frozenset(cell for cell, c in zip(cells, classes, strict=True) if c == wanted)


def _times(points: tuple[Score, ...], factor: int) -> tuple[int, ...]:
    return tuple(int(exact(number) * factor) for number in points)
