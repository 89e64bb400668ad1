"""Stones in one column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from kinarow.errors import EvaluatorError
from kinarow.evaluation.features.features import Feature, LineRule, feature
from kinarow.evaluation.terms.term import Term, check_fields, registered
from kinarow.game import Cell, GameSpec
from kinarow.game.geometry import column_letters
from kinarow.game.spec import MAX_SIDE
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.written.formula import Equation, Writer


@registered
@dataclass(frozen=True, slots=True)
class Column(Term):
    """Each stone in one column counts.

    >>> from kinarow import Column, Evaluator, Position, Side
    >>> mine = Evaluator("mine", Column("center", own=6, opponent=-2))
    >>> mine.evaluate(Position.from_moves("445"), Side.FIRST)
    4
    """

    kind: ClassVar[str] = "column"

    column: int | Literal["center"] = "center"
    """Counted from 0; the centre is ⌊columns / 2⌋."""
    own: Score = 0
    opponent: Score = 0

    def __post_init__(self) -> None:
        if self.column != "center" and (type(self.column) is not int or self.column < 0):
            raise EvaluatorError(f'column must be "center" or 0, 1, …, not {self.column!r}')
        if self.column != "center" and self.column >= MAX_SIDE:
            raise EvaluatorError(f"no board has a column {self.column}")
        check_fields(self, "own", "opponent")

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        rule = LineRule((0, self.own), (0, self.opponent))
        column = self._column(spec)
        for row in range(spec.rows - 1, -1, -1):
            if column < spec.columns:
                yield feature(spec, (Cell(column, row),), rule, "column")

    def _column(self, spec: GameSpec) -> int:
        return spec.columns // 2 if self.column == "center" else self.column

    def heading(self, spec: GameSpec) -> str:
        centre = "centre " if self.column == "center" else ""
        return f"{centre}column {column_letters(self._column(spec))}"

    def legend(self) -> str:
        return "Columns are counted from 0 in the formula."

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        column = n.floor("m / 2") if self.column == "center" else str(self.column)
        return writer.own_and_opponent(self.own, self.opponent, f"{n.words('column ')}{column}"), []

    @classmethod
    def example(cls) -> Column:
        return cls("center", own=6, opponent=-6)
