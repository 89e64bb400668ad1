"""The function of a report: as mathematics or source, its weights, what squares are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from kinarow.drawing import Diagram, draw_svg
from kinarow.errors import EvaluatorError
from kinarow.evaluation import Evaluator
from kinarow.evaluation.catalogue import SQUARE_VALUE
from kinarow.evaluation.explanation.explain import counted_on
from kinarow.evaluation.understood.understanding import Understanding
from kinarow.evaluation.weights import Weighted
from kinarow.evaluation.written.formula import formula, legend
from kinarow.evaluation.written.notations import Format
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.geometry import geometry
from kinarow.score import Score
from kinarow.writeup.document import (
    Block,
    Code,
    DocumentTable,
    Figure,
    Formula,
    Gallery,
    Heading,
    Paragraph,
)
from kinarow.writeup.numerals import number, points
from kinarow.writeup.subject import Subject

_MOST_NUMBERED = 400
"""Cells of a board whose numbers are still legible in a picture."""


def function_section(
    subject: Subject, spec: GameSpec, level: int = 1, prefix: str = ""
) -> Iterator[Block]:
    """The function itself, its weights, and pictures of what squares are worth, whose names begin
    with a prefix where a document has several functions."""
    yield Heading("The function", level)
    evaluator = subject.evaluator
    if evaluator is not None and evaluator.of_terms is not None:
        yield from _terms(evaluator.of_terms, spec, prefix)
    elif evaluator is not None:
        if evaluator.listing:
            file = f" ({subject.file.name})" if subject.file else ""
            yield Paragraph.of(f"The function, in Python{file}:")
            yield Code(evaluator.listing, "python")
        else:
            yield Paragraph.of("A function in Python, whose source is not at hand.")
        known = subject.understood(spec)
        if known is not None:
            yield from _understood(known, spec, prefix)
    else:
        yield _formula(SQUARE_VALUE.formula)
        yield Paragraph.of(
            "The square with the highest value is played; of equal ones that which has it on more "
            "axes, then the one nearer to the centre. v, h, d-p and d-n are the vertical, the "
            "horizontal and the two diagonal axes, a is the agent and o its opponent."
        )


def _understood(known: Understanding, spec: GameSpec, prefix: str) -> Iterator[Block]:
    """The formula that a function equals, how that is known, and what looks like a mistake."""
    if known.is_exact and known.evaluator is not None:
        cases = f"; besides, {'; '.join(known.cases)}" if known.cases else ""
        yield Paragraph.of(f"As mathematics: {known.claim}{cases}.")
        yield from _terms(known.evaluator, spec, prefix)
    elif known.calls is not None:
        yield Paragraph.of(f"{known.claim[0].upper()}{known.claim[1:]}.")
    if known.mistakes:
        said = "; ".join(known.mistakes)
        yield Paragraph.of(f"What looks like a mistake in it: {said}.")


def _terms(evaluator: Evaluator, spec: GameSpec, prefix: str) -> Iterator[Block]:
    yield _formula(lambda style: formula(evaluator, style))
    yield Paragraph.of(_legend(evaluator, spec))
    yield from _weights(evaluator, spec)
    yield from _squares(evaluator, spec, prefix)


def _formula(write: Callable[[Format], str]) -> Formula:
    styles: tuple[Format, ...] = ("text", "latex", "typst", "mathml")
    return Formula(*(write(style) for style in styles))


def _legend(evaluator: Evaluator, spec: GameSpec) -> str:
    counted = counted_on(evaluator, spec)
    return legend(evaluator) + (f" There are {counted}." if counted else "")


def _weights(evaluator: Evaluator, spec: GameSpec) -> Iterator[Block]:
    if evaluator.has_tables:
        sizes = [size for term in evaluator.terms for size in term.table_sizes()]
        yield Paragraph.of(
            f"Its {len(sizes)} tables have {sum(sizes)} numbers in all, too many to be printed: "
            "`kinarow explain` shows those that count in a position."
        )
        return
    try:
        values = Weighted(evaluator, spec).values()
    except EvaluatorError:  # all its weights are 0
        return
    rows = tuple((name, points(value)) for name, value in values.items())
    yield DocumentTable(("weight", "value"), rows, f"Weights for {spec.name}")


def _squares(evaluator: Evaluator, spec: GameSpec, prefix: str) -> Iterator[Block]:
    if spec.cell_count > _MOST_NUMBERED:
        return
    pictures: list[Figure] = []
    for term in evaluator.terms:
        if weights := term.plain.squares(spec):
            which = f"-{len(pictures) + 1}" if pictures else ""
            pictures.append(
                _numbered(f"{prefix}squares{which}", spec, weights, "Weights of the squares, W(c)")
            )
    alone = lone_stones(evaluator, spec)
    caption = "What a stone counts for its side, all other cells being empty"
    if any(term.trap_points for term in evaluator.terms):
        caption += "; traps left aside"
    pictures.append(_numbered(f"{prefix}lone-stones", spec, alone, caption))
    yield Heading("What squares are worth", 2)
    yield Gallery(tuple(pictures))


def lone_stones(evaluator: Evaluator, spec: GameSpec) -> dict[Cell, Score]:
    """For each cell what a stone of the first side counts there, all others being empty; with
    gravity, a stone that hangs in the air as well. Traps are left aside: they are where stones can
    still be put."""
    form, place = evaluator.lowered(spec), geometry(spec)
    stage = evaluator.stage_of(1, spec.cell_count)

    def total(stones: int) -> int:
        return sum(
            part.weights[stage] * int(sum(f.points(stones, 0, Side.FIRST) for f in part.features))
            for part in form.parts
        )

    empty = total(0)
    return {cell: form.score(total(place.bit(cell)) - empty) for cell in place.cells}


def _numbered(name: str, spec: GameSpec, values: Mapping[Cell, Score], caption: str) -> Figure:
    """A picture of a board with a number on each cell, shaded by it."""
    largest = max(map(abs, values.values()), default=0) or 1
    # Half as strong as elsewhere, so that the numbers stay legible.
    heat = tuple((cell, value / largest / 2) for cell, value in values.items())
    numbers = tuple((cell, number(value)) for cell, value in values.items())
    diagram = replace(Diagram.of(Position.start(spec)), heat=heat, numbers=numbers)
    rows = [
        " ".join(number(values[Cell(column, row)]) for column in range(spec.columns))
        for row in reversed(range(spec.rows))
    ]
    alt = f"{caption}; rows from the top: {'; '.join(rows)}"
    return Figure(name, draw_svg(diagram, alt), alt, caption)
