"""Traps: see `find_traps`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kinarow.evaluation.features import Feature
from kinarow.evaluation.numbers import common_denominator
from kinarow.evaluation.terms.term import Term, check_fields, registered, whole
from kinarow.evaluation.trap_cells import find_traps
from kinarow.evaluation.wording import Arranged
from kinarow.game import GameSpec, Position, Side
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.formula import Equation, Writer
    from kinarow.evaluation.lowering import Part


@registered
@dataclass(frozen=True, slots=True)
class Traps(Term):
    """Each of our traps counts: a cell where a stone can land now, completes no line, but leaves
    at least two windows through it that lack just one stone.

    >>> from kinarow import Evaluator, Position, Side, Traps
    >>> mine = Evaluator("mine", Traps(own=15))
    >>> mine.evaluate(Position.from_moves("a1 b2 c3", "tictactoe"), Side.FIRST)
    30
    """

    kind: ClassVar[str] = "traps"
    weights: ClassVar[tuple[str, ...]] = ("own",)

    own: Score = 1

    def __post_init__(self) -> None:
        check_fields(self, "own")

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        """None: traps are counted by `find_traps`, since they depend on where stones can land."""
        return iter(())

    @property
    def trap_points(self) -> Score:
        return self.own

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        traps = find_traps(position, side)
        points = Fraction(part.trap_points, part.denominator)
        note = f"{len(traps)} trap{'' if len(traps) == 1 else 's'}"
        return [Arranged("traps", [((cell,), points) for cell in traps], note)]

    def legend(self) -> str:
        return (
            "A trap is a cell where a stone can land now, completes no line, but leaves at least "
            "two windows through it that lack just one stone."
        )

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        return writer.linear((self.own, writer.notation.words("number of our traps"))), []

    @classmethod
    def example(cls) -> Traps:
        return cls(own=20)

    def in_whole_numbers(self) -> tuple[dict[str, Any], int]:
        scale = common_denominator([self.own])
        return {"own": whole(self.own, scale)}, scale
