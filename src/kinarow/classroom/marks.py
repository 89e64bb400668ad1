"""Marks: what a class's games and moves earn by the scheme, with remarks, as rows of a table."""

from __future__ import annotations

import codecs
import csv
import io
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Final

from kinarow.arena.played_game import PlayedGame
from kinarow.arena.ratings.elo import Estimate, pentanomial, wilson
from kinarow.arena.results import course_line
from kinarow.classroom.examination.positions_asked import GIVEN_UP
from kinarow.classroom.examination.submission import is_forfeited, is_given_away
from kinarow.classroom.scheme import MarkPart, Scheme
from kinarow.classroom.student_messages import kind_of_failure
from kinarow.classroom.verdicts import Verdict, verdict_of, worst
from kinarow.errors import no_formula, shortened, visible
from kinarow.grading.grades import Grade, GradedMove
from kinarow.grading.judged_positions import Stratum, judgement

if TYPE_CHECKING:
    from kinarow.classroom.published.leaderboard import Leaderboard

_BOARD = " (on the board "
_FIRST_COLUMNS = ("student", "file")
_MISTAKES = 6
"""How many of a submission's worst moves are shown."""


@dataclass(frozen=True, slots=True)
class PartResult:
    """How a submission did in a part: the mark is of what was asked."""

    part: MarkPart
    score: Estimate
    """The share of the games' points, or of right moves, with its interval."""
    result: str
    """The same in words."""
    short: str
    asked: int = 0
    """How many games or positions this says something of."""
    of: int = 0
    """How many the scheme has."""
    verdict: Verdict = Verdict.OK
    """The worst of what went wrong in this part."""
    remarks: tuple[str, ...] = ()
    games: tuple[PlayedGame, ...] = ()
    moves: tuple[GradedMove, ...] = ()
    """Its moves in positions, beside the exact values."""
    in_full: tuple[str, ...] = ()
    """The remarks with the texts of errors, which students are not shown."""

    @property
    def points(self) -> float:
        return self.part.earned(self.score.value)

    @property
    def interval(self) -> Estimate:
        """The points, and between which they would lie with other positions and openings."""
        return Estimate(
            self.points, self.part.earned(self.score.low), self.part.earned(self.score.high)
        )

    @property
    def formula(self) -> str:
        """How the points come from the result, in words with numbers."""
        return formula(self.part, self.score.value, self.result, self.asked)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a student gets, or why nothing can be said."""

    student: str
    file: str
    kind: str = ""
    results: tuple[PartResult, ...] = ()
    problem: str = ""
    remarks: tuple[str, ...] = ()
    """What is to be said of the whole submission."""
    for_teacher: tuple[str, ...] = ()
    """Remarks that students are not shown."""
    is_settled: bool = True
    """Whether more work would change nothing: not so where the work was stopped, or the machine
    failed. Then there is no verdict."""

    @property
    def points(self) -> float | None:
        """The mark; None where there is a problem instead."""
        return None if self.problem else sum(result.points for result in self.results)

    @property
    def out_of(self) -> float:
        """The most that these parts are worth."""
        return sum(result.part.points for result in self.results)

    @property
    def verdict(self) -> Verdict | None:
        """The worst of what went wrong, in any part or before any."""
        if not self.is_settled:
            return None
        return worst((verdict_of(self.problem), *(result.verdict for result in self.results)))

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
        return Estimate(points, max(0.0, points - below), min(self.out_of, points + above))

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        return tuple(game for result in self.results for game in result.games)

    @property
    def mistakes(self) -> list[GradedMove]:
        """The worst of its moves in positions."""
        # Parts may share positions.
        moves = {move.position: move for result in self.results for move in result.moves}
        return Grade(self.file, tuple(moves.values())).worst(_MISTAKES)

    def as_shown(self) -> Mark:
        """The same for its student: without hidden parts, and without remarks for the teacher."""
        shown = tuple(result for result in self.results if result.part.is_shown)
        return replace(self, results=shown, for_teacher=())

    def reasons(self) -> list[str]:
        """All that is to be said besides the points."""
        said = [self.problem] if self.problem else []
        said += self.remarks
        of_parts = [(result, remark) for result in self.results for remark in result.remarks]
        several = len({result.part.name for result, _ in of_parts}) > 1
        said += [f"{r.part.name}: {remark}" if several else remark for r, remark in of_parts]
        return said


def formula(part: MarkPart, score: float, result: str, asked: int) -> str:
    """How points are made of a score, in words with numbers."""
    if not asked:
        return f"nothing was asked: anything from 0 to {part.points:g} is possible"
    hundredths = f"{100 * score:.1f}".replace("-", "−")
    share = f"{hundredths} %"
    if part.opponent:
        said = f"{result}: {share} of the points"
    elif part.judged:
        right = f"{50 * (score + 1):.1f} %"
        said = f"{result} moves right, {right}; score 2 × {right} − 100 % = {share}"
    else:
        said = f"{result} moves right, {share}"
    low, high, most = _bounds(part)
    if score <= part.none_up_to:
        return f"{said}; {low} % or less earns 0 of {most}"
    if score >= part.full_from:
        return f"{said}; {high} % or more earns all {most}"
    if not part.none_up_to:
        return f"{said}; {hundredths} / {high} × {most} = {part.earned(score):.1f} of {most}"
    off = f"− {low}" if part.none_up_to > 0 else f"+ {low.removeprefix('−')}"
    counted = f"({hundredths} {off}) / ({high} {off}) × {most}"
    return f"{said}; {counted} = {part.earned(score):.1f} of {most}"


def _bounds(part: MarkPart) -> tuple[str, str, str]:
    """What earns nothing and what earns all, in percent, and how much all is."""
    numbers = round(100 * part.none_up_to, 6), round(100 * part.full_from, 6), part.points
    low, high, most = (f"{number:g}".replace("-", "−") for number in numbers)
    return low, high, most


def legend(part: MarkPart) -> str:
    """What a part's points are given for, in words."""
    low, high, most = _bounds(part)
    if part.opponent:
        what = f"games against {part.opponent}, a tie counting half: the share of points won"
    elif part.judged:
        what = (
            "moves in positions where looking ahead does not decide. A search that judges nothing "
            "is right in half of them, so the score is twice the share of right moves, less 100 %"
        )
    elif part.best:
        what = "moves beside perfect play: the share of fastest wins and slowest losses"
    else:
        what = "moves beside perfect play: the share that keeps a win a win and a draw a draw"
    return f"{what}. {low} % or less earns nothing, {high} % or more all {most}, evenly in between"


def of_games(
    part: MarkPart,
    games: Sequence[PlayedGame],
    scheduled: int,
    *,
    rest_is_lost: bool = True,
) -> PartResult:
    """What games against an opponent earn. Those that were not played are lost if that is the
    submission's fault; if only time was short, they count for nothing, and neither does a game
    whose twin with sides swapped is missing."""
    remarks, in_full = (remarks_on_games(games, scheduled, s) for s in (kind_of_failure, str))
    verdict = worst(verdict_of(game.reason) for game in games if is_forfeited(game))
    counted, of = list(games), scheduled
    if len(games) < scheduled and not rest_is_lost:
        pairs = Counter(game.pair for game in games)
        counted = [game for game in games if pairs[game.pair] == 2]
        of = len(counted)
        verdict = worst((verdict, Verdict.TIME))
        remarks.append(f"{Verdict.TIME}: {of} of {scheduled} games count, the others not played")
    elif len(games) < scheduled:
        verdict = worst((verdict, Verdict.TIME))
        remarks.append(f"{scheduled - len(games)} games not played, and so lost")
    wins = sum(game.points_of_a == 1 for game in counted)
    ties = sum(game.points_of_a == 0.5 for game in counted)
    line = course_line(wins, ties, of - wins - ties)
    score = _share_of_points(counted, of) if of else _UNKNOWN
    return PartResult(
        part, score, line, f"{wins + ties / 2:g}/{of}", of, scheduled, verdict, tuple(remarks),
        tuple(games), in_full=tuple(in_full),
    )  # fmt: skip


_UNKNOWN: Final = Estimate(0.0, 0.0, 1.0)


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


@dataclass(frozen=True, slots=True)
class Answer:
    """What a submission said in a position."""

    move: GradedMove | None
    """None if it gave no move."""
    stratum: Stratum | None = None
    """What kind of position that is, where judgement decides."""
    reason: str = ""
    """What went wrong, if it gave no move."""


def of_answers(part: MarkPart, answers: Sequence[Answer], scheduled: int) -> PartResult:
    """What moves in positions earn. No move is a wrong one; a position that was not asked is
    neither: it leaves the interval wider."""
    right = [_is_right(part, answer.move) for answer in answers]
    asked, reasons = len(answers), [answer.reason for answer in answers if answer.move is None]
    no_move = f"no move in {{}} of {asked} positions: "
    remarks = _counted(map(kind_of_failure, reasons), no_move)
    # What it was given up for stands before that.
    verdict = worst(verdict_of(reason) for reason in reasons if reason != GIVEN_UP)
    if asked < scheduled:
        verdict = worst((verdict, Verdict.TIME))
        remarks.append(f"{Verdict.TIME}: {asked} of {scheduled} positions asked")
    if not asked:
        score = _UNKNOWN
    elif part.judged:
        strata = [answer.stratum for answer in answers]
        score = judgement((s, ok) for s, ok in zip(strata, right, strict=True) if s is not None)
    else:
        score = wilson(sum(right) / asked, asked)
    share = 100 * sum(right) / max(1, asked)
    return PartResult(
        part, score, f"{sum(right)} of {asked}",
        f"{share:.1f} %" if part.judged else f"{share:.0f} %",
        asked, scheduled, verdict, tuple(remarks),
        moves=tuple(answer.move for answer in answers if answer.move is not None),
        in_full=tuple(_counted(reasons, no_move)),
    )  # fmt: skip


def _is_right(part: MarkPart, move: GradedMove | None) -> bool:
    return move is not None and (move.is_best if part.best else move.keeps_outcome)


Shown = Callable[[str], str]
"""How a reason is told: to the teacher as it is, to a student without the words of the error."""


def remarks_on_games(
    games: Sequence[PlayedGame], scheduled: int, shown: Shown = kind_of_failure
) -> list[str]:
    """What the submission did wrong, and its opponents."""
    reasons = (shown(game.reason) for game in games if is_forfeited(game))
    remarks = _counted(reasons, f"{{}} of {scheduled} games forfeited: ")
    return remarks + given_away(games, scheduled, shown)


def given_away(games: Sequence[PlayedGame], scheduled: int, shown: Shown = str) -> list[str]:
    """What opponents did wrong, whose games say nothing of a submission."""
    reasons = (f"{game.b}: {shown(game.reason)}" for game in games if is_given_away(game))
    return _counted(reasons, f"{{}} of {scheduled} games won because the opponent failed: ")


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
    leaderboard: Leaderboard | None = None
    """The order of the class, if it was asked for."""

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

    def to_csv(self, more: Mapping[str, Mapping[str, str]] | None = None) -> bytes:
        """One row a student, for any spreadsheet; `more` has columns of one's own for students,
        such as late days."""
        out = io.StringIO()
        writer = csv.writer(out)
        of_parts = ("points", "verdict", "asked", "result")
        parts = [f"{p.name} {of}" for p in self.scheme.parts for of in of_parts]
        interval = ("mark", "low", "high")
        last = ("remarks", "for the teacher")
        own = list(dict.fromkeys(name for row in (more or {}).values() for name in row))
        writer.writerow(
            [
                *(*_FIRST_COLUMNS, "kind", "verdict", *interval, "out of", "grade"),
                *(*parts, *last, *map(harmless, own)),
            ]
        )
        for mark in self.marks:
            row = [mark.student, mark.file, mark.kind, mark.verdict or ""]
            row += [f"{number:.2f}" for number in _numbers(mark)] or [""] * len(interval)
            row += [f"{self.scheme.out_of:g}", self.scheme.grade_of(mark.points)]
            cells = [
                cell
                for r in mark.results
                for cell in (f"{r.points:.2f}", r.verdict, f"{r.asked} of {r.of}", r.result)
            ]
            row += cells or [""] * len(parts)
            row += ["; ".join(mark.reasons()), "; ".join(mark.for_teacher)]
            row += [(more or {}).get(mark.student, {}).get(name, "") for name in own]
            writer.writerow([harmless(cell) for cell in row])
        # With a mark at the beginning by which Excel knows the encoding.
        return out.getvalue().encode("utf-8-sig", "backslashreplace")

    def to_json(self) -> dict[str, object]:
        """The same for programs; these keys are a contract with scripts."""
        return {
            "game": str(self.scheme.spec),
            "out_of": self.scheme.out_of,
            "complete": self.is_complete,
            "students": [self._student_json(mark) for mark in self.marks],
            "leaderboard": self.leaderboard.to_json() if self.leaderboard else None,
            "warnings": list(self.warnings),
        }

    def _student_json(self, mark: Mark) -> dict[str, object]:
        return {
            "student": mark.student,
            "file": mark.file,
            "kind": mark.kind or None,
            "verdict": mark.verdict,
            "mark": mark.points,
            "interval": list(_numbers(mark))[1:] or None,
            "grade": None if mark.points is None else self.scheme.grade(mark.points),
            "problem": mark.problem or None,
            "parts": [
                {
                    "part": result.part.name,
                    "verdict": result.verdict,
                    "points": result.points,
                    "interval": [result.interval.low, result.interval.high],
                    "out_of": result.part.points,
                    "score": result.score.value,
                    "result": result.result,
                    "asked": [result.asked, result.of],
                    "formula": result.formula,
                    "visibility": result.part.visibility,
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
    return no_formula(shortened(shown_in_one_line(cell), 1000))
