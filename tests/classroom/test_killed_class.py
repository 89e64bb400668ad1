"""A class with hostile submissions, killed again and again: every fair mark is as if alone.

A long proof, for `make soak`: 100 submissions, 30 of them hostile, killed six times by −9. With
KINAROW_SOAK_CLASS=20,6,2 it is shorter.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kinarow.api.classes import grade_class
from kinarow.classroom.examination.submission import SubmissionLimits
from kinarow.classroom.scheme import parse_scheme
from tests.running import KINAROW, games_in, wait_until
from tests.sandbox.attacking import HOSTILE, needs_bubblewrap, processes_with
from tests.strategies import SOAKING

ASKED_FOR = os.environ.get("KINAROW_SOAK_CLASS", "100,30,6" if SOAKING else "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not ASKED_FOR, reason="a long proof, for make soak"),
    pytest.mark.timeout(4 * 3600),
]

SCHEME = """
game = "connect4"
games = 10
depth = 2
[[part]]
opponent = "random"
points = 50
[[part]]
opponent = "alphabeta:eval=open-lines,depth=1"
points = 50
"""
TOTAL_SECONDS = 30
EVALUATE = """
WEIGHTS = {weights}

def evaluate(board, me, opponent):
    rows, columns = board.shape
    total = 0
    for r in range(rows):
        for c in range(columns):
            if board[r][c] == me:
                total += WEIGHTS[c]
            elif board[r][c] == opponent:
                total -= WEIGHTS[c]
    return total
"""
CHOOSE = """
ORDER = {weights}

def choose(board, me, opponent):
    return max((c for c in range(7) if not board[0][c]), key=lambda c: ORDER[c])
"""


def handed_in(folder: Path, fair: int, hostile: int, marker: str) -> list[str]:
    """Write the class; the names of the fair ones."""
    folder.mkdir()
    random, names = Random("a class"), []
    for number in range(fair):
        form = CHOOSE if number % 4 == 0 else EVALUATE
        names.append(f"fair{number:03}")
        weights = [random.randint(1, 99) for _ in range(7)]
        (folder / f"{names[-1]}.py").write_text(form.format(weights=weights))
    files = sorted((HOSTILE / "submissions").glob("*.py"))
    attacks = [file for file in files if file.stem not in ("honest", "zero")]
    for number in range(hostile):
        text = attacks[number % len(attacks)].read_text()
        for word, place in {
            "OUTSIDE": str(folder.parent), "MARKER": marker, "REFEREE-PID": str(os.getpid()),
        }.items():  # fmt: skip
            text = text.replace(word, place)
        (folder / f"hostile{number:03}.py").write_text(f"{text}# {number}\n")
    return names


def killed_and_resumed(command: list[str], folder: Path, store: Path, kills: int) -> Any:
    """What the command says in the end; it is killed each time that it has got a bit further."""
    environment = {**os.environ, "TMPDIR": str(folder / "passing")}
    (folder / "passing").mkdir()
    for _ in range(kills):
        before = games_in(store) if store.exists() else 0
        running = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment,
        )  # fmt: skip
        wait_until(
            lambda known=before, process=running: (  # type: ignore[misc]
                process.poll() is not None or games_in(store) > known
            ),
            "no game was played",
        )
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, env=environment, check=True, text=True
    )
    return json.loads(done.stdout)


def test_every_fair_mark_is_as_if_alone(tmp_path: Path) -> None:
    needs_bubblewrap()
    students, hostile, kills = map(int, ASKED_FOR.split(","))
    marker = f"87654.{os.getpid()}"
    fair = handed_in(tmp_path / "class", students - hostile, hostile, marker)
    (tmp_path / "scheme.toml").write_text(SCHEME)
    command = [
        *KINAROW, "grade-class", "class", "--scheme", "scheme.toml", "--json", "--workers", "2",
        "--total-seconds", str(TOTAL_SECONDS),
    ]  # fmt: skip
    began = time.monotonic()
    told = killed_and_resumed(command, tmp_path, tmp_path / "class.games.db", kills)
    took = time.monotonic() - began
    marks = {student["student"]: student for student in told["students"]}
    assert len(marks) == students
    wait_until(lambda: not processes_with(marker), "children are left behind")
    assert list((tmp_path / "passing").glob("kinarow-*")) == []
    assert not (tmp_path / "written").exists()
    timed = 0
    for name in fair:
        alone = tmp_path / "alone" / name
        alone.mkdir(parents=True)
        (alone / f"{name}.py").write_bytes((tmp_path / "class" / f"{name}.py").read_bytes())
        limits = SubmissionLimits(total_seconds=TOTAL_SECONDS)
        told_alone: Any = grade_class(alone, parse_scheme(SCHEME), limits).to_json()
        (mark,) = told_alone["students"]
        if "used up" in str((mark, marks[name])) or "out of time" in str((mark, marks[name])):
            timed += 1
            continue
        assert mark == {**marks[name], "for_teacher": []}  # alone, a file is like nobody's
    print(f"{students} submissions, {kills} kills: {took:.0f} s, {timed} decided by time")
    assert timed < len(fair) / 2
