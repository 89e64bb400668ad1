"""Ctrl-C while a reason, puzzles or mistakes are looked for, and while puzzles are played."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import KINAROW, kinarow_noting, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals"),
]
HOPELESS = ["--game", "drop:7x7:4", "--seconds", "100000"]
"""What nobody solves from the empty board in that time."""


def started(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("work", "arguments", "words"),
    [
        ("kinarow.solver.solver:Solver.solve_within", ["why", "-", *HOPELESS],
         "kinarow: interrupted, so there may be more to say"),
        ("kinarow.puzzles.puzzle_making:_puzzle",
         ["puzzles", "make", "--count", "10000", "--workers", "1", "-o", "FILE"],
         "kinarow: interrupted"),
        ("kinarow.solver.solver:Solver.solve_within",
         ["puzzles", "from-game", "1111", *HOPELESS, "-o", "FILE"], "kinarow: interrupted"),
    ],
)  # fmt: skip
def test_it_ends_in_words_and_leaves_nothing_behind(
    work: str, arguments: list[str], words: str, tmp_path: Path
) -> None:
    begun, made = tmp_path / "begun", tmp_path / "out"
    made.mkdir()
    given = [str(made / "puzzles.json") if word == "FILE" else word for word in arguments]
    process = started([*kinarow_noting(work, begun), *given])
    wait_until(begun.exists, "it has not begun")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate()  # uninterrupted it would take days
    assert process.returncode == 130
    assert errors.strip() == words
    assert ("Verdict: " in out) is (arguments[0] == "why")
    assert list(made.iterdir()) == []


def test_who_leaves_puzzles_hears_how_many_were_solved() -> None:
    process = started([*KINAROW, "puzzles", "play", "--game", "place:3x3:3"])
    assert process.stdin is not None
    assert process.stdout is not None
    shown = ""
    for answer in ("skip\n", None):
        while not shown.endswith("(or help): "):
            letter = process.stdout.read(1)
            assert letter, shown
            shown += letter
        if answer:
            process.stdin.write(answer)
            process.stdin.flush()
            shown = ""
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate()
    assert (process.returncode, errors.strip()) == (130, "kinarow: interrupted")
    assert out.splitlines()[-1] == "solved: 0 of 1"
