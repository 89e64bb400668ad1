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

from kinarow.classroom.code_reading import fingerprints
from kinarow.classroom.examining import (
    FAILED,
    Examination,
    Findings,
    SubmissionLimits,
    examine,
)
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import (
    Answer,
    Mark,
    PartResult,
    given_away,
    of_answers,
    of_games,
    remarks_on_answers,
    remarks_on_games,
    shown_in_one_line,
)
from kinarow.classroom.own_code import remarks_on_our_code
from kinarow.classroom.scheme import Scheme
from kinarow.classroom.similarity import likenesses
from kinarow.classroom.student import Student
from kinarow.classroom.submissions import only_submission, submissions_in
from kinarow.classroom.working_folders import working_folder
from kinarow.errors import KinarowError
from kinarow.game import Position
from kinarow.grading.drawn_positions import drawn_positions
from kinarow.grading.grades import Grade, GradedMove
from kinarow.grading.judged_positions import Stratum, judged_positions
from kinarow.grading.labels import Labels, default_path, label_all
from kinarow.players import Player
from kinarow.players.isolated import contestant
from kinarow.work.jobs import do_jobs
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

_TRIES_ALONE = 3
_SECONDS_WORTH_TELLING = 10.0
_SHARE_WORTH_TELLING = 0.5
_MISTAKES = 6
"""How many of a submission's worst moves are shown."""


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
        *,
        sandboxed: bool = True,
        single: bool = False,
        templates: Iterable[bytes] = (),
    ) -> None:
        """`ours` are files that are no submissions, even if they lie in the folder; with `single`
        the folder, or file, is one submission. Code of the `templates` was given to everyone."""
        self.scheme, self.limits, self.journal = scheme, limits, journal
        self.labels = labels or default_path()
        self.asked: list[tuple[Position, Labels, Stratum | None]] = []
        """The positions of the scheme, those in which judgement decides last."""
        opponents = list(map(_opponent, scheme.opponents))
        kept = _with_those_beside(str(journal.path), str(self.labels), *map(str, ours))
        self.submissions = [only_submission(folder)] if single else submissions_in(folder, kept)
        self.templates = tuple(templates)
        self.students = {
            submission.student: Student(
                submission, scheme, limits, opponents, journal, sandboxed=sandboxed
            )
            for submission in self.submissions
            if not submission.problem
        }
        """Those whose submission can be run."""

    def examine(self, workers: Workers, progress: Progress = silent) -> None:
        """Find out all that the marks depend on and that is not known yet."""
        if self.scheme.positions and self.students:
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
        if scheme.any_positions:
            drawn = drawn_positions(scheme.spec, scheme.any_positions, scheme.seed)
            found = label_all(drawn, workers, progress, self.labels)
            self.asked = [(position, labels, None) for position, labels in found.items()]
        if scheme.judged_positions:
            judged = judged_positions(
                scheme.spec, scheme.judged_positions, scheme.seed, scheme.depth,
                workers=workers, progress=progress, path=self.labels,
            )  # fmt: skip
            if not judged:
                raise KinarowError(
                    f"{scheme.spec} has no positions in which judgement decides at depth "
                    f"{scheme.depth}: write positions without 'judged'"
                )
            self.asked += [(p.position, p.labels, p.stratum) for p in judged]
        for student in self.students.values():
            student.ask_about([position for position, *_ in self.asked])

    def _tell(self, progress: Progress) -> None:
        students = self.students.values()
        done = sum(student.is_done for student in students)
        share = sum(student.share_done for student in students) / max(1, len(students))
        progress(share, f"{done} of {len(students)} submissions examined")

    def marks(self) -> list[Mark]:
        """What everyone gets, as far as it is known."""
        noticed = self._noticed()
        found = []
        for handed_in in self.submissions:
            name, file = handed_in.student, handed_in.file
            if handed_in.problem:
                found.append(Mark(name, file, problem=handed_in.problem))
            else:
                found.append(self._mark(self.students[name], noticed[name]))
        return found

    def _noticed(self) -> dict[str, list[str]]:
        """What submissions have in common with others."""
        noticed: dict[str, list[str]] = defaultdict(list)
        same: dict[bytes, list[str]] = defaultdict(list)
        for name, student in self.students.items():
            same[student.submission.content].append(name)
        for names in same.values():
            for name in names:
                others = [other for other in names if other != name]
                if others:
                    noticed[name].append(f"the same file as {', '.join(others)}")
        content = {name: student.submission.content for name, student in self.students.items()}
        for alike in likenesses(self.submissions, self.templates):
            if content[alike.one] != content[alike.other]:
                for name in (alike.one, alike.other):
                    noticed[name].append(alike.words(name))
        given = set().union(*map(fingerprints, self.templates))
        for name, student in self.students.items():
            noticed[name] += remarks_on_our_code(student.submission, given)
        return noticed

    def warnings(self) -> list[str]:
        """What is wrong with scheme or opponents, so that marks say less than they seem to."""
        games = [game for student in self.students.values() for game in student.all_games]
        known = self.journal.games
        found = given_away([known[game.key] for game in games if game.key in known], len(games))
        found += self._busyness()
        return [*([self.scheme.note] if self.scheme.note else []), *found]

    def _busyness(self) -> list[str]:
        """What is to be said of a machine that had much else to do."""
        students = self.students.values()
        waited, spent = (sum(getattr(s, of) for s in students) for of in ("kept_waiting", "spent"))
        if waited < max(_SECONDS_WORTH_TELLING, spent * _SHARE_WORTH_TELLING):
            return []
        return [
            f"the machine was busy with other work: submissions waited {waited:.0f} s for a "
            f"processor, which does not count, beside {spent:.0f} s that do; use fewer workers"
        ]

    def _mark(self, student: Student, noticed: list[str]) -> Mark:
        problem, remarks = shown_in_one_line(student.problem), list[str]()
        if not student.is_done:
            problem = "not examined to the end yet: the same command resumes"
        if not problem and student.is_out_of_time:
            remarks.append(f"its {self.limits.total_seconds:g} s in all were used up")
        played = student.played(student.all_games)
        answers = [] if problem else self._answers(student)
        results = () if problem else tuple(self._results(student, answers))
        if results:
            count, texts = len(student.all_games), student.answers or []
            remarks += [*remarks_on_games(played, count), *remarks_on_answers(texts)]
            in_full = [*remarks_on_games(played, count, str), *remarks_on_answers(texts, str)]
            noticed = [*(words for words in in_full if words not in remarks), *noticed]
        handed_in = student.submission
        moves = tuple(move for move, _ in answers if move)
        return Mark(
            handed_in.student, handed_in.file, handed_in.kind, results, problem, tuple(remarks),
            tuple(noticed), tuple(played), tuple(Grade(handed_in.file, moves).worst(_MISTAKES)),
        )  # fmt: skip

    def _answers(self, student: Student) -> list[Answer]:
        """Its moves in the positions, beside the truth."""
        found: list[Answer] = []
        for text, (position, labels, stratum) in zip(
            student.answers or [], self.asked, strict=False
        ):
            failed = text.startswith(FAILED)
            move = None if failed else GradedMove(position, position.parse_move(text), labels)
            found.append((move, stratum))
        return found

    def _results(self, student: Student, answers: list[Answer]) -> Iterator[PartResult]:
        by_opponent = iter(student.games)
        for part in self.scheme.parts:
            if part.opponent:
                games = next(by_opponent)
                yield of_games(part, student.played(games), len(games))
            else:
                some = [answer for answer in answers if (answer[1] is not None) == part.judged]
                yield of_answers(part, some[: part.positions])


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
