"""The twin of `evaluate`: the same number as a list of what counted, with the running total."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.decimals import as_score
from kinarow.evaluation.explanation.breakdown import number
from kinarow.evaluation.explanation.remarks import Remark, asked_again, remarks_on
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.score import Score, signed

if TYPE_CHECKING:
    from kinarow.evaluation.evaluator import Evaluator
    from kinarow.evaluation.load import Evaluating


@dataclass(frozen=True, slots=True)
class Contribution:
    """One thing that counted: where, what lies there, its points and the total so far.

    >>> from kinarow import Position, Side, explain, find_evaluator
    >>> explanation = explain(find_evaluator("open-lines"), Position.from_moves("44"), Side.FIRST)
    >>> print(explanation.contributions[0])
    windows a2 b2 c2 d2 [...O] -10, total -10
    """

    term: str
    cells: tuple[Cell, ...]
    holds: str
    points: Score
    total: Score

    def __str__(self) -> str:
        where = f" {' '.join(map(str, self.cells))} [{self.holds}]" if self.cells else ""
        return f"{self.term}{where} {signed(self.points)}, total {signed(self.total)}"


@dataclass(frozen=True, slots=True)
class Step:
    """Contributions that belong together; a step may find nothing that counts.

    >>> from kinarow import Position, Side, explain, find_evaluator
    >>> explanation = explain(find_evaluator("center-window"), Position.from_moves("4"), Side.FIRST)
    >>> explanation.steps[0].title, explanation.steps[0].points
    ('centre column d', 6)
    """

    title: str
    contributions: tuple[Contribution, ...]
    points: Score | None
    """None stands for infinity, which only `square-value` knows."""
    note: str = ""
    """Its arithmetic in one line, where there is more to it than a sum."""


@dataclass(frozen=True, slots=True)
class RatedSquare:
    """A square that could be played, as `square-value` ranks them: what it is worth, by what ties
    are broken, and where it comes by that."""

    cell: Cell
    value: Score | None
    """None stands for infinity: a stone there completes a line."""
    at_largest: int
    """How many of the square's eight numbers equal the largest of them; the more, the better."""
    from_centre: float
    """Its distance to the centre of the board, in cells; the less, the better."""
    standing: str
    """Why it is chosen, or what it lacks."""

    def to_json(self) -> dict[str, object]:
        return {
            "square": self.cell.name,
            "value": self.value,
            "at_largest": self.at_largest,
            "from_centre": self.from_centre,
            "standing": self.standing,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """A score and how it came about: `print` shows the sum line by line, a notebook the board, too.

    >>> from kinarow import Position, Side, explain, find_evaluator
    >>> explanation = explain(find_evaluator("open-lines"), Position.from_moves("44"), Side.FIRST)
    >>> explanation
    <Explanation: open-lines for X: -30, by 15 contributions>
    >>> explanation.score == sum(c.points for c in explanation.contributions)
    True
    """

    evaluator: str
    position: Position
    side: Side
    score: Score | None
    """None stands for infinity, which only `square-value` knows."""
    steps: tuple[Step, ...]
    move: Cell | None = None
    """The move that is explained, where it is one: `square-value` values moves, not boards."""
    squares: tuple[RatedSquare, ...] = ()
    """All moves that it was chosen from, the best first."""
    counted: str = ""
    """How many things could count on this board, such as its lines."""
    remarks: tuple[Remark, ...] = ()
    """What must be said beside the score: it was clipped, or it is another each time."""
    claim: str = ""
    """How it is known that the score comes about so, where that was found by trying."""
    by_calls: bool = False
    """Whether what counts are calls of the function's own helpers, each named by its `term`."""

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """All that counted, in the order of the sum."""
        return tuple(c for step in self.steps for c in step.contributions)

    @property
    def words(self) -> str:
        """Whose score it is, and how much."""
        return self.words_for(self.side.mark)

    def words_for(self, mark: str) -> str:
        """The same, the side drawn as a mark."""
        score = "infinity" if self.score is None else signed(self.score)
        chosen = f" plays {self.move}, worth" if self.move else ":"
        return f"{self.evaluator} for {mark}{chosen} {score}"

    def __repr__(self) -> str:
        return f"<Explanation: {self.words}, by {len(self.contributions)} contributions>"

    def __str__(self) -> str:
        from kinarow.evaluation.explanation.rendering import explanation_text

        return explanation_text(self).plain

    def _repr_html_(self) -> str:
        from kinarow.evaluation.explanation.rendering import explanation_html

        return explanation_html(self)

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        chosen = {"square": self.move.name} if self.move else {}
        return {
            "score": self.score,
            **chosen,
            **({"counted": self.counted} if self.counted else {}),
            "for": int(self.side),
            "evaluator": self.evaluator,
            "contributions": [
                {
                    "term": c.term,
                    "step": step.title,
                    "cells": [cell.name for cell in c.cells],
                    "holds": c.holds,
                    "points": c.points,
                    "total": c.total,
                }
                for step in self.steps
                for c in step.contributions
            ],
            "steps": [
                {"title": step.title, "points": step.points, "note": step.note}
                for step in self.steps
            ],
            **({"squares": [square.to_json() for square in self.squares]} if self.move else {}),
            "remarks": [remark.to_json() for remark in self.remarks],
            **({"claim": self.claim} if self.claim else {}),
        }


def explain(evaluator: Evaluating, position: Position, side: Side) -> Explanation:
    """The score of a position for a side, contribution by contribution.

    >>> from kinarow import Position, Side, explain, find_evaluator
    >>> explain(find_evaluator("center-window"), Position.from_moves("4"), Side.FIRST).score
    6
    """
    from kinarow.evaluation.load import as_evaluator  # which needs this module

    return as_evaluator(evaluator).explain(position, Side(side))


def explain_whole(evaluator: AnyEvaluator, position: Position, side: Side) -> Explanation:
    """The score alone, for evaluators that can tell no more."""
    score = evaluator.evaluate(position, side)
    whole = (Contribution("score", (), "", score, score),) if score else ()
    steps = (Step("the score as a whole", whole, score),)
    remarks = (
        *remarks_on(evaluator, position, side, score),
        *asked_again(evaluator, position, side, score),
    )
    return Explanation(evaluator.name, position, side, score, steps, remarks=remarks)


def explain_terms(evaluator: Evaluator, position: Position, side: Side) -> Explanation:
    """How a sum of terms comes about."""
    value = evaluator.won_value(position, side)
    if value is not None:
        return _explain_won_board(evaluator, position, side, value)
    form, phase = evaluator.lowered(position.spec), evaluator.phase(position)
    stage = evaluator.stage(position)
    total = Fraction(0)
    steps: list[Step] = []
    for term, part in zip(evaluator.terms, form.parts, strict=True):
        weight = Fraction(part.weights[stage] * part.denominator, form.scale)
        if not weight and not term.is_phased:
            continue  # these are tables for when the other side is to move
        for arranged in term.arranged(part, position, side):
            contributions = []
            for cells, points in arranged.counted if weight else ():
                total += weight * points
                contributions.append(
                    Contribution(
                        term.label,
                        cells,
                        position.holds(cells),
                        as_score(weight * points),
                        as_score(total),
                    )
                )
            points, title, note = weight * arranged.points, arranged.title, arranged.note
            if term.is_phased:
                title = f"{term.label}, {title}, {phase.name.lower()} game"
                note = f"{note or number(arranged.points)}, × {number(weight)} = {number(points)}"
            steps.append(Step(title, tuple(contributions), as_score(points), note))
    counted = counted_on(evaluator, position.spec)
    return Explanation(
        evaluator.name, position, side, as_score(total), tuple(steps), counted=counted
    )


def counted_on(evaluator: Evaluator, spec: GameSpec) -> str:
    """How many things the terms of an evaluator could count on a board, such as its lines."""
    said = (term.counted(spec) for term in evaluator.terms)
    return "; ".join(dict.fromkeys(words for words in said if words))


def _explain_won_board(
    evaluator: Evaluator, position: Position, side: Side, value: Score
) -> Explanation:
    ending = position.ending()
    assert ending is not None
    line = ending.lines[0]
    contribution = Contribution("won", line, position.holds(line), value, value)
    title = "a won board" if value > 0 else "a lost board"
    step = Step(title, (contribution,), value, "instead of the sum")
    return Explanation(evaluator.name, position, side, value, (step,))
