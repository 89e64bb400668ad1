"""Evaluation functions written up: one by itself, or several side by side."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluating, as_evaluator
from kinarow.game import GameSpec, Position, Side
from kinarow.game.spec import as_spec
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers
from kinarow.writeup.build import Wishes, write_report
from kinarow.writeup.compare import write_comparison
from kinarow.writeup.document import Document
from kinarow.writeup.evidence import QUICK, Evidence, Settings, gather
from kinarow.writeup.formats.html import as_html
from kinarow.writeup.formats.saving import save_document
from kinarow.writeup.subject import Subject, check_names


@dataclass(frozen=True, slots=True, repr=False)
class WrittenReport:
    """A report: the document, which a notebook shows, and the numbers that it is based on.

    >>> from kinarow import report
    >>> report("open-lines", "drop:4x4:3", depth=1, quick=True)
    <WrittenReport: open-lines: an evaluation function for drop:4x4:3>
    """

    document: Document
    evidence: Evidence

    def __repr__(self) -> str:
        return f"<WrittenReport: {self.document.title}>"

    @property
    def html(self) -> str:
        """The document as one HTML file."""
        return as_html(self.document)

    def _repr_html_(self) -> str:
        return self.html

    def save(self, path: Path | str) -> str:
        """Write it as .html, .pdf or .md, by the name of the file; what must be said of the file,
        such as letters that no font has, is returned (and stands below the title of a PDF)."""
        return save_document(self.document, Path(path))

    def to_json(self) -> dict[str, object]:
        """The numbers; these keys are a contract with scripts."""
        return self.evidence.to_json()


def report(
    evaluator: Evaluating,
    game: GameSpec | str = "connect4",
    *,
    wishes: Wishes | None = None,
    example: Position | None = None,
    seen_by: Side | Literal["mover"] | None = None,
    depth: int | None = None,
    seed: int = 0,
    quick: bool = False,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> WrittenReport:
    """Write up an evaluation function: what it is, a worked example, its games, its grade.

    The example is a position and the side that looks at it, by default those of the evaluator's
    document or a position in which much of it counts. `quick` plays fewer games.

    >>> from kinarow import report
    >>> sorted(report("open-lines", "drop:4x4:3", depth=1, quick=True).to_json())
    ['course', 'depth', 'grades', 'left_out', 'remarks', 'tournament']
    """
    subject = _subject(evaluator)
    settings = Settings(as_spec(game), seed, depth, **(QUICK if quick else {}))
    with Workers(workers, stop=stop) as many:
        shown = _example(subject, settings, example, seen_by)
        evidence = gather((subject,), settings, shown, many, progress)
    return WrittenReport(write_report(subject, evidence, wishes), evidence)


def compare(
    evaluators: Sequence[Evaluating],
    game: GameSpec | str = "connect4",
    *,
    wishes: Wishes | None = None,
    example: Position | None = None,
    seen_by: Side | Literal["mover"] | None = None,
    depth: int | None = None,
    seed: int = 0,
    quick: bool = False,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> WrittenReport:
    """Write up several evaluation functions side by side: one board, their games, their grades.

    >>> from kinarow import compare
    >>> compare(["open-lines", "center-window"], "drop:4x4:3", depth=1, quick=True)
    <WrittenReport: 2 evaluation functions for drop:4x4:3>
    """
    if len(evaluators) < 2:
        raise KinarowError("a comparison needs two evaluators or more")
    subjects = tuple(map(_subject, evaluators))
    check_names(subjects)
    settings = Settings(as_spec(game), seed, depth, **(QUICK if quick else {}))
    with Workers(workers, stop=stop) as many:
        shown = _example(subjects[0], settings, example, seen_by)
        evidence = gather(subjects, settings, shown, many, progress, against_catalogue=False)
    return WrittenReport(write_comparison(subjects, evidence, wishes), evidence)


def _subject(evaluator: Evaluating) -> Subject:
    if isinstance(evaluator, str):
        return Subject.named(evaluator)
    judge = as_evaluator(evaluator)
    return Subject(judge.text, judge)


def _example(
    subject: Subject,
    settings: Settings,
    position: Position | None,
    seen_by: Side | Literal["mover"] | None,
) -> tuple[Position, Side]:
    side = None
    if position is None:
        position, side = subject.example(settings.spec, settings.seed)
    if seen_by is not None:
        side = None if seen_by == "mover" else seen_by
    return position, side or position.mover
