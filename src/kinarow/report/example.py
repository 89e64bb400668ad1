"""The worked example of a report: a position and how its score comes about, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kinarow.drawing import Diagram, Mark, draw_svg
from kinarow.evaluation import Explanation, Step
from kinarow.game import Cell, Position, Side
from kinarow.grading.labels import Labels
from kinarow.report.document import Beside, Block, Figure, Heading, Paragraph, Simple, Table
from kinarow.report.subject import Subject
from kinarow.report.wording import in_words, points

_MOST_ROWS = 14
"""How many of a step's contributions are listed; of more, the largest."""

SIDES = {Side.FIRST: "the first side (discs with a dot)", Side.SECOND: "the second (with a ring)"}


def example_section(
    subject: Subject, position: Position, side: Side, labels: Labels | None
) -> Iterator[Block]:
    """The position, each step with its picture, and the moves from here."""
    explanation = subject.explain(position, side)
    yield Heading("A worked example")
    yield Paragraph.of(
        f"A board of {position.spec.name} after {position.plies} stones, seen by {SIDES[side]}. "
        "In tables, X is a stone of the first side and O one of the second. In pictures, what "
        "counts for the side that looks is drawn with full lines, what counts against it is dashed."
    )
    yield board_figure("example", position, f"The position: {position.board_text('state')}")
    for number, step in enumerate(explanation.steps, 1):
        yield from _step(number, step, position, explanation.move)
    yield Paragraph.of(conclusion(explanation, position))
    yield from _moves(subject, position, side, labels)


def conclusion(explanation: Explanation, position: Position) -> str:
    score = "infinity" if explanation.score is None else points(explanation.score)
    if explanation.move is not None:
        return f"{explanation.evaluator} plays {explanation.move}, a square worth {score}."
    steps = [step.points for step in explanation.steps if step.points]
    written = "".join(f" {'−' if p < 0 else '+'} {abs(p):.15g}" for p in steps[1:])
    total = f"{points(steps[0])}{written} = " if len(steps) > 1 else ""
    return f"Together: {total}{score}."


def _step(number: int, step: Step, position: Position, chosen: Cell | None) -> Iterator[Block]:
    yield Heading(f"{_title(step.title)}: {points(step.points)}", 2)
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
            " ".join(c.name for c in part.cells), part.holds, points(part.points),
            points(part.total),
        )
        for part in listed
    )  # fmt: skip
    header = (*(("number",) if chosen else ()), "cells", "hold", "points", "total")
    words.append(Table(header, rows, words=len(header) - 2, code=(len(header) - 3,)))
    marks = tuple(Mark(c.cells, "good" if c.points > 0 else "bad") for c in listed if c.cells)
    if chosen:
        marks = (*marks, Mark((chosen,), "good"))
    if not marks:
        yield from words
        return
    alt = f"{step.title}: " + "; ".join(
        f"{' '.join(cell.name for cell in c.cells)} {points(c.points)}" for c in listed
    )
    yield Beside(board_figure(f"step-{number}", position, alt, marks), tuple(words))


def _title(words: str) -> str:
    """With a capital, unless it begins with a name such as hScore."""
    return words if words[1:2].isupper() else words[:1].upper() + words[1:]


def board_figure(
    name: str,
    position: Position,
    alt: str,
    marks: tuple[Mark, ...] = (),
    caption: str = "",
) -> Figure:
    diagram = replace(Diagram.of(position), marks=marks)
    return Figure(name, draw_svg(diagram, alt), alt, caption)


def _moves(
    subject: Subject, position: Position, side: Side, labels: Labels | None
) -> Iterator[Block]:
    """Each move from here: what the function says of the board after it, and the truth."""
    if subject.evaluator is None or position.ending() is not None or side is not position.mover:
        return
    if position.spec.cell_count > 100:
        return
    scores = {
        move: subject.evaluator.evaluate(position.after(move), side)
        for move in position.legal_moves()
    }
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
    yield Table(header, tuple(rows), "By the score of the board after them, without any search")
