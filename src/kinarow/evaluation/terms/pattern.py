"""Runs of cells that read like a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import checked_points
from kinarow.evaluation.explanation.breakdown import LINE_NAMES
from kinarow.evaluation.features.features import Feature, PatternRule, feature
from kinarow.evaluation.features.points import StoneCount, k
from kinarow.evaluation.terms.term import Term, registered
from kinarow.evaluation.written.fields import read_count
from kinarow.game import Cell, Direction, GameSpec
from kinarow.game.geometry import geometry
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.written.formula import Equation, Writer


@registered
@dataclass(frozen=True, slots=True, init=False)
class Pattern(Term):
    """Every straight run of cells that reads exactly like a pattern, from either end, counts.

    A pattern is written in parts: `.` an empty cell, `X` an own stone, `O` an opposing one, and a
    number of stones such as `k - 1` for that many X.

    >>> from kinarow import Evaluator, Pattern, Position, Side, k
    >>> mine = Evaluator("mine", Pattern(".", k - 1, ".", own=25))
    >>> mine.evaluate(Position.from_moves("334455"), Side.FIRST)
    25
    """

    kind: ClassVar[str] = "pattern"

    parts: tuple[str | StoneCount, ...]
    own: Score = 0
    opponent: Score = 0

    def __init__(self, *parts: str | StoneCount, own: Score = 0, opponent: Score = 0) -> None:
        for part in parts:
            is_marks = isinstance(part, str) and part and not set(part) - set(".XO")
            if not isinstance(part, StoneCount) and not is_marks:
                raise EvaluatorError(f"pattern: {part!r} is not made of '.', 'X' and 'O'")
        if not any(isinstance(part, StoneCount) or set(part) & set("XO") for part in parts):
            raise EvaluatorError("pattern: there is no stone in it")
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "own", checked_points(own, "own"))
        object.__setattr__(self, "opponent", checked_points(opponent, "opponent"))

    def text(self, target: int) -> str | None:
        """The pattern for a target; None where a number of stones would be less than one."""
        text = ""
        for part in self.parts:
            stones = target - part.missing if isinstance(part, StoneCount) else 1
            if stones < 1:
                return None
            text += "X" * stones if isinstance(part, StoneCount) else part
        return text

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        text = self.text(spec.target)
        if text is None:
            return
        readings = dict.fromkeys((text, text[::-1]))
        for direction in Direction:
            for cells in runs_of(spec, len(text), direction):
                for reading in readings:
                    rule = PatternRule(reading, self.own, self.opponent)
                    yield feature(spec, cells, rule, LINE_NAMES[direction])

    def heading(self, spec: GameSpec) -> str:
        text = self.text(spec.target)
        return f"runs that read {text}" if text else "no such run on this board"

    def legend(self) -> str:
        return "A pattern is read along every line; X is a stone, a dot an empty cell."

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        pattern = " ".join(
            n.words(part) if isinstance(part, str) else n.power("X", writer.count(part.missing))
            for part in self.parts
        )
        return writer.own_and_opponent(self.own, self.opponent, pattern), []

    @classmethod
    def from_json(cls, data: object, path: str) -> Pattern:
        fields = cls.fields(data, path)
        parts = fields["parts"]
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise EvaluatorError(f"{path}.parts: a list of texts is expected here")
        read = (read_count(part, path) if part.startswith("k") else part for part in parts)
        return cls(*read, **fields.all("type", "parts"))

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return self.parts, {"own": self.own, "opponent": self.opponent}

    @classmethod
    def example(cls) -> Pattern:
        return cls(".", k - 1, ".", own=25, opponent=-25)


def runs_of(spec: GameSpec, length: int, direction: Direction) -> list[tuple[Cell, ...]]:
    """All straight runs of some length, in the order in which windows come."""
    if length == spec.target:
        windows = geometry(spec).windows
        return [window.cells for window in windows if window.direction is direction]
    if length > max(spec.columns, spec.rows):
        return []
    longer = GameSpec(spec.columns, spec.rows, length, gravity=spec.gravity)
    return runs_of(longer, length, direction)
