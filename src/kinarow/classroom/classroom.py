"""A class of submissions, marked: everyone gets a mark, or a reason why there is none.

Each submission plays the games of the scheme and is asked for moves in its positions. Whatever is
found is kept in a journal at once, so that a program that was killed goes on where it was.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kinarow.classroom.examination.positions_asked import FAILED
from kinarow.classroom.examination.question_order import AskedPosition, in_mixed_order
from kinarow.classroom.examination.submission import (
    Examination,
    Findings,
    SubmissionLimits,
    examine,
)
from kinarow.classroom.examination.working_folders import working_folder
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import (
    Answer,
    Mark,
    PartResult,
    given_away,
    of_answers,
    of_games,
    shown_in_one_line,
)
from kinarow.classroom.published.leaderboard import keep_attempts
from kinarow.classroom.scheme import PositionSet, Scheme
from kinarow.classroom.student import Student
from kinarow.classroom.submissions.code_reading import fingerprints
from kinarow.classroom.submissions.own_code import remarks_on_our_code
from kinarow.classroom.submissions.similarity import likenesses
from kinarow.classroom.submissions.submissions import Submission, only_submission, submissions_in
from kinarow.errors import KinarowError, unknown
from kinarow.evaluation import load_evaluator
from kinarow.evaluation.any_evaluator import made_of_terms
from kinarow.evaluation.written.json_files import to_json
from kinarow.grading.drawn_positions import drawn_positions
from kinarow.grading.grades import GradedMove
from kinarow.grading.judged_positions import judged_positions
from kinarow.grading.labels import default_path, label_all
from kinarow.players import Player
from kinarow.players.builtin.searcher import LimitedPlayer
from kinarow.players.isolated.player import contestant
from kinarow.work.jobs import do_jobs
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

_TRIES_ALONE = 3
_UNFINISHED = "not examined to the end yet: the same command resumes"
_SECONDS_WORTH_TELLING = 10.0
_SHARE_WORTH_TELLING = 0.5


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
        only: Collection[str] = (),
        with_staff: bool = False,
    ) -> None:
        """`ours` are files that are no submissions, even if they lie in the folder; with `single`
        the folder, or file, is one submission. Code of the `templates` was given to everyone.
        `only` these students are examined, all anew; `with_staff`, so are the evaluators that
        stand on the scheme's leaderboard."""
        self.scheme, self.limits, self.journal = scheme, limits, journal
        self.labels = labels or default_path()
        self.asked: list[AskedPosition] = []
        """The positions of the scheme; a part of fewer has the first of them."""
        opponents = [
            (_opponent(part.opponent), scheme.seed_of(part))
            for part in scheme.parts
            if part.opponent
        ]
        self._opponents = [player for player, _ in opponents]
        kept = _with_those_beside(str(journal.path), str(self.labels), *map(str, ours))
        self.submissions = [only_submission(folder)] if single else submissions_in(folder, kept)
        self.single, self.templates = single, tuple(templates)

        def student(submission: Submission) -> Student:
            return Student(submission, scheme, limits, opponents, journal, sandboxed=sandboxed)

        self.students = {
            submission.student: student(submission)
            for submission in self.submissions
            if not submission.problem
        }
        """Those whose submission can be run."""
        self.staff = [student(one) for one in staff_of(scheme)] if with_staff else []
        known = [submission.student for submission in self.submissions]
        for name in only:
            if name not in known:
                raise KinarowError(unknown("student", name, known))
        self.only = set(only)

    def examine(
        self,
        workers: Workers,
        progress: Progress = silent,
        on_findings: Callable[[], None] = lambda: None,
    ) -> None:
        """Find out all that the marks depend on and that is not known yet."""
        entered = [student.player for student in self._everyone]
        self.journal.enter(entered, self._opponents, whole_class=not self.single)
        if self.scheme.positions and self._everyone:
            self._solve_positions(workers, progress)
        for name in self.only & self.students.keys():
            self.students[name].forget()
        # Workers that are ended leave files behind, which go with this folder.
        with working_folder() as place:
            self._examine(place, workers, progress, on_findings)

    @property
    def _everyone(self) -> list[Student]:
        return [*self.students.values(), *self.staff]

    @property
    def _wanted(self) -> list[Student]:
        """Those who are to be examined now."""
        asked_for = self.only or self.students.keys()
        return [*(s for name, s in self.students.items() if name in asked_for), *self.staff]

    def _examine(
        self,
        place: str,
        workers: Workers,
        progress: Progress,
        on_findings: Callable[[], None],
    ) -> None:
        waiting = deque(student for student in self._wanted if not student.is_done)
        lost = list[Student]()

        def keep(student: Student, findings: Findings) -> None:
            student.keep(findings)
            if not student.is_done:
                waiting.append(student)
            self._tell(progress)
            on_findings()

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
            do_jobs(
                examine, _Jobs(waiting, place, is_waited_for=self.single), workers, keep, again=lose
            )
        # One of those may have ended its worker. Alone, it can do so to nobody but itself.
        waiting.extend(lost)
        while waiting:
            do_jobs(
                examine,
                _Jobs(waiting, place, is_waited_for=self.single),
                workers,
                keep,
                again=lose_again,
                at_once=1,
            )

    def _solve_positions(self, workers: Workers, progress: Progress) -> None:
        scheme, sets = self.scheme, dict[PositionSet, list[AskedPosition]]()
        progress(0.0, "drawing positions")
        for drawn_by, count in scheme.position_sets.items():
            sets[drawn_by] = list(_solved(scheme, drawn_by, count, self.labels, workers, progress))
        self.asked = in_mixed_order(sets)
        for student in self._everyone:
            student.ask_about(in_mixed_order(sets, student.submission.content_fingerprint))

    def _tell(self, progress: Progress) -> None:
        students = self._wanted
        done = sum(student.is_done for student in students)
        share = sum(student.share_done for student in students) / max(1, len(students))
        progress(share, f"{done} of {len(students)} submissions examined")

    def marks(self, *, so_far: bool = False) -> list[Mark]:
        """What everyone gets, as far as it is known; `so_far`, also who is not examined to the end,
        for what was asked by now."""
        noticed = self._noticed()
        found = []
        for handed_in in self.submissions:
            name, file = handed_in.student, handed_in.file
            if handed_in.problem:
                found.append(Mark(name, file, problem=handed_in.problem))
            else:
                found.append(self._mark(self.students[name], noticed[name], so_far=so_far))
        return found

    def staff_marks(self) -> list[Mark]:
        """What the evaluators get that stand on the leaderboard."""
        return [self._mark(student, []) for student in self.staff]

    def keep_attempts(self, marks: Iterable[Mark]) -> None:
        """Remember what submissions came to: of several of one student the best counts on a
        leaderboard."""
        known = [
            (self.students[mark.student].submission.fingerprint, mark)
            for mark in marks
            if mark.student in self.students
        ]
        keep_attempts(known, self.scheme, self.journal)

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
        found += [
            f"{player.name} goes by the clock: how well it plays depends on the machine, and on "
            "how busy a submission keeps that; give it a depth or a number of nodes"
            for player in self._opponents
            if isinstance(player, LimitedPlayer) and player.seconds is not None
        ]
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

    def _mark(self, student: Student, noticed: list[str], *, so_far: bool = False) -> Mark:
        problem, remarks = shown_in_one_line(student.problem), list[str]()
        is_partial = so_far and not student.is_done and student.has_begun
        if not student.is_done and not is_partial:
            problem = _UNFINISHED
        if is_partial:
            remarks.append("partial: it was not examined to the end, and this is what is known")
        if not problem and student.is_out_of_time:
            remarks.append(f"its {self.limits.total_seconds:g} s in all were used up")
        if not problem and not is_partial and student.has_slowed_down:
            remarks.append("at its own pace of before it would have come farther")
        results = () if problem else tuple(self._results(student, is_partial=is_partial))
        said = {words for result in results for words in result.remarks}
        in_full = [words for result in results for words in result.in_full if words not in said]
        noticed = [*in_full, *noticed]
        handed_in = student.submission
        return Mark(
            handed_in.student, handed_in.file, handed_in.kind, results, problem, tuple(remarks),
            tuple(noticed), student.is_done and student.is_settled,
        )  # fmt: skip

    def _answers(self, student: Student, drawn_by: PositionSet, count: int) -> Iterator[Answer]:
        """Its moves in the first positions of a set, beside the truth."""
        some = [id(asked) for asked in self.asked if asked.drawn_by == drawn_by][:count]
        wanted = frozenset(some)
        for asked, text in zip(student.asked, student.answers, strict=False):
            if id(asked) not in wanted:
                continue
            if text.startswith(FAILED):
                yield Answer(None, asked.stratum, text.removeprefix(FAILED))
            else:
                position = asked.position
                move = GradedMove(position, position.parse_move(text), asked.labels)
                yield Answer(move, asked.stratum)

    def _results(self, student: Student, *, is_partial: bool) -> Iterator[PartResult]:
        by_opponent = iter(student.games)
        for part in self.scheme.parts:
            if part.opponent:
                games = next(by_opponent)
                yield of_games(
                    part, student.played(games), len(games),
                    rest_is_lost=not is_partial and student.has_lost_the_rest,
                )  # fmt: skip
            else:
                drawn_by = self.scheme.set_of(part)
                # Small games have fewer positions than are asked for.
                there = sum(asked.drawn_by == drawn_by for asked in self.asked)
                count = min(part.positions, there)
                yield of_answers(part, list(self._answers(student, drawn_by, count)), count)


class _Jobs:
    """What is to be found out; more may come while the last jobs are under way."""

    def __init__(self, waiting: deque[Student], place: str, *, is_waited_for: bool) -> None:
        self.waiting, self.place, self.is_waited_for = waiting, place, is_waited_for

    def __iter__(self) -> _Jobs:
        return self

    def __next__(self) -> tuple[Student, Examination]:
        if not self.waiting:
            raise StopIteration
        student = self.waiting.popleft()
        job = student.examination()
        return student, replace(job, place=self.place, is_waited_for=self.is_waited_for)


def _solved(
    scheme: Scheme,
    drawn_by: PositionSet,
    count: int,
    path: Path,
    workers: Workers,
    progress: Progress,
) -> Iterator[AskedPosition]:
    """Positions with the exact values of their moves."""
    if not drawn_by.judged:
        drawn = drawn_positions(scheme.spec, count, drawn_by.seed)
        for position, labels in label_all(drawn, workers, progress, path).items():
            yield AskedPosition(position, labels, None, drawn_by)
        return
    judged = judged_positions(
        scheme.spec, count, drawn_by.seed, scheme.depth,
        workers=workers, progress=progress, path=path,
    )  # fmt: skip
    if not judged:
        raise KinarowError(
            f"{scheme.spec} has no positions in which judgement decides at depth "
            f"{scheme.depth}: write positions without 'judged'"
        )
    for found in judged:
        yield AskedPosition(found.position, found.labels, found.stratum, drawn_by)


def _with_those_beside(*files: str) -> list[str]:
    """Where files are, and what SQLite puts beside them."""
    return [f"{os.path.realpath(file)}{end}" for file in files for end in ("", "-wal", "-shm")]


def _opponent(text: str) -> Player:
    player = contestant(text)
    if player.name == "human":
        raise KinarowError("'human' cannot be an opponent: a class plays against programs")
    return player


def staff_of(scheme: Scheme) -> list[Submission]:
    """One submission for each evaluator that the scheme puts on the leaderboard, as if a student
    had handed it in."""
    return [_of_staff(name) for name in scheme.staff]


def _of_staff(name: str) -> Submission:
    terms = made_of_terms(load_evaluator(name), "so it cannot stand on a leaderboard")
    file = f"staff-{name.replace('/', '_')}.json"
    return Submission(name, file, "staff.json", {"staff.json": json.dumps(to_json(terms)).encode()})
