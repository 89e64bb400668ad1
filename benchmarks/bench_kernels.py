"""The library of kernels beside numba, in one run.

    python benchmarks/bench_kernels.py [--rounds 15]

First the solver's nodes a second, of processor time, with the same positions in the same order: the
same kernels by turns, each from an empty table, for each level that the library has and the machine
knows. Then what somebody waits for who asks for the first time, with an empty cache: `kinarow
solve` of a position that the book does not have, and `kinarow --version` to compare with.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from bench_solver import made_by_seed

from kinarow.game import Position
from kinarow.native.kernels import Kernel
from kinarow.native.levels import LEVELS
from kinarow.native.library import CHOSEN, NO_LEVEL, Library, library_state
from kinarow.solver.drop.batch_kernel import prove_many
from kinarow.solver.drop.engine import DropSolver

OUTSIDE_THE_BOOK = "12345671234567"


def runs_of(kernel: Kernel) -> dict[str, Callable[..., Any]]:
    """The kernel by numba, and for each level."""
    found = library_state()
    if not isinstance(found, Library):
        sys.exit(f"there is no library to compare: {found}")
    runs = {"numba": kernel.by_numba()}
    for level in LEVELS:
        os.environ[CHOSEN] = level.name
        try:
            runs[level.name] = Library(found.path).function(kernel.symbol, kernel.signatures[0])
        except Exception:  # not in this library, or more than this machine
            continue
        finally:
            del os.environ[CHOSEN]
    return runs


def nodes_a_second(rounds: int) -> None:
    kernel: Any = prove_many
    runs = runs_of(kernel)
    moves, _ = made_by_seed(range(12, 22), 60)
    positions = [Position.from_moves(text) for text in moves]
    solver = DropSolver(positions[0].spec)
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    visited: dict[str, int] = {}
    for number in range(rounds + 1):
        for name, run in runs.items():
            kernel.run = run
            solver.forget()
            begun = time.thread_time()
            visited[name] = sum(nodes for _, nodes in solver.prove_many(positions))
            if number:  # the first is for the caches
                seconds[name].append(time.thread_time() - begun)
    print(f"{len(moves)} positions, nodes: {visited}")
    rates = {name: visited[name] / statistics.median(took) for name, took in seconds.items()}
    for name, rate in rates.items():
        print(f"{name:18} {rate / 1e6:6.2f} million a second   {rate / rates['numba']:.3f}")


def first_answer(arguments: list[str], level: str) -> tuple[float, float]:
    """Seconds until the end, and of processors, with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, CHOSEN: level, "KINAROW_CACHE_DIR": cache}
        before, begun = os.times(), time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "kinarow", *arguments],
            env=environment, check=True, capture_output=True,
        )  # fmt: skip
        after = os.times()
    spent = after.children_user + after.children_system
    return time.perf_counter() - begun, spent - before.children_user - before.children_system


def first_answers(rounds: int) -> None:
    solve = ["solve", OUTSIDE_THE_BOOK]
    print(f"\nwith an empty cache{'':26} seconds   of processors")
    for words, arguments, level in (
        ("kinarow --version", ["--version"], ""),
        (f"kinarow solve {OUTSIDE_THE_BOOK}, library", solve, ""),
        (f"kinarow solve {OUTSIDE_THE_BOOK}, numba", solve, NO_LEVEL),
    ):
        took = [first_answer(arguments, level) for _ in range(rounds)]
        waited, spent = (statistics.median(column) for column in zip(*took, strict=True))
        print(f"{words:45} {waited:7.2f}   {spent:7.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    nodes_a_second(options.rounds)
    first_answers(min(3, options.rounds))


if __name__ == "__main__":
    main()
