"""Marks: what a class's games and moves earn by the scheme, with remarks, as rows of a table."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kinarow.arena.played import PlayedGame
from kinarow.arena.results import course_line
from kinarow.classroom.examining import FAILED, is_forfeited, is_given_away
from kinarow.classroom.scheme import MarkPart, Scheme
from kinarow.errors import shortened, visible
from kinarow.game import Position
from kinarow.grading.grades import GradedMove
from kinarow.grading.labels import Labels

_BOARD = " (on the board "
_FIRST_COLUMNS = ("student", "file")


@dataclass(frozen=True, slots=True)
class PartResult:
    """How a submission did in a part."""

    part: MarkPart
    score: float
    """The share of the games' points, or of right moves."""
    result: str
    """The same in words."""
    short: str

    @property
    def points(self) -> float:
        return self.part.earned(self.score)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a student gets, or why nothing can be said."""

    student: str
    file: str
    kind: str = ""
    results: tuple[PartResult, ...] = ()
    problem: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def points(self) -> float | None:
        """The mark; None where there is a problem instead."""
        return None if self.problem else sum(result.points for result in self.results)

    def reasons(self) -> list[str]:
        """All that is to be said besides the points."""
        return [*([self.problem] if self.problem else []), *self.remarks]


def of_games(part: MarkPart, games: Sequence[PlayedGame], scheduled: int) -> PartResult:
    """What games against an opponent earn; those that were not played are lost."""
    wins = sum(game.points_of_a == 1 for game in games)
    ties = sum(game.points_of_a == 0.5 for game in games)
    points = wins + ties / 2
    line = course_line(wins, ties, scheduled - wins - ties)
    return PartResult(part, points / scheduled, line, f"{points:g}/{scheduled}")


def of_answers(
    part: MarkPart, answers: Sequence[str], labelled: Sequence[tuple[Position, Labels]]
) -> PartResult:
    """What moves in positions earn; no move is a wrong one."""
    asked = labelled[: part.positions]
    right = 0
    for answer, (position, labels) in zip(answers, asked, strict=False):
        if not answer.startswith(FAILED):
            move = GradedMove(position, position.parse_move(answer), labels)
            right += move.is_best if part.best else move.keeps_outcome
    score = right / max(1, len(asked))
    return PartResult(part, score, f"{right} of {len(asked)}", f"{100 * score:.0f} %")


def remarks_on_games(games: Sequence[PlayedGame], scheduled: int) -> list[str]:
    """What the submission did wrong, and its opponents, and what it did not come to."""
    reasons = (game.reason for game in games if is_forfeited(game))
    remarks = _counted(reasons, f"{{}} of {scheduled} games forfeited: ")
    remarks += given_away(games, scheduled)
    if len(games) < scheduled:
        remarks.append(f"{scheduled - len(games)} games not played, and so lost")
    return remarks


def given_away(games: Sequence[PlayedGame], scheduled: int) -> list[str]:
    """What opponents did wrong, whose games say nothing of a submission."""
    reasons = (f"{game.b}: {game.reason}" for game in games if is_given_away(game))
    return _counted(reasons, f"{{}} of {scheduled} games won because the opponent failed: ")


def remarks_on_answers(answers: Sequence[str]) -> list[str]:
    reasons = (answer.removeprefix(FAILED) for answer in answers if answer.startswith(FAILED))
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
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "ada.py").write_text("evaluate = 7")
    ...     [mark.problem for mark in grade_class(folder).marks]
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

    def to_csv(self) -> bytes:
        """One row a student, for any spreadsheet."""
        out = io.StringIO()
        writer = csv.writer(out)
        parts = [f"{p.name} {of}" for p in self.scheme.parts for of in ("points", "result")]
        writer.writerow([*_FIRST_COLUMNS, "kind", "mark", "out of", "grade", *parts, "remarks"])
        for mark in self.marks:
            row = [mark.student, mark.file, mark.kind, "", f"{self.scheme.out_of:g}", ""]
            if mark.points is not None:
                row[3], row[5] = f"{mark.points:.2f}", self.scheme.grade(mark.points)
            cells = [c for r in mark.results for c in (f"{r.points:.2f}", r.result)]
            row += cells or [""] * len(parts)
            writer.writerow([_harmless(cell) for cell in (*row, "; ".join(mark.reasons()))])
        # With a mark at the beginning by which Excel knows the encoding.
        return out.getvalue().encode("utf-8-sig", "backslashreplace")

    def to_json(self) -> dict[str, object]:
        """The same for programs; these keys are a contract with scripts."""
        return {
            "game": str(self.scheme.spec),
            "out_of": self.scheme.out_of,
            "students": [
                {
                    "student": mark.student,
                    "file": mark.file,
                    "kind": mark.kind or None,
                    "mark": mark.points,
                    "grade": self.scheme.grade(mark.points) if mark.points is not None else None,
                    "problem": mark.problem or None,
                    "parts": [
                        {
                            "part": result.part.name,
                            "points": result.points,
                            "out_of": result.part.points,
                            "score": result.score,
                            "result": result.result,
                        }
                        for result in mark.results
                    ],
                    "remarks": mark.reasons(),
                }
                for mark in self.marks
            ],
            "warnings": list(self.warnings),
        }


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


def _harmless(cell: str) -> str:
    """A spreadsheet must not take what a student wrote for a formula."""
    line = shortened(shown_in_one_line(cell), 1000)
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line
