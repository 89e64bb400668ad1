"""A term whose weight changes in the course of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import checked_name
from kinarow.evaluation.explanation.breakdown import Arranged
from kinarow.evaluation.features.features import Feature
from kinarow.evaluation.terms.squares import Squares
from kinarow.evaluation.terms.term import Term, check_fields, read_term, registered
from kinarow.game import GameSpec, Position, Side
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer


@registered
@dataclass(frozen=True, slots=True)
class Phased(Term):
    """A term whose weight changes with the phase of the game, under a name of its own.

    >>> from kinarow import Evaluator, Phased, Position, Side, Squares
    >>> mine = Evaluator("mine", Phased("places", Squares(), early=3, mid=2, late=1))
    >>> mine.evaluate(Position.from_moves("41"), Side.FIRST)
    12
    """

    kind: ClassVar[str] = "phased"
    weights: ClassVar[tuple[str, ...]] = ("early", "mid", "late")

    name: str
    term: Term
    early: Score
    mid: Score
    late: Score

    def __post_init__(self) -> None:
        if not isinstance(self.term, Term) or self.term.is_phased or self.term.is_for_stages:
            raise EvaluatorError(
                f"{self.name}: a phased term is one of the others, not {self.term!r}"
            )
        checked_name(self.name, "name")
        check_fields(self, "early", "mid", "late")

    @property
    def plain(self) -> Term:
        return self.term

    @property
    def stage_weights(self) -> tuple[Score, ...]:
        return tuple(weight for weight in (self.early, self.mid, self.late) for _ in Side)

    @property
    def label(self) -> str:
        return self.name

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        return self.term.features(spec)

    @property
    def trap_points(self) -> Score:
        return self.term.trap_points

    @property
    def traps_anywhere(self) -> bool:
        return self.term.traps_anywhere

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        return self.term.arranged(part, position, side)

    def counted(self, spec: GameSpec) -> str:
        return self.term.counted(spec)

    def symbol(self, number: str) -> str:
        del number  # it has a name
        return self.name.removesuffix(" score")

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        body, definitions = self.term.mathematics(writer)
        weight = n.subscript("w", n.words(self.symbol("")))
        phases = writer.evaluator.phases
        stones, cells = n.words("stones"), n.words("cells")
        early = f"{phases.of}{n.times}{stones} < {phases.early_below}{n.times}{cells}"
        late = f"{phases.of}{n.times}{stones} > {phases.late_above}{n.times}{cells}"
        cases = [
            (writer.number(self.early), f"{n.words('if ')}{early}"),
            (writer.number(self.mid), n.words("in between")),
            (writer.number(self.late), f"{n.words('if ')}{late}"),
        ]
        return f"{weight}{n.times}{body}", [(weight, n.cases(cases)), *definitions]

    def to_json(self) -> dict[str, Any]:
        weights = {"early": self.early, "mid": self.mid, "late": self.late}
        return {"type": self.kind, "name": self.name, "term": self.term.to_json(), **weights}

    @classmethod
    def from_json(cls, data: object, path: str) -> Phased:
        fields = cls.fields(data, path)
        term = read_term(fields["term"], f"{path}.term")
        if term.is_phased:
            raise EvaluatorError(f"{path}.term: a phased term cannot be phased again")
        return cls(fields.text("name"), term, **fields.all("type", "name", "term"))

    def written_out(self, target: int) -> Phased:
        return replace(self, term=self.term.written_out(target))

    @classmethod
    def example(cls) -> Phased:
        return cls("position score", Squares(), early=1.2, mid=1.0, late=0.8)
