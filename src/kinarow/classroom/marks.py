"""Marks: what a class's games and moves earn by the scheme, with remarks, as rows of a table."""

from __future__ import annotations

import codecs
import csv
import io
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from kinarow.arena.played import PlayedGame
from kinarow.arena.rating import Estimate, pentanomial, wilson
from kinarow.arena.results import course_line
from kinarow.classroom.examining import FAILED, is_forfeited, is_given_away
from kinarow.classroom.scheme import MarkPart, Scheme
from kinarow.classroom.told import kind_of_failure
from kinarow.errors import shortened, visible
from kinarow.grading.grades import GradedMove
from kinarow.grading.judged_positions import Stratum
from kinarow.grading.judgement import judgement

_BOARD = " (on the board "
_FIRST_COLUMNS = ("student", "file")


@dataclass(frozen=True, slots=True)
class PartResult:
    """How a submission did in a part."""

    part: MarkPart
    score: Estimate
    """The share of the games' points, or of right moves, with its interval."""
    result: str
    """The same in words."""
    short: str

    @property
    def points(self) -> float:
        return self.part.earned(self.score.value)

    @property
    def interval(self) -> Estimate:
        """The points, and between which they would lie with other positions and openings."""
        return Estimate(
            self.points, self.part.earned(self.score.low), self.part.earned(self.score.high)
        )


@dataclass(frozen=True, slots=True)
class Mark:
    """What a student gets, or why nothing can be said."""

    student: str
    file: str
    kind: str = ""
    results: tuple[PartResult, ...] = ()
    problem: str = ""
    remarks: tuple[str, ...] = ()
    for_teacher: tuple[str, ...] = ()
    """Remarks that students are not shown."""
    games: tuple[PlayedGame, ...] = ()
    mistakes: tuple[GradedMove, ...] = ()
    """The worst of its moves in positions."""

    @property
    def points(self) -> float | None:
        """The mark; None where there is a problem instead."""
        return None if self.problem else sum(result.points for result in self.results)

    @property
    def interval(self) -> Estimate | None:
        """The mark, and between which marks it would lie with other positions and openings, in 95
        of 100 cases: chance in one part has nothing to do with that in another."""
        points = self.points
        if points is None:
            return None
        parts = [result.interval for result in self.results]
        below = math.sqrt(sum((part.value - part.low) ** 2 for part in parts))
        above = math.sqrt(sum((part.high - part.value) ** 2 for part in parts))
        most = sum(result.part.points for result in self.results)
        return Estimate(points, max(0.0, points - below), min(most, points + above))

    def reasons(self) -> list[str]:
        """All that is to be said besides the points."""
        return [*([self.problem] if self.problem else []), *self.remarks]


def of_games(part: MarkPart, games: Sequence[PlayedGame], scheduled: int) -> PartResult:
    """What games against an opponent earn; those that were not played are lost."""
    wins = sum(game.points_of_a == 1 for game in games)
    ties = sum(game.points_of_a == 0.5 for game in games)
    points = wins + ties / 2
    line = course_line(wins, ties, scheduled - wins - ties)
    return PartResult(part, _share_of_points(games, scheduled), line, f"{points:g}/{scheduled}")


def _share_of_points(games: Sequence[PlayedGame], scheduled: int) -> Estimate:
    """Pairs of games are counted, since two games from one opening are not independent."""
    pairs = defaultdict[str, list[float]](list)
    for game in games:
        pairs[game.pair].append(game.points_of_a)
    results = [(*pair, 0.0)[:2] for pair in pairs.values()]
    results += [(0.0, 0.0)] * (-(-scheduled // 2) - len(results))
    spread = pentanomial([(one, two) for one, two in results]).score_interval()
    share = sum(map(sum, results)) / scheduled
    half = spread.error
    return Estimate(share, max(0.0, share - half), min(1.0, share + half))


Answer = tuple[GradedMove | None, Stratum | None]
"""A submission's move in a position, if it gave one, and what kind of position it is."""


def of_answers(part: MarkPart, answers: Sequence[Answer]) -> PartResult:
    """What moves in positions earn; no move is a wrong one."""
    found = [
        (stratum, move is not None and (move.is_best if part.best else move.keeps_outcome))
        for move, stratum in answers
    ]
    right, asked = sum(is_right for _, is_right in found), len(found)
    words = f"{right} of {asked}"
    if part.judged:
        score = judgement((stratum, is_right) for stratum, is_right in found if stratum is not None)
        return PartResult(part, score, words, f"{100 * right / max(1, asked):.1f} %")
    share = wilson(right / asked, asked) if asked else Estimate(0.0, 0.0, 1.0)
    return PartResult(part, share, words, f"{100 * share.value:.0f} %")


Shown = Callable[[str], str]
"""How a reason is told: to the teacher as it is, to a student without the words of the error."""


def remarks_on_games(
    games: Sequence[PlayedGame], scheduled: int, shown: Shown = kind_of_failure
) -> list[str]:
    """What the submission did wrong, and its opponents, and what it did not come to."""
    reasons = (shown(game.reason) for game in games if is_forfeited(game))
    remarks = _counted(reasons, f"{{}} of {scheduled} games forfeited: ")
    remarks += given_away(games, scheduled, shown)
    if len(games) < scheduled:
        remarks.append(f"{scheduled - len(games)} games not played, and so lost")
    return remarks


def given_away(games: Sequence[PlayedGame], scheduled: int, shown: Shown = str) -> list[str]:
    """What opponents did wrong, whose games say nothing of a submission."""
    reasons = (f"{game.b}: {shown(game.reason)}" for game in games if is_given_away(game))
    return _counted(reasons, f"{{}} of {scheduled} games won because the opponent failed: ")


def remarks_on_answers(answers: Sequence[str], shown: Shown = kind_of_failure) -> list[str]:
    reasons = (shown(a.removeprefix(FAILED)) for a in answers if a.startswith(FAILED))
    return _counted(reasons, f"no move in {{}} of {len(answers)} positions: ")


def _counted(reasons: Iterable[str], words: str) -> list[str]:
    """Reasons, the most frequent first, each with its number; boards make no difference."""
    first: dict[str, str] = {}
    counts = Counter[str]()
    for reason in reasons:
        kind = reason.partition(_BOARD)[0]
        first.setdefault(kind, reason)
        counts[kind] += 1
    return [
        words.format(count) + shown_in_one_line(first[kind])
        for kind, count in counts.most_common(3)
    ]


@dataclass(frozen=True, slots=True, repr=False)
class ClassMarks:
    """What a whole class gets.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from kinarow import grade_class
    >>> from kinarow.classroom.scheme import parse_scheme
    >>> scheme = parse_scheme("[[part]]\\nopponent = 'random'\\npoints = 10")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "ada.py").write_text("evaluate = 7")
    ...     [mark.problem for mark in grade_class(folder, scheme, trust=True).marks]
    ['ada.py: evaluate is of type int, not a function of (board, me, opponent)']
    """

    scheme: Scheme
    marks: tuple[Mark, ...]
    """Of everyone who handed something in."""
    warnings: tuple[str, ...] = ()
    """What is wrong with the opponents, so that marks say less than they seem to."""
    is_complete: bool = True
    """False if the work was stopped before all submissions were examined."""

    def __repr__(self) -> str:
        given = sum(mark.points is not None for mark in self.marks)
        return f"<ClassMarks: {given} of {len(self.marks)} marked>"

    @property
    def summary(self) -> str:
        """How many are marked, and their mean and median."""
        given = [mark.points for mark in self.marks if mark.points is not None]
        words = f"{len(given)} of {len(self.marks)} marked"
        if given:
            words += f": mean {mean(given):.1f}, median {median(given):.1f}"
            words += f" of {self.scheme.out_of:g}"
        return words

    def to_csv(self) -> bytes:
        """One row a student, for any spreadsheet."""
        out = io.StringIO()
        writer = csv.writer(out)
        parts = [f"{p.name} {of}" for p in self.scheme.parts for of in ("points", "result")]
        interval = ("mark", "low", "high")
        last = ("remarks", "for the teacher")
        writer.writerow([*_FIRST_COLUMNS, "kind", *interval, "out of", "grade", *parts, *last])
        for mark in self.marks:
            row = [mark.student, mark.file, mark.kind]
            row += [f"{number:.2f}" for number in _numbers(mark)] or [""] * len(interval)
            row += [f"{self.scheme.out_of:g}", self.scheme.grade_of(mark.points)]
            cells = [c for r in mark.results for c in (f"{r.points:.2f}", r.result)]
            row += cells or [""] * len(parts)
            row += ["; ".join(mark.reasons()), "; ".join(mark.for_teacher)]
            writer.writerow([harmless(cell) for cell in row])
        # With a mark at the beginning by which Excel knows the encoding.
        return out.getvalue().encode("utf-8-sig", "backslashreplace")

    def to_json(self) -> dict[str, object]:
        """The same for programs; these keys are a contract with scripts."""
        return {
            "game": str(self.scheme.spec),
            "out_of": self.scheme.out_of,
            "students": [self._student_json(mark) for mark in self.marks],
            "warnings": list(self.warnings),
        }

    def _student_json(self, mark: Mark) -> dict[str, object]:
        return {
            "student": mark.student,
            "file": mark.file,
            "kind": mark.kind or None,
            "mark": mark.points,
            "interval": list(_numbers(mark))[1:] or None,
            "grade": None if mark.points is None else self.scheme.grade(mark.points),
            "problem": mark.problem or None,
            "parts": [
                {
                    "part": result.part.name,
                    "points": result.points,
                    "interval": [result.interval.low, result.interval.high],
                    "out_of": result.part.points,
                    "score": result.score.value,
                    "result": result.result,
                }
                for result in mark.results
            ],
            "remarks": mark.reasons(),
            "for_teacher": list(mark.for_teacher),
        }


def _numbers(mark: Mark) -> Iterator[float]:
    """The mark and its interval, or nothing."""
    if mark.interval is not None:
        yield from (mark.interval.value, mark.interval.low, mark.interval.high)


def shown_in_one_line(text: str) -> str:
    """What a submission says, which may be anything, as one line to be shown."""
    return visible(" ".join(text.split()))


def is_ours(path: Path) -> bool:
    """Whether a file holds marks, or nothing yet."""
    beginning = b",".join(map(str.encode, _FIRST_COLUMNS))
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            found = file.read(100).removeprefix(codecs.BOM_UTF8)
    except OSError:
        return False
    return not found or found.startswith(beginning)


def harmless(cell: str) -> str:
    """A spreadsheet must not take what a student wrote for a formula."""
    line = shortened(shown_in_one_line(cell), 1000)
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line
