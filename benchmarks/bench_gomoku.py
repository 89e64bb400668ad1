"""How `best` plays gomoku against other engines: points, a second a move, one core each.

    python benchmarks/bench_gomoku.py ./pbrain-a ./pbrain-b … [--seconds 1] [--games 100]

One worker, so that either side has a core of two; each even opening is played twice, sides swapped.
"""

from __future__ import annotations

import argparse

from kinarow.api.contests import workers_for
from kinarow.arena import Conditions, Contest, Encounter
from kinarow.game import VARIANTS

_MEGABYTES = 1500
"""Many engines read a limit of more than 2 GB into 32 bits, and never answer."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engines", nargs="+", help="programs that speak Gomocup's protocol")
    parser.add_argument("--player", default="best", help="who plays them, without a limit")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    limit = f"seconds={given.seconds:g}"
    for engine in given.engines:
        conditions = Conditions(given.seed, "even", megabytes=_MEGABYTES)
        contest = Contest.match(
            f"{given.player}:{limit}",
            f"engine:{limit},{engine}",
            VARIANTS["gomoku"].spec,
            given.games,
            conditions,
        )
        with workers_for(contest, 1) as one:
            games = list(contest.play(one).games)
        print(Encounter(contest.games[0].a, contest.games[0].b, games), flush=True)


if __name__ == "__main__":
    main()
