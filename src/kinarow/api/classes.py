"""Classes of submissions, marked."""

from __future__ import annotations

import json
import re
import tempfile
import threading
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from kinarow.classroom.autograders.results import classroom_result, gradescope_results
from kinarow.classroom.autograders.writing import seed_for, write_autograders
from kinarow.classroom.classroom import Classroom
from kinarow.classroom.examination.submission import SubmissionLimits
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import ClassMarks
from kinarow.classroom.published.class_page import class_page, student_page
from kinarow.classroom.published.gradebooks import canvas_csv, moodle_csv
from kinarow.classroom.published.leaderboard import leaderboard
from kinarow.classroom.scheme import DEFAULT, Scheme, parse_scheme
from kinarow.classroom.submissions.roster import (
    by_file_name,
    handed_on,
    matched,
    only_one_each,
    read_roster,
)
from kinarow.errors import KinarowError, StoppedError, told_of_file
from kinarow.grading.drawn_positions import drawn_positions
from kinarow.grading.judged_positions import judged_positions, keep_judged
from kinarow.grading.labels import label_all
from kinarow.sandbox.finding import find_sandbox
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers
from kinarow.writing import write_whole

Ranked = Literal["by name", "anonymously"] | None
"""Whether there is a leaderboard, and what students are called there."""


@dataclass(frozen=True, slots=True)
class MarkFiles:
    """Where marks are written; what is None is not."""

    csv: Path | None = None
    moodle: Path | None = None
    canvas: Path | None = None
    html: Path | None = None
    """A page for the teacher: everyone's marks, mistakes and games."""
    reports: Path | None = None
    """A folder, for one page a student."""
    gradescope: Path | None = None
    """Of one submission: the `results.json` of Gradescope."""
    github_output: Path | None = None
    """Of one submission: the file to which a step of a GitHub workflow adds its outputs."""
    leaderboard: Path | None = None
    """The order of the class, for the class to see: a page, or a table if it ends in .csv."""

    def all(self) -> list[Path]:
        """Those that are given, the folder left out."""
        files = (
            self.csv, self.moodle, self.canvas, self.html, self.gradescope, self.leaderboard,
        )  # fmt: skip
        return [file for file in files if file]


def write_marks(
    found: ClassMarks,
    to: MarkFiles,
    *,
    title: str = "Class",
    assignment: str = "kinarow",
    roster: Path | None = None,
) -> list[str]:
    """Write marks into files, for people and for gradebooks; what is to be said about it.

    Gradebooks know students by the roster, a CSV file, or by the names of their files. Columns of
    the roster that are one's own, such as late days, are handed on into the table and to Moodle.
    """
    students = [mark.student for mark in found.marks]
    people, unknown, unclear = by_file_name(students), list[str](), list[str]()
    more: dict[str, dict[str, str]] = {}
    if roster is not None:
        people, unknown, unclear = matched(students, read_roster(roster))
        more = {student: handed_on(some) for student, some in people.items()}
    people, several = only_one_each(people)
    pages: list[tuple[Path | None, Callable[[], bytes]]] = [
        (to.csv, lambda: found.to_csv(more)),
        (to.moodle, lambda: moodle_csv(found, people, assignment)),
        (to.canvas, lambda: canvas_csv(found, people, assignment)),
        (to.html, lambda: class_page(found, f"{title}: marks")),
        (to.gradescope, lambda: json.dumps(gradescope_results(found), indent=1).encode()),
        (to.leaderboard, lambda: _leaderboard_file(found, to.leaderboard, title)),
    ]
    for path, content in pages:
        if path is not None:
            _write(path, content())
    if to.reports is not None:
        _write_reports(found, to.reports, title)
    if to.github_output is not None:
        with to.github_output.open("a", encoding="utf-8") as file:
            file.write(f"result={classroom_result(found)}\n")
    if not (to.moodle or to.canvas):
        return []
    said = [f"of one person, and so in no gradebook: {words}" for words in several]
    if unclear:
        said.append(
            f"of several people, and so in no gradebook: {'; '.join(unclear)}; add a column "
            "'submission' with file names to the roster"
        )
    if unknown:
        said.append(f"not in the roster, and so in no gradebook: {', '.join(unknown)}")
    return said


def _leaderboard_file(found: ClassMarks, path: Path | None, title: str) -> bytes:
    if found.leaderboard is None:
        raise KinarowError("the class was marked without a leaderboard")
    is_table = path is not None and path.suffix.lower() == ".csv"
    board = found.leaderboard
    return board.to_csv() if is_table else board.to_html(f"{title}: leaderboard")


def _write_reports(found: ClassMarks, folder: Path, title: str) -> None:
    with told_of_file(folder, "cannot be made"):
        folder.mkdir(parents=True, exist_ok=True)
    taken = set[str]()
    for mark in found.marks:
        name = plain = re.sub(r"[^\w.@-]+", "_", mark.student)[:80].strip(".") or "student"
        number = 1
        while name.casefold() in taken:  # two students whose names differ by signs alone
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.casefold())
        called = found.leaderboard.names[mark.student] if found.leaderboard else ""
        _write(folder / f"{name}.html", student_page(found, mark, title, called=called))


def _write(path: Path, content: bytes) -> None:
    with told_of_file(path, "cannot be written"):
        write_whole(path, content)


def _read(path: Path) -> bytes:
    with told_of_file(path):
        return path.read_bytes()


def grade_class(
    folder: Path | str,
    scheme: Scheme | None = None,
    limits: SubmissionLimits | None = None,
    *,
    journal: Path | str = ":memory:",
    labels: Path | None = None,
    ours: Iterable[Path] = (),
    trust: bool = False,
    single: bool = False,
    templates: Iterable[Path] = (),
    only: Collection[str] = (),
    ranked: Ranked = None,
    on_partial: Callable[[ClassMarks], None] | None = None,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> ClassMarks:
    """The marks of a class: every file or subfolder of a folder is a submission.

    Whatever is found out is kept in the file `journal`, from which the same call resumes. `ours`
    are files that are no submissions, even if they lie in the folder. A file, or a folder with
    `single`, is the submission of one student, whose mark is the same as in a class with the same
    seed. Code of the files `templates` was given to everyone, and makes no submissions alike.

    `only` these students are examined, anew if they were before; of the others is told what is
    known. `ranked`, by name or with other names, there is a leaderboard of everyone's best
    submission that the journal knows of, with the staff of the scheme. `on_partial` is told, time
    and again, the marks of what is known by then, and so is the caller when it is stopped; one
    submission that is not examined to the end has a mark of what it was asked.

    Submissions run in sandboxes, each in its own. Where the system has none, that is a
    `SandboxError`; `trust` runs them without, as programs of your own.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from kinarow import grade_class
    >>> from kinarow.classroom.scheme import parse_scheme
    >>> scheme = parse_scheme("[[part]]\\nopponent = 'random'\\npoints = 10")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "ada.py").write_text("evaluate = 7")
    ...     grade_class(folder, scheme, trust=True)
    <ClassMarks: 0 of 1 marked>
    """
    scheme = scheme or parse_scheme(DEFAULT)
    if not trust and not isinstance(workers, str | Executor):
        find_sandbox()  # a cluster's workers say for themselves whether they have one
    with Journal(journal) as opened:
        single = single or Path(folder).is_file()
        room = Classroom(
            Path(folder), scheme, limits or SubmissionLimits(), opened, labels, ours=ours,
            sandboxed=not trust, single=single, templates=map(_read, templates),
            only=only, with_staff=ranked is not None,
        )  # fmt: skip

        def found(*, is_complete: bool) -> ClassMarks:
            marks = tuple(room.marks(so_far=single))
            return ClassMarks(scheme, marks, tuple(room.warnings()), is_complete)

        def tell() -> None:
            if on_partial is not None:
                on_partial(found(is_complete=False))

        if isinstance(workers, int):
            workers = min(workers, max(1, len(room.students)))
        is_complete = True
        with Workers(workers, apart=True, stop=stop) as many:
            try:
                room.examine(many, progress, tell)
            except StoppedError:
                is_complete = False
        marks = found(is_complete=is_complete)
        room.keep_attempts(marks.marks)
        if ranked is not None:
            board = leaderboard(
                marks.marks, room.staff_marks(), scheme, opened, anonymous=ranked == "anonymously"
            )
            marks = replace(marks, leaderboard=board)
        return marks


def write_autograder(
    folder: Path | str,
    scheme: str = DEFAULT,
    seed: int | None = None,
    *,
    labels: Path | None = None,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> list[Path]:
    """Autograders for Gradescope and GitHub Classroom, from the text of a scheme; what was written.

    Without a seed, here or in the scheme, one is drawn that nobody can guess. The scheme's
    positions are solved now and sent along, so that a submission is marked in the time that its own
    moves take.
    """
    parsed = parse_scheme(scheme)
    drawn_by, _ = seed_for(scheme, seed)
    parsed = replace(parsed, seed=drawn_by)
    with tempfile.TemporaryDirectory() as place, Workers(workers, stop=stop) as many:
        kept = Path(place) / "labels.db"
        for kind, count in parsed.position_sets.items():
            if kind.judged:
                seed_depth = kind.seed, parsed.depth
                judged = judged_positions(
                    parsed.spec, count, *seed_depth, workers=many, progress=progress, path=labels
                )
                keep_judged(judged, count, *seed_depth, kept)
            else:
                drawn = drawn_positions(parsed.spec, count, kind.seed)
                label_all(drawn, many, progress, kept)
        solved = kept.read_bytes() if kept.exists() else b""
    return write_autograders(Path(folder), scheme, drawn_by, solved)
