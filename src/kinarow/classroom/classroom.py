"""A class of submissions, marked: everyone gets a mark, or a reason why there is none.

Each submission plays the games of the scheme and is asked for moves in its positions. Whatever is
found is kept in a journal at once, so that a program that was killed goes on where it was.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kinarow.classroom.examining import (
    Examination,
    Findings,
    SubmissionLimits,
    examine,
    working_folder,
)
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import (
    Mark,
    PartResult,
    given_away,
    of_answers,
    of_games,
    remarks_on_answers,
    remarks_on_games,
    shown_in_one_line,
)
from kinarow.classroom.scheme import Scheme
from kinarow.classroom.student import Student
from kinarow.classroom.submissions import submissions_in
from kinarow.errors import KinarowError
from kinarow.game import Position
from kinarow.grading.drawn_positions import drawn_positions
from kinarow.grading.labels import Labels, default_path, label_all
from kinarow.players import Player
from kinarow.players.isolated import contestant
from kinarow.work.jobs import do_jobs
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

_TRIES_ALONE = 3


class Classroom:
    """A class while it is being marked."""

    def __init__(
        self,
        folder: Path,
        scheme: Scheme,
        limits: SubmissionLimits,
        journal: Journal,
        labels: Path | None = None,
        ours: Iterable[Path] = (),
    ) -> None:
        """`ours` are files that are no submissions, even if they lie in the folder."""
        self.scheme, self.limits, self.journal = scheme, limits, journal
        self.labels = labels or default_path()
        self.labelled: list[tuple[Position, Labels]] = []
        opponents = list(map(_opponent, scheme.opponents))
        kept = _with_those_beside(str(journal.path), str(self.labels), *map(str, ours))
        self.submissions = submissions_in(folder, kept)
        # Submissions may read neither each other nor what is known of positions and games.
        closed = (os.path.realpath(folder), *kept)
        self.students = {
            submission.student: Student(submission, scheme, limits, opponents, closed, journal)
            for submission in self.submissions
            if not submission.problem
        }
        """Those whose submission can be run."""

    def examine(self, workers: Workers, progress: Progress = silent) -> None:
        """Find out all that the marks depend on and that is not known yet."""
        if self.scheme.positions:
            self._solve_positions(workers, progress)
        # Workers that are ended leave files behind, which go with this folder.
        with working_folder() as place:
            self._examine(place, workers, progress)

    def _examine(self, place: str, workers: Workers, progress: Progress) -> None:
        waiting = deque(student for student in self.students.values() if not student.is_done)
        lost = list[Student]()

        def keep(student: Student, findings: Findings) -> None:
            student.keep(findings)
            if not student.is_done:
                waiting.append(student)
            self._tell(progress)

        def lose(student: Student, _: int) -> bool:
            lost.append(student)
            return False

        def lose_again(student: Student, losses: int) -> bool:
            if losses < _TRIES_ALONE:
                return True
            student.keep(Findings(f"the worker that examined it was lost {_TRIES_ALONE} times"))
            return False

        self._tell(progress)
        while waiting:
            do_jobs(examine, _Jobs(waiting, place), workers, keep, again=lose)
        # One of those may have ended its worker. Alone, it can do so to nobody but itself.
        waiting.extend(lost)
        while waiting:
            do_jobs(examine, _Jobs(waiting, place), workers, keep, again=lose_again, at_once=1)

    def _solve_positions(self, workers: Workers, progress: Progress) -> None:
        scheme = self.scheme
        progress(0.0, "drawing positions")
        drawn = drawn_positions(scheme.spec, scheme.positions, scheme.seed)
        found = label_all(drawn, workers, progress, self.labels)
        self.labelled = list(found.items())
        for student in self.students.values():
            student.ask_about(list(found))

    def _tell(self, progress: Progress) -> None:
        students = self.students.values()
        done = sum(student.is_done for student in students)
        share = sum(student.share_done for student in students) / max(1, len(students))
        progress(share, f"{done} of {len(students)} submissions examined")

    def marks(self) -> list[Mark]:
        """What everyone gets, as far as it is known."""
        same: dict[bytes, list[str]] = defaultdict(list)
        for name, student in self.students.items():
            same[student.submission.content].append(name)
        found = []
        for handed_in in self.submissions:
            name, file = handed_in.student, handed_in.file
            if handed_in.problem:
                found.append(Mark(name, file, problem=handed_in.problem))
                continue
            others = [other for other in same[handed_in.content] if other != name]
            remarks = [f"the same file as {', '.join(others)}"] if others else []
            found.append(self._mark(self.students[name], remarks))
        return found

    def warnings(self) -> list[str]:
        """What is wrong with the opponents, so that marks say less than they seem to."""
        games = [game for student in self.students.values() for game in student.all_games]
        known = self.journal.games
        return given_away([known[game.key] for game in games if game.key in known], len(games))

    def _mark(self, student: Student, remarks: list[str]) -> Mark:
        problem = shown_in_one_line(student.problem)
        if not student.is_done:
            problem = "not examined to the end yet: the same command resumes"
        if not problem and student.is_out_of_time:
            remarks.append(f"its {self.limits.total_seconds:g} s for all moves were used up")
        results = () if problem else tuple(self._results(student))
        if results:
            played = student.played(student.all_games)
            remarks += remarks_on_games(played, len(student.all_games))
            remarks += remarks_on_answers(student.answers or [])
        handed_in = student.submission
        return Mark(
            handed_in.student, handed_in.file, handed_in.kind, results, problem, tuple(remarks)
        )

    def _results(self, student: Student) -> Iterator[PartResult]:
        by_opponent = iter(student.games)
        for part in self.scheme.parts:
            if part.opponent:
                games = next(by_opponent)
                yield of_games(part, student.played(games), len(games))
            else:
                yield of_answers(part, student.answers or [], self.labelled)


class _Jobs:
    """What is to be found out; more may come while the last jobs are under way."""

    def __init__(self, waiting: deque[Student], place: str) -> None:
        self.waiting, self.place = waiting, place

    def __iter__(self) -> _Jobs:
        return self

    def __next__(self) -> tuple[Student, Examination]:
        if not self.waiting:
            raise StopIteration
        student = self.waiting.popleft()
        return student, replace(student.examination(), place=self.place)


def _with_those_beside(*files: str) -> list[str]:
    """Where files are, and what SQLite puts beside them."""
    return [f"{os.path.realpath(file)}{end}" for file in files for end in ("", "-wal", "-shm")]


def _opponent(text: str) -> Player:
    player = contestant(text)
    if player.name == "human":
        raise KinarowError("'human' cannot be an opponent: a class plays against programs")
    return player
