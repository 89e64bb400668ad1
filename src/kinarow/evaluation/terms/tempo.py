"""Points for whose move it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kinarow.evaluation.decimals import exact
from kinarow.evaluation.explanation.breakdown import Arranged
from kinarow.evaluation.features.features import Feature, SideRule, feature
from kinarow.evaluation.terms.term import STAGES, Term, check_fields, registered
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer


@registered
@dataclass(frozen=True, slots=True)
class Tempo(Term):
    """Points for the side that is to move, which the other side loses.

    >>> from kinarow.evaluation import Evaluator
    >>> from kinarow.evaluation.terms import Tempo
    >>> Evaluator("mine", Tempo(3)).evaluate(Position.from_moves("44"), Side.FIRST)
    3
    """

    kind: ClassVar[str] = "tempo"
    weights: ClassVar[tuple[str, ...]] = ("own",)

    own: Score = 1

    def __post_init__(self) -> None:
        check_fields(self, "own")

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        yield feature(spec, (Cell(0, 0),), SideRule(self.own, -self.own), self.kind)

    @property
    def stage_weights(self) -> tuple[Score, ...]:
        return (1, -1) * (STAGES // 2)

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        points = exact(self.own) * (1 if side is Side.FIRST else -1)
        return [Arranged("whose move it is", [((), points)])]

    def legend(self) -> str:
        return "tempo is 1 if it is our move, else -1."

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        return writer.linear((self.own, writer.notation.words("tempo"))), []

    @classmethod
    def example(cls) -> Tempo:
        return cls(3)
