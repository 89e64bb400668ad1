"""The report: one evaluation function written up, section by section."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain

from kinarow import __version__
from kinarow.errors import KinarowError
from kinarow.game import Position
from kinarow.grading.labels import Labels, label_all
from kinarow.work.workers import Workers
from kinarow.writeup.document import Block, Code, Document, Heading, Paragraph, Span
from kinarow.writeup.evidence import Evidence, Settings
from kinarow.writeup.markdown_input import blocks_of
from kinarow.writeup.sections.example import example_section
from kinarow.writeup.sections.function import function_section
from kinarow.writeup.sections.games import match_section
from kinarow.writeup.sections.grading import accuracy_section
from kinarow.writeup.subject import Subject


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the author of a report chooses or adds."""

    motivation: str = ""
    """In Markdown; by default what the evaluator says of itself."""
    command: str = ""
    """How the report can be made again."""
    date: str = ""
    author: str = ""
    title: str = ""
    """By default the evaluator's name and the game."""


def write_report(subject: Subject, evidence: Evidence, wishes: Wishes | None = None) -> Document:
    """One evaluation function written up."""
    wishes = wishes or Wishes()
    settings = evidence.settings
    position, side = evidence.example
    blocks: tuple[Block, ...] = (
        *function_section(subject, settings.spec),
        *motivation_section(wishes.motivation or subject.motivation),
        *example_section(subject, position, side, labels_at(position, settings)),
        *match_section(evidence),
        *accuracy_section([subject], evidence),
        *making_section([subject], evidence, wishes.command),
    )
    kind = "an evaluation function" if subject.evaluator else "an agent"
    title = wishes.title or f"{subject.name}: {kind} for {settings.spec.name}"
    return Document(title, subject.source, wishes.date, blocks, wishes.author)


def labels_at(position: Position, settings: Settings) -> Labels | None:
    """The exact values of the moves of a position, where the solver knows them."""
    if not settings.is_solved or position.spec != settings.spec or position.ending():
        return None
    try:
        return label_all([position], Workers())[position]
    except KinarowError:
        return None


def motivation_section(words: str, level: int = 1) -> Iterator[Block]:
    yield Heading("Motivation", level)
    if words.strip():
        yield from blocks_of(words)
    else:
        yield Paragraph.of("Its author has not said why it should work.")


def making_section(
    subjects: Sequence[Subject], evidence: Evidence, command: str
) -> Iterator[Block]:
    """Everything that is needed to get the same numbers again."""
    settings = evidence.settings
    played = {
        "search": f"alpha-beta to depth {evidence.depth}",
        "tournament": f"{settings.rounds} pairs of games for each two players",
    }
    played = played if evidence.games else {}
    facts = {
        "game": str(settings.spec),
        "seed": str(settings.seed),
        **played,
        **({"positions graded": str(len(evidence.labelled))} if evidence.labelled else {}),
        "kinarow": __version__,
        "Python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }
    yield Heading("How this was made")
    if command:
        yield Code(command, "sh")
    listed = (
        (Span(f"{', ' if number else ''}{name} "), Span(fact, "code"))
        for number, (name, fact) in enumerate(facts.items())
    )
    yield Paragraph((*chain.from_iterable(listed), Span(".")))
    if any(
        remark.kind == "not repeatable" for every in evidence.remarks.values() for remark in every
    ):
        yield Paragraph.of("Another run gives other numbers: a function is random or keeps state.")
    elif any(subject.file for subject in subjects):
        yield Paragraph.of("Repeatable, unless the function is random or slower.")
    else:
        yield Paragraph.of("The same command gives the same numbers on every machine.")
