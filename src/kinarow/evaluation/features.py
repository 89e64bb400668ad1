"""What terms lower to: features, the one meaning that scores, explanations and tables come from.

A feature is a rule laid on some ordered cells. It sees a board as two sets of bits, own and
opposing, and says what its cells are worth for the side that owns the first.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Protocol

from kinarow.evaluation.numbers import exact
from kinarow.game import Cell, GameSpec
from kinarow.game.geometry import geometry
from kinarow.score import Score

Bits = tuple[int, ...]


class Rule(Protocol):
    """What cells are worth by what they hold, wherever they lie."""

    def points(self, bits: Bits, mask: int, own: int, opponent: int) -> Score:
        """The worth of the cells with these bits; `mask` is all of them."""
        ...

    def classes(self, length: int) -> tuple[int, ...]:
        """For each cell its class; cells of one class can change places without effect."""
        ...

    def unordered(self) -> Hashable:
        """What tells it from other rules once the classes of its cells are known."""
        ...

    def numbers(self) -> tuple[Score, ...]:
        """All points that the rule can give."""
        ...

    def times(self, factor: int) -> Rule:
        """The same rule with all points multiplied, which must make them whole."""
        ...


@dataclass(frozen=True, slots=True)
class LineRule:
    """Cells count by the number of stones in them, if only one colour holds any."""

    own: tuple[Score, ...]
    """Points by number of own stones, 0 included."""
    opponent: tuple[Score, ...]

    def points(self, bits: Bits, mask: int, own: int, opponent: int) -> Score:
        mine, theirs = own & mask, opponent & mask
        if mine:
            return 0 if theirs else self.own[mine.bit_count()]
        return self.opponent[theirs.bit_count()]

    def classes(self, length: int) -> tuple[int, ...]:
        return (0,) * length

    def unordered(self) -> Hashable:
        return self

    def numbers(self) -> tuple[Score, ...]:
        return self.own + self.opponent

    def times(self, factor: int) -> LineRule:
        return LineRule(_times(self.own, factor), _times(self.opponent, factor))


@dataclass(frozen=True, slots=True)
class AnchoredRule:
    """As `LineRule`, but only where a stone lies on the first cell, and for that stone's side."""

    own: tuple[Score, ...]
    opponent: tuple[Score, ...]

    def points(self, bits: Bits, mask: int, own: int, opponent: int) -> Score:
        mine, theirs = own & mask, opponent & mask
        if bits[0] & mine:
            return 0 if theirs else self.own[mine.bit_count()]
        if bits[0] & theirs:
            return 0 if mine else self.opponent[theirs.bit_count()]
        return 0

    def classes(self, length: int) -> tuple[int, ...]:
        return (0, *(1,) * (length - 1))

    def unordered(self) -> Hashable:
        return self

    def numbers(self) -> tuple[Score, ...]:
        return self.own + self.opponent

    def times(self, factor: int) -> AnchoredRule:
        return AnchoredRule(_times(self.own, factor), _times(self.opponent, factor))


@dataclass(frozen=True, slots=True)
class PatternRule:
    """Cells count if they hold exactly a pattern such as `.XXX.`, X being a side's own stones."""

    pattern: str
    own: Score
    """Points where X is our side."""
    opponent: Score
    """Points where X is the other side."""

    def points(self, bits: Bits, mask: int, own: int, opponent: int) -> Score:
        if not (own | opponent) & mask:
            return 0  # by far the most common case, and a pattern has at least one stone
        held = "".join("X" if own & b else "O" if opponent & b else "." for b in bits)
        swapped = held.translate(_SWAP)
        return self.own * (held == self.pattern) + self.opponent * (swapped == self.pattern)

    def classes(self, length: int) -> tuple[int, ...]:
        return tuple(".XO".index(mark) for mark in self.pattern)

    def unordered(self) -> Hashable:
        return ("pattern", self.own, self.opponent)  # read from the other end, it is the same rule

    def numbers(self) -> tuple[Score, ...]:
        return (self.own, self.opponent)

    def times(self, factor: int) -> PatternRule:
        own, opponent = _times((self.own, self.opponent), factor)
        return replace(self, own=own, opponent=opponent)


_SWAP = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class Feature:
    """A rule laid on some ordered cells."""

    cells: tuple[Cell, ...]
    bits: Bits
    mask: int
    rule: Rule
    group: str = ""
    """The heading under which an explanation puts it."""

    def points(self, own: int, opponent: int) -> Score:
        return self.rule.points(self.bits, self.mask, own, opponent)


def feature(spec: GameSpec, cells: tuple[Cell, ...], rule: Rule, group: str) -> Feature:
    """Lay a rule on cells of a game's board."""
    bits = tuple(map(geometry(spec).bit, cells))
    return Feature(cells, bits, sum(bits), rule, group)


def _times(points: tuple[Score, ...], factor: int) -> tuple[int, ...]:
    return tuple(int(exact(number) * factor) for number in points)
