"""Runs with room at both ends: open twos, open threes, open fours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from kinarow.evaluation.explanation.breakdown import LINE_NAMES, Arranged, counted
from kinarow.evaluation.features.features import Feature, OpenRule, feature
from kinarow.evaluation.features.points import k
from kinarow.evaluation.terms.by_stones import ByStones
from kinarow.evaluation.terms.pattern import runs_of
from kinarow.evaluation.terms.term import registered
from kinarow.game import Direction, GameSpec, Position, Side

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer

_NUMBERS: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@registered
@dataclass(frozen=True, slots=True, init=False)
class OpenRuns(ByStones):
    """Every run of k + 1 cells whose two ends are empty counts by the stones between them, if only
    one colour has any there.

    With k − 1 stones a line can be completed at either end: an open four, where k is 5. With k − 2
    the next stone makes one: an open three. A row of three with much room lies in two such runs.

    >>> from kinarow import Evaluator, OpenRuns, Position, Side, k
    >>> mine = Evaluator("mine", OpenRuns(own={k - 2: 30}, opponent={k - 2: -30}))
    >>> mine.evaluate(Position.from_moves("g8 g9 h8 h9 i8 a1", "gomoku"), Side.FIRST)
    60
    """

    kind: ClassVar[str] = "open-runs"
    short_name: ClassVar[str] = "open"

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        if spec.target == 1:  # nothing lies between the ends
            return
        rule = OpenRule(
            self.own.table(spec.target)[: spec.target],
            self.opponent.table(spec.target)[: spec.target],
        )
        for direction in Direction:
            for cells in runs_of(spec, spec.target + 1, direction):
                yield feature(spec, cells, rule, LINE_NAMES[direction])

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        occupied = position.first | position.second
        steps = {n: Arranged(_title(n)) for n in range(position.spec.target - 1, 0, -1)}
        for run, points in counted(part, position, side):
            steps[(run.mask & occupied).bit_count()].counted.append((run.cells, points))
        return [step for step in steps.values() if step.counted]

    def legend(self) -> str:
        return (
            "An open run r is k + 1 cells next to each other on a line, the first and the last of "
            "them empty; its stones lie between these."
        )

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        value = f"{writer.function('G', self)}(r)"
        by_count = writer.by_count(self.own, self.opponent, "r", more=1)
        return n.sum(n.words("open runs"), "", value), [(value, by_count)]

    @classmethod
    def example(cls) -> OpenRuns:
        return cls(own={k - 1: 300, k - 2: 40}, opponent={k - 1: -300, k - 2: -40})


def _title(stones: int) -> str:
    """What players call such runs."""
    return f"open {_NUMBERS[stones]}s" if stones < len(_NUMBERS) else f"open runs of {stones}"
