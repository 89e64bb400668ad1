"""The worked example of a report: a position and how its score comes about, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kinarow.drawing import Diagram, draw_svg
from kinarow.drawing.text import UNICODE
from kinarow.errors import EvaluatorError
from kinarow.evaluation import Explanation, Step
from kinarow.evaluation.explanation.remarks import Remark
from kinarow.evaluation.explanation.rendering import MOST_SQUARES, square_row, squares_left_out
from kinarow.game import Position, Side
from kinarow.grading.labels import Labels
from kinarow.writeup.document import (
    Beside,
    Block,
    DocumentTable,
    Figure,
    Heading,
    Paragraph,
    Simple,
    Span,
)
from kinarow.writeup.numerals import in_words, number, points, proper
from kinarow.writeup.subject import Subject

_MOST_MOVES = 30
_MOST_ROWS = 14
"""How many of a step's contributions are listed; of more, the largest."""

SIDES = {Side.FIRST: "●, the first side", Side.SECOND: "○, the second side"}
DISCS = "In pictures, the discs of ● carry a dot, those of ○ a ring."


def example_section(
    subject: Subject, position: Position, side: Side, labels: Labels | None
) -> Iterator[Block]:
    """The position, each step with its picture, and the moves from here."""
    explanation = subject.explain(position, side)
    yield Heading("A worked example")
    words = (
        f"A board of {position.spec.name} after {position.plies} stones, seen by {SIDES[side]}. "
        f"{DISCS} What counts for the side that looks is drawn with full lines, what counts "
        "against it is dashed."
    )
    alt = f"The position: {position.board_text('state')}"
    example = Figure("example", draw_svg(Diagram.of(position), alt), alt)
    yield Beside(example, (Paragraph.of(words), *remarked(explanation.remarks)))
    yield from _squares(explanation)
    for which, step in enumerate(explanation.steps, 1):
        yield from _step(which, step, position, explanation)
    yield Paragraph.of(conclusion(explanation))
    yield from _moves(subject, position, side, labels)


def remarked(remarks: Iterable[Remark]) -> Iterator[Paragraph]:
    """What must be said beside a score."""
    for remark in remarks:
        yield Paragraph((Span(f"{remark.words}.", "strong"),))


def _squares(explanation: Explanation) -> Iterator[Block]:
    """All squares that the chosen one was chosen from."""
    if not explanation.squares:
        return
    yield Heading("Square by square", 2)
    rows = [square_row(square) for square in explanation.squares[:MOST_SQUARES]]
    header = ("square", "", "value", "reached by", "to the centre")
    yield DocumentTable(
        header,
        tuple((square, why, *map(proper, numbers)) for square, *numbers, why in rows),
        "The best first. Ties go to the square whose value more of its eight numbers reach, then "
        "to the one nearer to the centre",
        words=2,
    )
    if left_out := squares_left_out(explanation.squares):
        yield Paragraph.of(f"{left_out.capitalize()}.")


def conclusion(explanation: Explanation) -> str:
    score = "infinity" if explanation.score is None else points(explanation.score)
    if explanation.move is not None:
        return f"{explanation.evaluator} plays {explanation.move}, a square worth {score}."
    steps = [step.points for step in explanation.steps if step.points]
    written = "".join(f" {'−' if p < 0 else '+'} {number(abs(p))}" for p in steps[1:])
    total = f"{points(steps[0])}{written} = " if len(steps) > 1 else ""
    return f"Together: {total}{score}."


def _step(which: int, step: Step, position: Position, explanation: Explanation) -> Iterator[Block]:
    chosen = explanation.move
    worth = "infinity" if step.points is None else points(step.points)
    yield Heading(f"{_title(step.title)}: {worth}", 2)
    words: list[Simple] = [Paragraph.of(step.note)] if step.note else []
    if not step.contributions:
        yield Paragraph.of(f"{step.note + ': n' if step.note else 'N'}othing counts here.")
        return
    listed = step.contributions
    if len(listed) > _MOST_ROWS:
        largest = sorted(listed, key=lambda c: -abs(c.points))[:_MOST_ROWS]
        listed = tuple(c for c in listed if c in largest)
        words.append(
            Paragraph.of(
                f"{len(step.contributions)} things count; these are the {len(listed)} largest."
            )
        )
    rows = tuple(
        (
            *((part.term,) if chosen else ()),  # the eight numbers of a square have names
            " ".join(c.name for c in part.cells), UNICODE.marks(part.holds), points(part.points),
            points(part.total),
        )
        for part in listed
    )  # fmt: skip
    header = (*(("number",) if chosen else ()), "cells", "hold", "points", "total")
    words.append(DocumentTable(header, rows, words=len(header) - 2, code=(len(header) - 3,)))
    diagram = Diagram.of(position).marked(listed, chosen)
    if not diagram.marks:
        yield from words
        return
    alt = f"{step.title}: " + "; ".join(
        f"{' '.join(cell.name for cell in c.cells)} {points(c.points)}" for c in listed if c.cells
    )
    yield Beside(Figure(f"step-{which}", draw_svg(diagram, alt), alt), tuple(words))


def _title(words: str) -> str:
    """With a capital, unless it begins with a name such as hScore."""
    return words if words[1:2].isupper() else words[:1].upper() + words[1:]


def shows_moves(position: Position, side: Side) -> bool:
    """Whether a table of all moves from here makes sense."""
    goes_on = position.ending() is None and side is position.mover
    return goes_on and len(position.legal_moves()) <= _MOST_MOVES


def _moves(
    subject: Subject, position: Position, side: Side, labels: Labels | None
) -> Iterator[Block]:
    """Each move from here: what the function says of the board after it, and the truth."""
    if subject.evaluator is None or not shows_moves(position, side):
        return
    try:
        scores = {
            move: subject.evaluator.evaluate(position.play(move), side)
            for move in position.legal_moves()
        }
    except EvaluatorError as error:
        yield Paragraph.of(f"The moves from here are left out: {error}.")
        return
    header = ("move", f"{subject.name} says", *(("exact value",) if labels else ()))
    rows = [
        (position.move_text(move), in_words(score), *((points(labels[move]),) if labels else ()))
        for move, score in sorted(scores.items(), key=lambda item: -item[1])
    ]
    yield Heading("The moves from here", 2)
    if labels:
        sooner = ", and the sooner the larger the number" if position.spec.gravity else ""
        yield Paragraph.of(
            "The exact value is that of perfect play: above 0 the side to move wins, below it "
            f"loses{sooner}."
        )
    yield DocumentTable(
        header, tuple(rows), "By the score of the board after them, without any search"
    )
