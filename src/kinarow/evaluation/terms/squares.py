"""Stones by where they lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import as_score, checked_points, exact
from kinarow.evaluation.explanation.breakdown import Arranged, number
from kinarow.evaluation.features.features import Feature, LineRule, feature
from kinarow.evaluation.terms.term import Term, check_fields, registered
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.geometry import geometry
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer


@registered
@dataclass(frozen=True, slots=True)
class Squares(Term):
    """Each stone counts by where it lies: a table, or the number of windows through its cell.

    >>> from kinarow import Evaluator, Position, Side, Squares
    >>> mine = Evaluator("mine", Squares())
    >>> mine.evaluate(Position.from_moves("41"), Side.FIRST)
    4
    """

    kind: ClassVar[str] = "squares"

    table: tuple[tuple[Score, ...], ...] | None = None
    """Rows from the top; None is the number of windows, which is defined on every board."""
    own: Score = 1
    opponent: Score = -1

    def __post_init__(self) -> None:
        check_fields(self, "own", "opponent")
        if self.table is not None:
            object.__setattr__(self, "table", _checked_table(self.table))

    def weight(self, spec: GameSpec, cell: Cell) -> Score:
        if self.table is None:
            return len(geometry(spec).windows_through[cell])
        return self.table[spec.rows - 1 - cell.row][cell.column]

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        if self.table is not None:
            size = (len(self.table[0]), len(self.table))
            if size != (spec.columns, spec.rows):
                raise EvaluatorError(
                    f"squares: the table is for {size[0]}×{size[1]} cells, "
                    f"the board of {spec} has {spec.columns}×{spec.rows}"
                )
        for cell in geometry(spec).cells:
            weight = exact(self.weight(spec, cell))
            own, opponent = exact(self.own) * weight, exact(self.opponent) * weight
            rule = LineRule((0, as_score(own)), (0, as_score(opponent)))
            yield feature(spec, (cell,), rule, "squares")

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        [step] = Term.arranged(self, part, position, side)
        gains = sum(points for _, points in step.counted if points > 0)
        losses = -sum(points for _, points in step.counted if points < 0)
        step.note = f"{number(gains)} − {number(losses)} = {number(gains - losses)}"
        return [step]

    def squares(self, spec: GameSpec) -> Mapping[Cell, Score]:
        return {cell: self.weight(spec, cell) for cell in geometry(spec).cells}

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        own = n.sum(n.words("own stones"), "", "W(c)")
        opponent = n.sum(n.words("opponent's stones"), "", "W(c)")
        weight = "number of windows through c" if self.table is None else "table entry of c"
        body = writer.linear((self.own, own), (self.opponent, opponent))
        return f"({body})", [("W(c)", n.words(weight))]

    @classmethod
    def from_json(cls, data: object, path: str) -> Squares:
        fields = cls.fields(data, path)
        table = fields.get("table")
        if table is not None and not (
            isinstance(table, list) and all(isinstance(row, list) for row in table)
        ):
            raise EvaluatorError(f"{path}.table: rows of numbers, or null, are expected here")
        rows = None if table is None else tuple(map(tuple, table))
        return cls(rows, **fields.all("type", "table"))

    @classmethod
    def example(cls) -> Squares:
        return cls()


def _checked_table(table: Sequence[Sequence[Score]]) -> tuple[tuple[Score, ...], ...]:
    rows = tuple(map(tuple, table))
    if not rows or not rows[0] or any(len(a) != len(b) for a, b in pairwise(rows)):
        raise EvaluatorError("squares: the rows of the table differ in length, or there are none")
    return tuple(
        tuple(checked_points(weight, f"squares: row {number} of the table") for weight in row)
        for number, row in enumerate(rows, 1)
    )
