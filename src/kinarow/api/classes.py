"""Classes of submissions, marked."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from kinarow.classroom.classroom import Classroom
from kinarow.classroom.examining import SubmissionLimits
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import Mark
from kinarow.classroom.scheme import DEFAULT, Scheme, parse_scheme
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers


def grade_class(
    folder: Path,
    scheme: Scheme | None = None,
    limits: SubmissionLimits | None = None,
    journal: Path | str = ":memory:",
    workers: int | str | Executor = 1,
    progress: Progress = silent,
) -> list[Mark]:
    """The marks of a class."""
    with Journal(journal) as opened, Workers(workers, apart=True) as many:
        room = Classroom(
            folder, scheme or parse_scheme(DEFAULT), limits or SubmissionLimits(), opened
        )
        room.examine(many, progress)
        return room.marks()
