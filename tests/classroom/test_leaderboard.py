"""The order of a class: the best of several submissions, beside staff that stay the same."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from kinarow.arena.ratings.elo import Estimate
from kinarow.classroom.classroom import staff_of
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import Mark, PartResult
from kinarow.classroom.published.leaderboard import Leaderboard, keep_attempts, leaderboard
from kinarow.classroom.scheme import MarkPart, parse_scheme
from kinarow.errors import KinarowError
from tests.classroom.test_classroom import CHOOSE, FREE, written
from tests.running import Run
from tests.sandbox.attacking import needs_any_sandbox

TEXT = "[[part]]\nopponent = 'random'\npoints = 100\n[leaderboard]\nstaff = ['open-lines']"
SCHEME = parse_scheme(TEXT)


def mark(student: str, share: float, *more: PartResult) -> Mark:
    score = Estimate(share, share - 0.1, share + 0.1)
    result = PartResult(MarkPart(100, "random"), score, "", "", 2, 2)
    return Mark(student, f"{student}.py", results=(result, *more))


BROKEN = Mark("zoe", "zoe.py", problem="is empty")
STAFF = (mark("open-lines", 0.5),)


def ranked(journal: Journal, *marks: Mark, anonymous: bool = False) -> Leaderboard:
    return leaderboard(marks, STAFF, SCHEME, journal, anonymous=anonymous)


def test_the_best_of_several_submissions_counts() -> None:
    """Also where the last of them is broken; those of another scheme do not count."""
    with Journal(":memory:") as journal:
        keep_attempts([("f1", mark("ada", 0.4)), ("f2", mark("bob", 0.6))], SCHEME, journal)
        keep_attempts([("f3", mark("ada", 0.7)), ("f4", mark("ada", 0.3))], SCHEME, journal)
        keep_attempts([("f4", mark("ada", 0.35))], SCHEME, journal)  # examined once more
        keep_attempts([("f5", mark("bob", 0.9))], parse_scheme(f"games = 8\n{TEXT}"), journal)
        keep_attempts([("f6", BROKEN)], SCHEME, journal)
        found = ranked(journal, mark("ada", 0.35), mark("bob", 0.6), BROKEN)
    assert [(row.rank, row.name, row.points, row.submissions) for row in found.rows] == [
        (1, "ada", 70, 3), (2, "bob", 60, 1), (None, "open-lines", 50, 0),
    ]  # fmt: skip
    table = list(csv.DictReader(io.StringIO(found.to_csv().decode("utf-8-sig"))))
    assert [(row["rank"], row["name"], row["submissions"]) for row in table] == [
        ("1", "ada", "3"), ("2", "bob", "1"), ("staff", "open-lines", ""),
    ]  # fmt: skip


def test_equal_points_share_a_rank() -> None:
    marks = [mark("ada", 0.4), mark("bob", 0.6), mark("cleo", 0.6)]
    with Journal(":memory:") as journal:
        keep_attempts([(one.student, one) for one in marks], SCHEME, journal)
        rows = [row for row in ranked(journal, *marks).rows if row.rank]
    assert [(row.rank, row.name) for row in rows] == [(1, "bob"), (1, "cleo"), (3, "ada")]


def test_the_anonymous_have_names_that_stay(tmp_path: Path) -> None:
    marks = [mark(f"student{n}", n / 100) for n in range(60)]
    with Journal(tmp_path / "games.db") as journal:
        keep_attempts([(one.student, one) for one in marks], SCHEME, journal)
        found = ranked(journal, *marks, anonymous=True)
    page = found.to_html("A class").decode()
    assert "student" not in page + str(found.to_json()) + found.to_csv().decode()
    assert "open-lines" in page
    assert len(set(found.names.values())) == 60
    with Journal(tmp_path / "games.db") as journal:
        assert ranked(journal, *marks, anonymous=True).names == found.names
    with Journal(":memory:") as journal:  # nobody works them out from the names of a class
        assert ranked(journal, *marks, anonymous=True).names != found.names


def test_hidden_parts_do_not_count() -> None:
    hidden = MarkPart(50, "first-legal", visibility="hidden")
    one = mark("ada", 0.4, PartResult(hidden, Estimate(1, 1, 1), "", "", 2, 2))
    assert one.points == 90
    with Journal(":memory:") as journal:
        keep_attempts([("f", one)], SCHEME, journal)
        assert [row.points for row in ranked(journal, one).rows] == [50, 40]


def test_staff_are_evaluators_of_the_catalogue() -> None:
    (staff,) = staff_of(SCHEME)
    assert (staff.student, staff.kind) == ("open-lines", "evaluator")
    with pytest.raises(KinarowError, match="nobody"):
        staff_of(parse_scheme(TEXT.replace("open-lines", "nobody")))
    with pytest.raises(KinarowError, match="values squares, not boards"):
        staff_of(parse_scheme(TEXT.replace("open-lines", "square-value")))


@pytest.mark.slow
def test_the_command(run: Run, tmp_path: Path) -> None:
    needs_any_sandbox()
    last = CHOOSE + FREE.replace("range(3)", "(2, 1, 0)")
    folder = written(tmp_path / "class", {"ada.py": CHOOSE + FREE, "bob.py": last})
    scheme = tmp_path / "scheme.toml"
    scheme.write_text(
        "game = 'tictactoe'\ngames = 8\n[[part]]\nopponent = 'random'\npoints = 10\n"
        "[leaderboard]\nstaff = ['open-lines']"
    )
    board, reports = tmp_path / "board.html", tmp_path / "reports"
    command = ["grade-class", str(folder), "--scheme", str(scheme), "--leaderboard"]
    first: Any = run(*command, str(board), "--json").json
    assert {row["name"] for row in first["leaderboard"]} == {"ada", "bob", "open-lines"}
    written(folder, {"bob.py": "broken"})
    done = run(*command, str(board), "--anonymous", "--reports", str(reports))
    assert done.code == 0
    page = board.read_text()
    assert "ada" not in page
    assert "bob" not in page
    (called,) = (
        name
        for name in ranked_names(page)
        if f"on the leaderboard: {name}<" in (reports / "ada.html").read_text()
    )
    assert called != "open-lines"
    again: Any = run(*command, str(tmp_path / "b.csv"), "--json").json
    assert again["leaderboard"] == first["leaderboard"]  # a broken file does not cost bob his best
    refused = run("grade-class", str(folder), "--anonymous")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "--anonymous is for a --leaderboard" in refused.err


def ranked_names(page: str) -> list[str]:
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    return [row.split("</td>")[1].rpartition(">")[2] for row in body.split("<tr")[1:]]
