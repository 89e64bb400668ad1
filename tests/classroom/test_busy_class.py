"""A class with hostile submissions, on an idle machine and beside busy loops: the same fair marks.

A long proof, for `make soak`: 16 fair submissions, some of which think for half of what they may,
and 4 hostile ones. With KINAROW_SOAK_BUSY=4,2 it is shorter.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kinarow.api.classes import grade_class
from kinarow.classroom.examination.submission import SubmissionLimits
from kinarow.classroom.marks import ClassMarks, Mark
from kinarow.classroom.scheme import parse_scheme
from tests.sandbox.attacking import HOSTILE, needs_any_sandbox
from tests.strategies import SOAKING

ASKED_FOR = os.environ.get("KINAROW_SOAK_BUSY", "16,4" if SOAKING else "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not ASKED_FOR, reason="a long proof, for make soak"),
    pytest.mark.timeout(3600),
]

SCHEME = parse_scheme(
    'game = "tictactoe"\ngames = 4\ndepth = 2\nseed = 11\n'
    "[[part]]\npositions = 10\npoints = 50\n[[part]]\nopponent = 'random'\npoints = 50\n"
)
LIMITS = SubmissionLimits(move_seconds=0.6, starting_seconds=30, total_seconds=120, megabytes=512)
EVALUATE = """
WEIGHTS = {weights}

def evaluate(board, me, opponent):
    total = 0
    for r in range(3):
        for c in range(3):
            total += WEIGHTS[r][c] * (int(board[r][c] == me) - int(board[r][c] == opponent))
    return total
"""
THINKS = """
import time

ORDER = {weights}

def choose(board, me, opponent):
    end = time.thread_time() + 0.3
    while time.thread_time() < end:
        pass
    free = [(r, c) for r in range(3) for c in range(3) if not board[r][c]]
    return max(free, key=lambda cell: ORDER[cell[0]][cell[1]])
"""
ATTACKS = ("holds_processors", "hides_memory", "multiplies", "fills_memory")


def handed_in(folder: Path, fair: int, hostile: int) -> Path:
    folder.mkdir()
    for number in range(fair):
        weights = [[(7 * number + 3 * r + 5 * c) % 11 for c in range(3)] for r in range(3)]
        text = (THINKS if number % 4 == 0 else EVALUATE).format(weights=weights)
        (folder / f"fair{number:02}.py").write_text(text)
    for number in range(hostile):
        name = ATTACKS[number % len(ATTACKS)]
        text = (HOSTILE / "submissions" / f"{name}.py").read_text()
        # Between the fair ones, so that they run at the same time.
        place = folder / f"fair{number * max(1, fair // max(1, hostile)):02}-{name}.py"
        place.write_text(text.replace("MARKER", "600"))
    return folder


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    loops = [
        subprocess.Popen([sys.executable, "-I", "-S", "-c", "while True: pass"])
        for _ in range(count)
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def fair_marks(found: ClassMarks) -> dict[str, Mark]:
    return {mark.student: mark for mark in found.marks if "-" not in mark.student}


def test_marks_depend_on_nobody_else(tmp_path: Path) -> None:
    needs_any_sandbox()
    fair, hostile = map(int, ASKED_FOR.split(","))
    cores = os.cpu_count() or 1
    labels = tmp_path / "labels.db"
    alone = fair_marks(
        grade_class(handed_in(tmp_path / "alone", fair, 0), SCHEME, LIMITS, labels=labels)
    )
    folder = handed_in(tmp_path / "class", fair, hostile)
    idle = grade_class(folder, SCHEME, LIMITS, labels=labels, workers=cores)
    with busy_loops(3 * cores):
        busy = grade_class(folder, SCHEME, LIMITS, labels=labels, workers=cores)
    for found in (idle, busy):
        marks = fair_marks(found)
        assert len(marks) == len(alone) == fair
        for student, mark in marks.items():
            mine = alone[student]
            assert mark.points is not None, mark
            assert (mark.points, mark.results, mark.remarks) == (
                mine.points, mine.results, mine.remarks,
            ), (student, mark.remarks, mine.remarks)  # fmt: skip
            assert [g.moves for g in mark.games] == [g.moves for g in mine.games]
            assert not mark.remarks
    if fair >= 16:  # of less, too little time passes for it to be worth telling
        assert any("busy with other work" in words for words in busy.warnings), busy.warnings
