"""One student of a class examined again, and functions that are slow beside the same ones that are
not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kinarow.api.classes import grade_class
from kinarow.arena.store.store import Store
from kinarow.classroom.classroom import Classroom
from kinarow.classroom.examination.submission import Examination, Findings, SubmissionLimits
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import ClassMarks
from kinarow.classroom.scheme import parse_scheme
from kinarow.classroom.verdicts import Verdict
from kinarow.work.workers import Workers
from tests.classroom.test_classroom import CHOOSE, FREE, written
from tests.running import Run
from tests.sandbox.attacking import needs_any_sandbox

pytestmark = pytest.mark.slow

SCHEME = "game = 'tictactoe'\ngames = 2\n[[part]]\nopponent = 'first-legal'\npoints = 10\n"


def ended(store: Path) -> dict[str, list[str]]:
    """When the games of each student ended."""
    found: dict[str, list[str]] = {}
    with Store(store) as opened:
        for game in opened.games():
            found.setdefault(game.a, []).append(game.ended)
    return found


def test_one_is_examined_again_and_the_others_are_not(run: Run, tmp_path: Path) -> None:
    needs_any_sandbox()
    folder = written(
        tmp_path / "class", {f"{name}.py": f"{CHOOSE}{FREE}# {name}" for name in ("ada", "bob")}
    )
    scheme, store = tmp_path / "scheme.toml", tmp_path / "class.games.db"
    scheme.write_text(SCHEME)
    command = ["grade-class", str(folder), "--scheme", str(scheme)]
    first: Any = run(*command, "--json").json
    before = ended(store)
    written(folder, {"cleo.py": f"{CHOOSE}{FREE}# cleo"})
    again: Any = run(*command, "--only", "ada", "--json").json
    after = ended(store)
    assert after["bob.py"] == before["bob.py"]
    assert len(after["ada.py"]) == 2
    assert not set(after["ada.py"]) & set(before["ada.py"])
    assert again["students"][:2] == first["students"]
    assert [s["student"] for s in again["students"] if s["mark"] is None] == ["cleo"]
    assert "not examined" in again["students"][2]["problem"]
    wrong = run(*command, "--only", "adda")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    assert "no student 'adda': did you mean ada?" in wrong.err
    assert ended(store) == after


def test_a_problem_is_looked_into_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the machine was too busy: the file is the same, and so is what would be found."""
    folder = written(tmp_path / "class", {"ada.py": CHOOSE + FREE, "bob.py": CHOOSE + FREE})
    asked: list[str] = []

    def examined(job: Examination) -> Findings:
        asked.append(job.submission.student)
        return Findings("no first move within 5 s")

    monkeypatch.setattr("kinarow.classroom.classroom.examine", examined)
    for only, expected in (((), ["ada", "bob"]), ((), []), (("bob",), ["bob"])):
        asked.clear()
        with Journal(tmp_path / "games.db") as journal:
            room = Classroom(folder, parse_scheme(SCHEME), SubmissionLimits(), journal, only=only)
            room.examine(Workers())
            marks = room.marks()
        assert asked == expected
        assert [mark.verdict for mark in marks] == [Verdict.TIME] * 2


JUDGED = """
game = "drop:5x4:4"
games = 20
[[part]]
name = "moves"
positions = 150
points = 60
[[part]]
opponent = "random"
points = 40
"""
EVALUATE = """
import time
def evaluate(board, me, opponent):
    {wait}
    return sum((board[r][c] == me) * (r + c) for r in range(4) for c in range(5))
"""


def test_slow_is_not_wrong(tmp_path: Path) -> None:
    """The same function twice: the one that runs out of time is marked by what it was asked, as the
    quick one, and its interval says how little that was."""
    needs_any_sandbox()

    def marked(wait: str, seconds: float) -> ClassMarks:
        folder = written(tmp_path / wait, {"ada.py": EVALUATE.format(wait=wait)})
        return grade_class(folder, parse_scheme(JUDGED), SubmissionLimits(total_seconds=seconds))

    (quick,) = marked("pass", 300).marks
    (slow,) = marked("time.sleep(0.004)", 5).marks
    assert quick.verdict is Verdict.OK
    assert slow.verdict is Verdict.TIME
    assert slow.interval is not None
    assert quick.interval is not None
    assert quick.points is not None
    for result in slow.results:
        assert 0 < result.asked < result.of
        assert any(f"time limit: {result.asked} of {result.of}" in r for r in result.remarks)
    assert slow.interval.low <= quick.points <= slow.interval.high
    assert slow.interval.error > 1.3 * quick.interval.error
    moves = {move.position: move.move for move in quick.results[0].moves}
    assert all(moves[move.position] == move.move for move in slow.results[0].moves)
