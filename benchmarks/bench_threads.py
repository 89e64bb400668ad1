"""Two threads beside one, by the clock, for the solver and for alpha-beta.

One position at a time, both numbers of threads in turn, so that other work on the machine counts
for both; it says something only if two cores are free. The best of some tries is compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from bench_solver import made_by_seed

from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position
from kinarow.search.deepening import search
from kinarow.search.limits import Limits
from kinarow.solver import Solver

TRIES = 5
HARD_POSITIONS = 10


def searched(depth: int) -> Callable[[str, int], int]:
    return lambda moves, threads: (
        search(Position.from_moves(moves), OPEN_LINES, Limits(depth), threads=threads).nodes
    )


def solved(moves: str, threads: int) -> int:
    position = Position.from_moves(moves)
    return Solver(position.spec, threads=threads, use_book=False).solve(position).nodes


def compare(name: str, positions: list[str], work: Callable[[str, int], int]) -> None:
    seconds, nodes = [0.0, 0.0], [0, 0]
    for moves in positions:
        best = [float("inf"), float("inf")]
        for _ in range(TRIES):
            for i, threads in enumerate((1, 2)):
                begun = time.perf_counter()
                nodes[i] += work(moves, threads)
                best[i] = min(best[i], time.perf_counter() - begun)
        seconds = [total + least for total, least in zip(seconds, best, strict=True)]
    print(
        f"{name}: {seconds[0]:.2f} s by one thread, {seconds[1]:.2f} s by two: "
        f"{seconds[0] / seconds[1]:.2f} times as fast, {nodes[1] / nodes[0]:.2f} times the nodes",
        flush=True,
    )


def main() -> None:
    hard, _ = made_by_seed(range(8, 9), HARD_POSITIONS)
    search(Position.start(), OPEN_LINES, Limits(1))  # compiles, or loads
    solved("44444422222266666611", 2)
    for depth in (14, 18):
        compare(f"alpha-beta, empty board, depth {depth}", [""], searched(depth))
    compare(f"solver, {HARD_POSITIONS} positions of 8 stones", hard, solved)


if __name__ == "__main__":
    main()
