"""All kernels compiled once before many processes need them, in several processes at once.

Otherwise each process that runs tests, and each that they start, would compile the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from zlib import crc32

import kinarow
from kinarow.native import cache

# All searches are made of the same parts, which would be compiled twice in two processes.
_SEARCHES = """
from kinarow.game import Position
from kinarow.players import parse_player
from kinarow.search.deepening import load_all_kernels
load_all_kernels()
parse_player("threat-search:depth=1").choose(Position.start("gomoku"))
parse_player("threat-search:depth=1").choose(Position.start("connect4"))
"""
_PROOFS = """
from kinarow.forcing.forced import find_forced_win
from kinarow.work.budget import Budget
from kinarow.game import Position
find_forced_win(Position.start("tictactoe"), Budget(1))
"""
_LIBRARY = """
import sys
from kinarow.native.building.__main__ import main
sys.argv = ["building"]
main()
"""
# As who has no library needs them; wide boards by numba are for `make soak`.
_SOLVERS = """
import os
os.environ["KINAROW_LEVEL"] = "none"
from kinarow.game import Position
from kinarow.solver import Solver
for game in ("connect4", "tictactoe"):
    start = Position.start(game)
    Solver(start.spec, megabytes=1, use_book=False).solve(start, nodes=100)
"""
_THE_REST = """
from kinarow.game import Position
from kinarow.game.perft import perft
from kinarow.players import parse_player
for playing in ("mcts", "monte-carlo"):
    parse_player(f"{playing}:playouts=10").choose(Position.start())
perft(Position.start(), 7)
"""
_PROGRAMS = (_SEARCHES, _LIBRARY, _PROOFS, _SOLVERS, _THE_REST)
"""The longest first, so that all cores have done at about the same time."""


def compile_kernels() -> None:
    """Fill the cache, unless that was done since the kernels were last edited."""
    folder = cache.folder()
    if folder is None:
        return
    done = folder / f"complete-{crc32(kinarow.__file__.encode()):x}"  # for each copy of the sources
    if done.exists():
        return
    print("compiling all kernels (first run only) …", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as cores:
        results = list(cores.map(_run, _PROGRAMS))
    if not any(results):
        done.touch()


def _run(code: str) -> int:
    return subprocess.run([sys.executable, "-c", code]).returncode
