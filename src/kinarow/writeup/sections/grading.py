"""Grading against perfect play in a report: shares by phase, a chart, the worst moves as boards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress

from kinarow.arena.ratings.elo import Estimate
from kinarow.drawing import Diagram, draw_svg
from kinarow.drawing.chart import chart_svg, chart_words
from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator
from kinarow.grading.blunder_chart import blunder_chart
from kinarow.grading.grade_text import percent
from kinarow.grading.grades import THIRDS, Grade, GradedMove
from kinarow.grading.review import ReviewedMove
from kinarow.reasons.mistake import why_not_won
from kinarow.reasons.reason_words import sentence
from kinarow.writeup.document import (
    Beside,
    Block,
    DocumentTable,
    Figure,
    Heading,
    Paragraph,
)
from kinarow.writeup.evidence import Evidence
from kinarow.writeup.numerals import points, proper
from kinarow.writeup.subject import Subject

_WORST = 3


def accuracy_section(subjects: Sequence[Subject], evidence: Evidence) -> Iterator[Block]:
    yield Heading("Against perfect play")
    if not evidence.settings.is_solved:
        yield Paragraph.of(
            f"Left out: the solver cannot value all moves of {evidence.settings.spec.name}."
        )
        return
    for reason in (*evidence.unplayed.values(), *evidence.ungraded.values()):
        yield Paragraph.of(f"Left out: {reason}.")
    if not evidence.grades:
        return
    better = "no faster win or slower loss" if evidence.settings.spec.gravity else "no better one"
    yield Paragraph.of(
        f"In each of {len(evidence.labelled)} positions (from random play, from games of a weak "
        "search, and nearly balanced ones, in turn) the chosen move is compared with the exact "
        "values of all moves. A move keeps the result if a won game stays won and a drawn one "
        f"drawn; it is a best move if there is {better}."
    )
    yield DocumentTable(
        ("evaluator", "phase", "moves", "keeps the result, %", "best move, %", "mean loss"),
        tuple(row for name, grade in evidence.grades.items() for row in _rows(name, grade)),
        words=2,
    )
    yield from _agreement(evidence)
    for graded in enumerate(evidence.grades.values(), 1):
        yield _chart(*graded)
    evaluators = {subject.name: subject.evaluator for subject in subjects}
    for which, (name, grade) in enumerate(evidence.grades.items(), 1):
        worst = [move for move in grade.worst(_WORST) if not move.keeps_outcome]
        if worst:
            of = f" of {name}" if len(evidence.grades) > 1 else ""
            yield Heading(f"The worst mistakes{of}", 2)
        for number, move in enumerate(worst, 1):
            yield _blunder(f"blunder-{which}-{number}", move, evaluators[name])


def _rows(name: str, grade: Grade) -> Iterator[tuple[str, ...]]:
    for phase in THIRDS:
        if moves := grade.in_phase(phase):
            yield _row(name, phase, grade, moves)
    yield _row(name, "all", grade, list(grade.moves))


def _row(name: str, phase: str, grade: Grade, moves: list[GradedMove]) -> tuple[str, ...]:
    loss = grade.mean_loss(moves)
    return (
        name, phase, str(len(moves)), percent(grade.weak(moves)), percent(grade.strong(moves)),
        _within(loss, low=0.0),
    )  # fmt: skip


def _within(estimate: Estimate, low: float = -math.inf, high: float = math.inf) -> str:
    """A number with its error, or where that would pass what is possible, with its interval."""
    if low <= estimate.value - estimate.error and estimate.value + estimate.error <= high:
        return f"{estimate.value:.2f} ± {estimate.error:.2f}"
    least, most = max(low, estimate.low), min(high, estimate.high)
    return proper(f"{estimate.value:.2f} ({least:.2f} to {most:.2f})")


def _agreement(evidence: Evidence) -> Iterator[Block]:
    for name, grade in evidence.grades.items():
        if (agreement := grade.agreement()) is not None:
            yield Paragraph.of(
                f"Without any search, {name} ranks the moves of a position with a correlation of "
                f"{_within(agreement, -1.0, 1.0)} to their exact values (Kendall's "
                "rank correlation: 1 is the true order, 0 chance)."
            )


def _chart(number: int, grade: Grade) -> Figure:
    chart = blunder_chart(grade)
    return Figure(f"chart-{number}", chart_svg(chart), chart_words(chart), grade.player, width=60)


def _blunder(name: str, graded: GradedMove, evaluator: AnyEvaluator | None) -> Block:
    position = graded.position
    best = [position.move_text(m) for m, value in graded.labels.items() if value == graded.best]
    played = position.move_text(graded.move)
    after = position.play(graded.move)
    words = (
        f"{(graded.blunder or '').replace('→', ' to ')}: {played} is worth {points(graded.value)}, "
        f"{' or '.join(best)} {points(graded.best)}."
    )
    alt = f"Board after the mistake {played}: {after.board_text('state')}"
    said = [Paragraph.of(words.capitalize())]
    if (allowed := why_not_won(after)) is not None:
        said.append(Paragraph.of(sentence(allowed)))
    if evaluator is not None:
        # A user's function may fail on boards that the search did not look at.
        with suppress(EvaluatorError):
            missed = ReviewedMove(position, graded.move, graded).missed(evaluator)
            said.append(Paragraph.of(f"At first sight, {proper(missed)}."))
    figure = Figure(name, draw_svg(Diagram.of(after, graded.move), alt), alt)
    return Beside(figure, tuple(said))
