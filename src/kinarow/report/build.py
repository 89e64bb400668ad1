"""The report: one evaluation function written up, section by section."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version

from kinarow import __version__
from kinarow.game import Position, Side
from kinarow.grading.labels import Labels
from kinarow.report.accuracy import accuracy_section
from kinarow.report.document import Block, Bullets, Code, Document, Heading, Paragraph, Span
from kinarow.report.evidence import Evidence, Settings, labels_of
from kinarow.report.example import example_section
from kinarow.report.function import function_section
from kinarow.report.prose import blocks_of
from kinarow.report.results import match_section
from kinarow.report.subject import Subject


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the author of a report chooses or adds."""

    example: tuple[Position, Side] | None = None
    motivation: str = ""
    """In Markdown; by default what the evaluator says of itself."""
    command: str = ""
    """How the report can be made again."""
    date: str = ""


def write_report(subject: Subject, evidence: Evidence, wishes: Wishes | None = None) -> Document:
    """One evaluation function written up."""
    wishes = wishes or Wishes()
    settings = evidence.settings
    position, side = wishes.example or subject.example(settings.spec, settings.seed)
    blocks: tuple[Block, ...] = (
        *function_section(subject, settings.spec),
        *motivation_section(wishes.motivation or subject.motivation),
        *example_section(subject, position, side, labels_at(position, settings)),
        *match_section(evidence),
        *accuracy_section([subject], evidence),
        *making_section(evidence, wishes.command),
    )
    kind = "an evaluation function" if subject.evaluator else "an agent"
    title = f"{subject.name}: {kind} for {settings.spec.name}"
    return Document(title, subject.source or "An evaluation function", wishes.date, blocks)


def labels_at(position: Position, settings: Settings) -> Labels | None:
    """The exact values of the moves of a position, where the solver knows them."""
    if not settings.is_solved or position.spec != settings.spec or position.ending():
        return None
    return labels_of([position], workers=1).get(position)


def motivation_section(words: str) -> Iterator[Block]:
    yield Heading("Motivation")
    if words.strip():
        yield from blocks_of(words)
    else:
        yield Paragraph.of("Its author has not said why it should work.")


def making_section(evidence: Evidence, command: str) -> Iterator[Block]:
    """Everything that is needed to get the same numbers again."""
    settings = evidence.settings
    facts = {
        "game": str(settings.spec),
        "seed": str(settings.seed),
        "search": f"alpha-beta to depth {evidence.depth}",
        "tournament": f"{settings.rounds} pairs of games for each two players",
        "positions graded": str(len(evidence.labelled)),
        "kinarow": __version__,
        "Python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }
    yield Heading("How this was made")
    if command:
        yield Code(command, "sh")
    yield Bullets(tuple((Span(f"{name}: "), Span(fact, "code")) for name, fact in facts.items()))
    yield Paragraph.of("The same command gives the same numbers on every machine.")
