"""The arena beside its players: games a second by one process and by two, and what it adds.

    python benchmarks/bench_arena.py

Alpha-beta at depth 6 against itself with another evaluator, from all openings of four plies. Each
number of processes plays the same games; starting the processes and compiling are not counted.
"""

from __future__ import annotations

import time

from kinarow.arena import GameRecord, PlayedGame
from kinarow.arena.match import schedule
from kinarow.arena.openings import all_openings
from kinarow.arena.run import play_scheduled
from kinarow.arena.schedule import ScheduledGame
from kinarow.arena.store import Store
from kinarow.game import GameSpec
from kinarow.players import parse_player
from kinarow.work.workers import Workers

GAMES = 200
WARM_UP = 8


def seconds_for(workers: int, games: list[ScheduledGame]) -> tuple[float, float]:
    """The time from the first to the last game, and what the players themselves took of it."""
    ended: list[float] = []
    thinking: list[float] = []
    with Store(":memory:") as store, Workers(workers) as many:

        def keep(game: ScheduledGame, record: GameRecord) -> None:
            store.add(PlayedGame.of(game, record))
            ended.append(time.perf_counter())
            thinking.append(sum(record.seconds))

        play_scheduled(games, many, keep)
    return ended[-1] - ended[WARM_UP - 1], sum(thinking[WARM_UP:])


def main() -> None:
    spec = GameSpec.parse("connect4")
    a, b = (parse_player(f"alphabeta:eval={e},depth=6") for e in ("open-lines", "center-window"))
    games = schedule(a, b, spec, GAMES + WARM_UP, openings=all_openings(spec, 4, seed=1))
    one, thinking = seconds_for(1, games)
    two, _ = seconds_for(2, games)
    print(f"one process: {GAMES / one:.1f} games/s, of which the players took "
          f"{100 * thinking / one:.1f} %")  # fmt: skip
    print(f"two processes: {GAMES / two:.1f} games/s, {100 * one / two / 2:.0f} % of twice one's")


if __name__ == "__main__":
    main()
