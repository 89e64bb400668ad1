"""What a guarded process refuses, and what it still can do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

REFUSED = {
    "the solver": ("import kinarow.solver", "may not import kinarow.solver"),
    "a part of it": (
        "from kinarow.solver.book.book import book_for",
        "may not import kinarow.solver",
    ),
    "labels": ("import kinarow.grading.labels", "may not import kinarow.grading"),
    "games": ("from kinarow.arena.store.store import Store", "may not import kinarow.arena"),
    "perfect play": (
        "from kinarow.players import parse_player; from kinarow.game import Position\n"
        "parse_player('perfect').choose(Position.start('connect4'))",
        "may not import kinarow.solver",
    ),
}


def guarded(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program = f"from kinarow.evaluation.user import guard\nguard.install()\n{code}\nprint('done')"
    return subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )


def test_what_is_refused(tmp_path: Path) -> None:
    attempts = {kind: code for kind, (code, _) in REFUSED.items()}
    code = (
        "import json\nheard = {}\n"
        f"for kind, attempt in {attempts!r}.items():\n"
        "    try:\n"
        "        exec(attempt, {})\n"
        "        heard[kind] = 'nothing'\n"
        "    except Exception as error:\n"
        "        heard[kind] = str(error)\n"
        "print(json.dumps(heard))"
    )
    done = guarded(code, tmp_path)
    heard = json.loads(done.stdout.splitlines()[0])
    assert {kind: reason in heard[kind] for kind, (_, reason) in REFUSED.items()} == dict.fromkeys(
        REFUSED, True
    ), heard


def test_what_a_submission_needs_it_can_do(tmp_path: Path) -> None:
    """And the process that tries a function is guarded as well: it, too, finds no solver."""
    code = (
        "import random, json, threading, tempfile, numpy\n"
        "open('notes.txt', 'w').write('x'); tempfile.TemporaryFile().write(b'x')\n"
        "threading.Thread(target=print).start()\n"
        "open('mine.py', 'w').write('''\n"
        "import os\n"
        "try:\n"
        "    import kinarow.solver\n"
        "    open('found', 'w')\n"
        "except ImportError:\n"
        "    open(f'refused-{os.getpid()}', 'w')\n"
        "def evaluate(board, me, opponent):\n"
        "    return 1.0\n"
        "''')\n"
        "from kinarow.players import parse_player; from kinarow.game import Position\n"
        "choice = parse_player('alphabeta:eval=mine.py,depth=2').choose(Position.start())\n"
        "assert 'plain' not in choice.reason, choice.reason\n"
    )
    done = guarded(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["done"]
    assert not (tmp_path / "found").exists()
    assert len(list(tmp_path.glob("refused-*"))) == 2
