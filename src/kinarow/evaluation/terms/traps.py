"""Traps: see `find_traps`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from kinarow.errors import EvaluatorError
from kinarow.evaluation.explanation.breakdown import Arranged
from kinarow.evaluation.features.features import Feature
from kinarow.evaluation.features.trap_cells import find_traps
from kinarow.evaluation.terms.term import Term, check_fields, registered
from kinarow.game import GameSpec, Position, Side
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer

Where = Literal["playable", "empty"]

_PLAYABLE = "a cell where a stone can land now,"


@registered
@dataclass(frozen=True, slots=True)
class Traps(Term):
    """Each of our traps counts: a cell where a stone can land now, completes no line, but leaves
    at least two windows through it that lack just one stone. With `where="empty"` also cells count
    that no stone can reach yet; without gravity, that is the same.

    >>> from kinarow import Evaluator, Position, Side, Traps
    >>> mine = Evaluator("mine", Traps(own=15))
    >>> mine.evaluate(Position.from_moves("a1 b2 c3", "tictactoe"), Side.FIRST)
    30
    >>> hanging = Position.from_moves("566656")  # a stone on d2, which nobody can play yet
    >>> mine.evaluate(hanging, Side.FIRST)
    0
    >>> Evaluator("other", Traps(own=15, where="empty")).evaluate(hanging, Side.FIRST)
    15
    """

    kind: ClassVar[str] = "traps"
    weights: ClassVar[tuple[str, ...]] = ("own",)

    own: Score = 1
    where: Where = "playable"
    """Which empty cells may be traps."""

    def __post_init__(self) -> None:
        check_fields(self, "own")
        if self.where not in get_args(Where):
            known = " or ".join(get_args(Where))
            raise EvaluatorError(f"traps: where must be {known}, not {self.where!r}")

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        """None: traps are counted by `find_traps`, since they depend on where stones can land."""
        return iter(())

    @property
    def trap_points(self) -> Score:
        return self.own

    @property
    def traps_anywhere(self) -> bool:
        return self.where == "empty"

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        traps = find_traps(position, side, self.traps_anywhere)
        points = Fraction(part.trap_points, part.denominator)
        where = " in all empty cells" if self.traps_anywhere else ""
        note = f"{len(traps)} trap{'' if len(traps) == 1 else 's'}{where}"
        return [Arranged("traps", [((cell,), points) for cell in traps], note)]

    def legend(self) -> str:
        cell = "an empty cell where a stone" if self.traps_anywhere else _PLAYABLE
        return (
            f"A trap is {cell} completes no line, but leaves at least two windows through it that "
            "lack just one stone."
        )

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        counted = f"number of our traps{' in empty cells' if self.traps_anywhere else ''}"
        return writer.linear((self.own, writer.notation.words(counted))), []

    def to_json(self) -> dict[str, Any]:
        where = {"where": self.where} if self.traps_anywhere else {}
        return {"type": self.kind, "own": self.own, **where}

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (), {key: value for key, value in self.to_json().items() if key != "type"}

    @classmethod
    def example(cls) -> Traps:
        return cls(own=20)
