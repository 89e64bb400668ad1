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
    "a part of it": ("from kinarow.solver.book import book_for", "may not import kinarow.solver"),
    "labels": ("import kinarow.grading.labels", "may not import kinarow.grading"),
    "games": ("from kinarow.arena.store import Store", "may not import kinarow.arena"),
    "perfect play": (
        "from kinarow.players import parse_player; from kinarow.game import Position\n"
        "parse_player('perfect').choose(Position.start('connect4'))",
        "may not import kinarow.solver",
    ),
    "the book": (
        "import kinarow, pathlib\n"
        "(pathlib.Path(kinarow.__file__).parent / 'data/book-7x6-4.npz').read_bytes()",
        "may not read this file",
    ),
    "a closed file": ("open(CLOSED + '/marks.csv')", "may not read this file"),
    "by bytes": ("import os; open(os.fsencode(CLOSED + '/marks.csv'))", "may not read this file"),
    "by a detour": ("open('../closed/../closed/marks.csv')", "may not read this file"),
    "through a link": ("open('link')", "may not read this file"),
    "another submission": (
        "import tempfile; open(tempfile.gettempdir() + '/kinarow-submission-other/bob.py')",
        "may not read this file",
    ),
    "going there": ("import os; os.chdir(CLOSED)", "may not read this file"),
    "writing": ("open(CLOSED + '/new', 'w')", "may not read this file"),
    "a list": ("import os; os.listdir(CLOSED)", "may not read this file"),
    "removing": ("import os; os.remove(CLOSED + '/marks.csv')", "may not read this file"),
    "labels' file": (
        "from kinarow.native import cache; open(cache.root() / 'labels.db')",
        "may not read this file",
    ),
    "a database": ("import sqlite3; sqlite3.connect(':memory:')", "may not open databases"),
    "a fork": ("import os; os.fork()", "may not start processes"),
    "a command": ("import os; os.system('true')", "may not start processes"),
    "a process": ("import subprocess; subprocess.run(['true'])", "may not start processes"),
    "a kill": ("import os; os.kill(os.getppid(), 0)", "may not end processes"),
    "the network": (
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "may not use the network",
    ),
}


def guarded(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    closed, own = folder / "closed", folder / "own"
    for path in (closed, own):
        path.mkdir()
    (closed / "marks.csv").write_text("ada,100")
    (own / "mine.txt").write_text("mine")
    (own / "link").symlink_to(closed / "marks.csv")
    program = (
        f"CLOSED = {str(closed)!r}\n"
        "from kinarow.evaluation import guard\n"
        f"guard.install([CLOSED])\n{code}\nprint('done')"
    )
    return subprocess.run(
        [sys.executable, "-c", program], cwd=own, capture_output=True, text=True, check=False
    )


def test_what_is_refused(tmp_path: Path) -> None:
    attempts = {kind: code for kind, (code, _) in REFUSED.items()}
    code = (
        "import json\nheard = {}\n"
        f"for kind, attempt in {attempts!r}.items():\n"
        "    try:\n"
        "        exec(attempt, {'CLOSED': CLOSED})\n"
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
    assert (tmp_path / "closed" / "marks.csv").read_text() == "ada,100"


def test_what_a_submission_needs_it_can_do(tmp_path: Path) -> None:
    """And the process that tries a function is guarded as well: it, too, finds no solver."""
    code = (
        "import random, json, threading, tempfile, numpy\n"
        "open('mine.txt').read(); open('notes.txt', 'w').write('x')\n"
        "tempfile.TemporaryFile().write(b'x')\n"
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
    assert not (tmp_path / "own" / "found").exists()
    assert len(list((tmp_path / "own").glob("refused-*"))) == 2
