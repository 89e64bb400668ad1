"""The arena beside its players: games a second by one process and by two, and what it adds.

    python benchmarks/bench_arena.py

Alpha-beta at depth 6 against itself with another evaluator, from all openings of four plies. Each
number of processes plays the same games; starting the processes and compiling are not counted.
"""

from __future__ import annotations

import time

from kinarow.arena import Conditions, Contest
from kinarow.game import GameSpec
from kinarow.work.workers import Workers

GAMES = 200
WARM_UP = 8


def seconds_for(workers: int) -> tuple[float, float]:
    """The time from the first to the last game, and what the players themselves took of it."""
    a, b = (f"alphabeta:eval={evaluator},depth=6" for evaluator in ("open-lines", "center-window"))
    conditions = Conditions(seed=1, openings="4")
    contest = Contest.match(a, b, GameSpec.parse("connect4"), GAMES + WARM_UP, conditions)
    ended: list[float] = []
    with Workers(workers) as many:
        result = contest.play(many, lambda _share, _words: ended.append(time.perf_counter()))
    thinking = sum(sum(game.seconds) for game in result.games[WARM_UP:])
    return ended[-1] - ended[WARM_UP - 1], thinking


def main() -> None:
    one, thinking = seconds_for(1)
    two, _ = seconds_for(2)
    print(f"one process: {GAMES / one:.1f} games/s, of which the players took "
          f"{100 * thinking / one:.1f} %")  # fmt: skip
    print(f"two processes: {GAMES / two:.1f} games/s, {100 * one / two / 2:.0f} % of twice one's")


if __name__ == "__main__":
    main()
