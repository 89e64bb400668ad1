"""Counting lines of play: the compiled kernel beside the plain rules, in one run."""

from __future__ import annotations

import time
from collections.abc import Callable

from kinarow.game import Position
from kinarow.game.perft import PlyCount, count_lines, count_lines_plainly


def nodes_a_second(
    count: Callable[[Position, int], list[PlyCount]], game: str, depth: int
) -> float:
    start = Position.start(game)
    begun = time.perf_counter()
    counts = count(start, depth)
    return sum(c.nodes for c in counts) / (time.perf_counter() - begun)


def main() -> None:
    count_lines(Position.start("tictactoe"), 9)  # compiles, once
    for game, plain_depth, depth in (("connect4", 6, 9), ("place:4x4:4", 4, 6), ("gomoku", 2, 3)):
        plain = nodes_a_second(count_lines_plainly, game, plain_depth)
        compiled = nodes_a_second(count_lines, game, depth)
        print(
            f"{game:<12} compiled {compiled / 1e6:6.1f} M nodes/s, plain {plain / 1e6:6.3f} M: "
            f"{compiled / plain:.0f} times as fast"
        )


if __name__ == "__main__":
    main()
