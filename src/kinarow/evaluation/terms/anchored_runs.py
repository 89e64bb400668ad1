"""Runs of k cells that begin at a stone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Final

from kinarow.evaluation.explanation.breakdown import Arranged, by_group, counted, number
from kinarow.evaluation.features.features import AnchoredRule, Feature, feature
from kinarow.evaluation.features.points import k
from kinarow.evaluation.terms.by_stones import ByStones
from kinarow.evaluation.terms.term import registered
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.geometry import geometry

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer

_DIRECTIONS: Final = {"right": (1, 0), "up": (0, 1), "up-right": (1, 1), "up-left": (-1, 1)}
_TITLES: Final = {
    "right": "hScore, to the right",
    "up": "vScore, up",
    "up-right": "rdScore, up-right",
    "up-left": "ldScore, up-left",
}
_MOST_STONES_IN_A_NOTE = 24


@registered
@dataclass(frozen=True, slots=True, init=False)
class AnchoredRuns(ByStones):
    """From each stone, the k cells that begin with it to the right, up, up-right and up-left.

    Off the board or with both colours in it, a run counts nothing; else by its stones.

    >>> from kinarow import AnchoredRuns, Evaluator, Position, Side, k
    >>> mine = Evaluator("mine", AnchoredRuns(own={k - 2: 100}, opponent={k - 2: -100}))
    >>> mine.evaluate(Position.from_moves("112"), Side.FIRST)
    100
    """

    kind: ClassVar[str] = "anchored-runs"
    short_name: ClassVar[str] = "runs"

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        rule = AnchoredRule(self.own.table(spec.target), self.opponent.table(spec.target))
        on = geometry(spec)
        for name, (across, up) in _DIRECTIONS.items():
            for start in sorted(on.cells, key=lambda cell: (cell.row, cell.column)):
                run = _run(start, across, up, spec.target)
                if on.contains(run[-1]):
                    yield feature(spec, run, rule, name)

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        steps = by_group(_TITLES, counted(part, position, side))
        for step in steps:
            step.note = _stone_by_stone(step, position)
        return steps

    def legend(self) -> str:
        return (
            "A run r is the k cells that begin at a stone and go in one direction; the side of "
            "that stone is the one that it counts for."
        )

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        function = writer.function("f", self)
        directions = " + ".join(
            n.sum(n.words("stones"), "", f"{function}({n.subscript('r', n.words(direction))})")
            for direction in _DIRECTIONS
        )
        return directions, [(f"{function}(r)", writer.by_count(self.own, self.opponent, "r"))]

    @classmethod
    def example(cls) -> AnchoredRuns:
        return cls(own={k - 1: 300, k - 2: 100}, opponent={k - 1: -300, k - 2: -100})


def _run(start: Cell, across: int, up: int, length: int) -> tuple[Cell, ...]:
    return tuple(Cell(start.column + i * across, start.row + i * up) for i in range(length))


def _stone_by_stone(step: Arranged, position: Position) -> str:
    """One number for each stone of the board, from the bottom row up, as the document has it."""
    if not 0 < position.plies <= _MOST_STONES_IN_A_NOTE:
        return ""
    points = {cells[0]: points for cells, points in step.counted}
    occupied = position.geometry.cells_in(position.first | position.second)
    from_below = sorted(occupied, key=lambda cell: (cell.row, cell.column))
    first, *others = (points.get(cell, Fraction(0)) for cell in from_below)
    words = number(first)
    for value in others:
        words += f" {'−' if value < 0 else '+'} {number(abs(value))}"
    return f"{words} = {number(step.points)}"
