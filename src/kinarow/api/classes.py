"""Classes of submissions, marked."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path

from kinarow.classroom.classroom import Classroom
from kinarow.classroom.examining import SubmissionLimits
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import ClassMarks
from kinarow.classroom.scheme import DEFAULT, Scheme, parse_scheme
from kinarow.errors import StoppedError
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers


def grade_class(
    folder: Path | str,
    scheme: Scheme | None = None,
    limits: SubmissionLimits | None = None,
    *,
    journal: Path | str = ":memory:",
    labels: Path | None = None,
    ours: Iterable[Path] = (),
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> ClassMarks:
    """The marks of a class: every file or subfolder of a folder is a submission.

    Whatever is found out is kept in the file `journal`, from which the same call resumes. `ours`
    are files that are no submissions, even if they lie in the folder. When it is stopped, the marks
    are those of what is known by then.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from kinarow import grade_class
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "ada.py").write_text("evaluate = 7")
    ...     grade_class(folder)
    <ClassMarks: 0 of 1 marked>
    """
    scheme = scheme or parse_scheme(DEFAULT)
    with Journal(journal) as opened:
        room = Classroom(
            Path(folder), scheme, limits or SubmissionLimits(), opened, labels, ours=ours
        )
        if isinstance(workers, int):
            workers = min(workers, max(1, len(room.students)))
        is_complete = True
        with Workers(workers, apart=True, stop=stop) as many:
            try:
                room.examine(many, progress)
            except StoppedError:
                is_complete = False
        return ClassMarks(scheme, tuple(room.marks()), tuple(room.warnings()), is_complete)
