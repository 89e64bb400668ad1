"""Several evaluation functions side by side."""

from __future__ import annotations

from collections.abc import Iterator

from kinarow.drawing import Diagram, draw_svg
from kinarow.game import Position, Side
from kinarow.writeup.build import Wishes, labels_at, making_section, motivation_section
from kinarow.writeup.document import (
    Block,
    Document,
    DocumentTable,
    Figure,
    Gallery,
    Heading,
    Paragraph,
)
from kinarow.writeup.evidence import Evidence
from kinarow.writeup.numerals import in_words, points
from kinarow.writeup.sections.example import DISCS, SIDES, conclusion, remarked, shows_moves
from kinarow.writeup.sections.function import function_section
from kinarow.writeup.sections.games import match_section
from kinarow.writeup.sections.grading import accuracy_section
from kinarow.writeup.subject import Subject


def write_comparison(
    subjects: tuple[Subject, ...], evidence: Evidence, wishes: Wishes | None = None
) -> Document:
    """The functions, one position seen by all of them, their games and their grades."""
    wishes = wishes or Wishes()
    settings = evidence.settings
    position, side = evidence.example
    blocks: tuple[Block, ...] = (
        *(b for number, s in enumerate(subjects, 1) for b in _function(number, s, evidence)),
        *_same_board(subjects, position, side, evidence),
        *match_section(evidence),
        *accuracy_section(subjects, evidence),
        *making_section(subjects, evidence, wishes.command),
    )
    names = ", ".join(subject.name for subject in subjects)
    title = wishes.title or f"{len(subjects)} evaluation functions for {settings.spec.name}"
    return Document(title, names, wishes.date, blocks, wishes.author)


def _function(number: int, subject: Subject, evidence: Evidence) -> Iterator[Block]:
    yield Heading(subject.name)
    if subject.source:
        yield Paragraph.of(f"Source: {subject.source}.")
    yield from function_section(subject, evidence.settings.spec, 2, f"{number}-")
    yield from motivation_section(subject.motivation, 2)


def _same_board(
    subjects: tuple[Subject, ...], position: Position, side: Side, evidence: Evidence
) -> Iterator[Block]:
    yield Heading("One board, seen by all")
    yield Paragraph.of(
        f"A board of {position.spec.name} after {position.plies} stones, seen by {SIDES[side]}. "
        f"{DISCS} Full lines count for that side, dashed ones against it."
    )
    for remarks in evidence.remarks.values():
        yield from remarked(remarks)
    figures = []
    for number, subject in enumerate(subjects, 1):
        explanation = subject.explain(position, side)
        words = f"{subject.name}. {conclusion(explanation)}"
        diagram = Diagram.of(position).explained(explanation)
        figures.append(Figure(f"board-{number}", draw_svg(diagram, words), words, words))
    yield Gallery(tuple(figures))
    yield from _moves(subjects, position, side, evidence)


def _moves(
    subjects: tuple[Subject, ...], position: Position, side: Side, evidence: Evidence
) -> Iterator[Block]:
    judges = [(s.name, s.evaluator) for s in subjects if s.evaluator is not None]
    if not shows_moves(position, side) or not judges:
        return
    labels = labels_at(position, evidence.settings)
    rows = [
        (
            position.move_text(move),
            *(in_words(judge.evaluate(position.play(move), side)) for _, judge in judges),
            *((points(labels[move]),) if labels else ()),
        )
        for move in position.legal_moves()
    ]
    header = ("move", *(name for name, _ in judges), *(("exact value",) if labels else ()))
    yield DocumentTable(
        header, tuple(rows), "What each says of the board after a move, without any search"
    )
