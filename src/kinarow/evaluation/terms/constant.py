"""The same points on every board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kinarow.evaluation.decimals import exact
from kinarow.evaluation.explanation.breakdown import Arranged
from kinarow.evaluation.features.features import Feature, SideRule, feature
from kinarow.evaluation.terms.term import Term, check_fields, registered
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer


@registered
@dataclass(frozen=True, slots=True)
class Constant(Term):
    """The same points on every board, whichever side asks.

    >>> from kinarow.evaluation import Evaluator
    >>> from kinarow.evaluation.terms import Constant
    >>> Evaluator("mine", Constant(138)).evaluate(Position.from_moves("44"), Side.FIRST)
    138
    """

    kind: ClassVar[str] = "constant"
    weights: ClassVar[tuple[str, ...]] = ("own",)

    own: Score = 1

    def __post_init__(self) -> None:
        check_fields(self, "own")

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        yield feature(spec, (Cell(0, 0),), SideRule(self.own, self.own), self.kind)

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        return [Arranged("on every board", [((), exact(self.own))])]

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        return writer.number(self.own), []

    @classmethod
    def example(cls) -> Constant:
        return cls(10)
