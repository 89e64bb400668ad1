"""On systems that are not Linux, everything works but the sandbox, which says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

WORKS = (
    "show 4453",
    "explain 4453 --eval my_eval.py",
    "move 4453 --player alphabeta:eval=my_eval.py,depth=2",
    "match file:player.py random --games 2 --workers 1",
    "tournament random first-legal --rounds 1 --workers 1 --store games.db",
    "doctor --quick",
)
REFUSED = ("grade-class submissions -o marks.csv",)


@pytest.mark.slow
def test_commands_without_what_only_unix_has(tmp_path: Path) -> None:
    (tmp_path / "my_eval.py").write_text("def evaluate(board, me, opponent):\n    return 0\n")
    first_free = "def choose(board, me, opponent):\n    return int(board[0].argmin())\n"
    (tmp_path / "player.py").write_text(first_free)
    (tmp_path / "submissions").mkdir()
    (tmp_path / "submissions" / "alice.py").write_text((tmp_path / "my_eval.py").read_text())
    done = subprocess.run(
        [sys.executable, "-m", "tests.other_system", *WORKS, *REFUSED],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": _paths()},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for line in WORKS:
        assert f"done: {line}" in done.stdout
    for line in REFUSED:
        assert f"refused: {line}: programs of others can be kept in on Linux alone" in done.stdout
    assert "Traceback" not in done.stderr


def _paths() -> str:
    root = Path(__file__).parent.parent
    return f"{root}{os.pathsep}{root / 'src'}"
