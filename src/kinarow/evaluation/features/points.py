"""Points by the number of stones in a window, written for every target at once.

`{k: 1000, k - 1: 15}` is a rule for windows that are full and for those that lack one stone,
whatever the target k of the game is; `powers_of(10)` is 10ⁿ for n stones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import checked_points
from kinarow.score import LARGEST_FEATURE, Score


@dataclass(frozen=True, slots=True, order=True)
class StoneCount:
    """A number of stones relative to the target: k − `missing`."""

    missing: int

    def __sub__(self, fewer: int) -> StoneCount:
        if type(fewer) is not int:
            raise EvaluatorError(
                f"a number of stones must be k minus a whole number, not k - {fewer!r}"
            )
        return StoneCount(self.missing + fewer)

    def __str__(self) -> str:
        return f"k-{self.missing}" if self.missing else "k"

    def __repr__(self) -> str:
        return f"k - {self.missing}" if self.missing else "k"


k = StoneCount(0)
"""The target of the game."""


@dataclass(frozen=True, slots=True)
class PointsByCount:
    """Points for some numbers of stones; the others are worth nothing."""

    rules: tuple[tuple[StoneCount, Score], ...] = ()

    @classmethod
    def of(cls, rules: Mapping[StoneCount, Score], field: str) -> PointsByCount:
        for count in rules:
            if not isinstance(count, StoneCount) or count.missing < 0:
                raise EvaluatorError(
                    f"{field}: {count!r} is not a number of stones such as k or k-1"
                )
        checked = {
            count: checked_points(points, f"{field}: the points for {count}")
            for count, points in rules.items()
        }
        return cls(tuple(sorted(checked.items())))

    def table(self, target: int) -> tuple[Score, ...]:
        """The points for 0, 1, … `target` stones."""
        table: list[Score] = [0] * (target + 1)
        for count, points in self.rules:
            # For small targets, a rule that would need less than one stone is no rule.
            if target - count.missing >= 1:
                table[target - count.missing] = points
        return tuple(table)

    def written_out(self, target: int) -> PointsByCount:
        """The same: each number of stones has its own points already."""
        del target
        return self


@dataclass(frozen=True, slots=True)
class Powers:
    """baseⁿ for n stones, with a sign, kept inside what one window may count."""

    base: int
    sign: int = 1

    def __post_init__(self) -> None:
        if isinstance(self.base, bool) or not isinstance(self.base, int):
            raise EvaluatorError(f"powers_of: the base must be a whole number, not {self.base!r}")
        if not 1 <= self.base <= LARGEST_FEATURE:
            raise EvaluatorError(
                f"powers_of: the base must be 1 to {LARGEST_FEATURE}, not {self.base}"
            )

    def __neg__(self) -> Powers:
        return Powers(self.base, -self.sign)

    def table(self, target: int) -> tuple[Score, ...]:
        """The points for 0, 1, … `target` stones; no stone is worth nothing."""
        powers = (min(self.base**n, LARGEST_FEATURE) for n in range(1, target + 1))
        return (0, *(self.sign * power for power in powers))

    def written_out(self, target: int) -> PointsByCount:
        """For one target, points of its own for each number of stones."""
        table = self.table(target)
        return PointsByCount(tuple((k - n, table[target - n]) for n in range(target)))

    def __repr__(self) -> str:
        return f"{'-' if self.sign < 0 else ''}powers_of({self.base})"


Points = PointsByCount | Powers
"""What a window that only one colour holds is worth, by its stones."""

PointsLike = Points | Mapping[StoneCount, Score]
"""Points as people write them: `{k: 1000, k - 1: 15}` or `powers_of(10)`."""


def powers_of(base: int) -> Powers:
    """`powers_of(10)` is 10ⁿ for n stones; `-powers_of(10)` its negative.

    >>> from kinarow import Evaluator, Position, Side, Windows, powers_of
    >>> lines = Evaluator("lines", Windows(own=powers_of(10), opponent=-powers_of(10)))
    >>> lines.evaluate(Position.from_moves("44"), Side.FIRST)
    -30
    """
    return Powers(base)


def as_points(points: PointsLike, field: str) -> Points:
    """Points in the form that terms keep."""
    if isinstance(points, Mapping):
        return PointsByCount.of(points, field)
    if isinstance(points, Points):
        return points
    raise EvaluatorError(f"{field} must be points by count such as {{k: 1}}, not {points!r}")
