"""How often players give away the game's value in hard openings and in middle games.

    python benchmarks/bench_openings.py PLAYER ... [--early 4000] [--openings 2000] [--middle 1500]
                                        [--seed 1] [--kept FOLDER] [--sets FOLDER]

Positions come from random play on the Connect Four board, as those of Pascal Pons' sets do, and
none of them is one of his: early openings of 4 to 13 stones whose end is more than 28 stones away
by perfect play, openings of 6 to 14 stones with the end at least 28 stones away, middle games of 14
to 24 stones whose end is at least 16 away. They take a minute to draw and solve, and are kept in
FOLDER for the next time. Given a folder with his sets (`Test_L1_R2`, …), these are asked, too.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from kinarow.arena.ratings.elo import wilson
from kinarow.fitting.samples import canonical_keys
from kinarow.game import GameSpec, Position
from kinarow.grading.drawn_positions import reached
from kinarow.grading.labels import right_moves
from kinarow.grading.withheld import withheld_keys
from kinarow.players import parse_player
from kinarow.solver.shared import shared_solver
from kinarow.solver.solution import last_stone
from kinarow.work.executors import local_workers

CONNECT4 = GameSpec.parse("connect4")
WORKERS = 2
BATCH = 20


class Kind(NamedTuple):
    name: str
    least: int
    most: int
    away: int
    """How many stones the end is away at least."""


EARLY = Kind("early openings", 4, 13, 29)
OPENINGS, MIDDLE = Kind("openings", 6, 14, 28), Kind("middle games", 14, 24, 16)


class Asked(NamedTuple):
    state: str
    right: str
    """The columns that keep the game's value."""


def asked_of(position: Position) -> Asked:
    right = "".join(map(position.move_text, sorted(right_moves(position) or ())))
    return Asked(position.board_text("state"), right)


def is_withheld(position: Position) -> bool:
    first, second = (
        np.array([stones], dtype=np.uint64) for stones in (position.first, position.second)
    )
    return bool(np.isin(canonical_keys(position.spec, first, second), withheld_keys())[0])


def drawn(kind: Kind, seed: int, count: int, part: int) -> list[Asked]:
    """What a worker draws: every position once."""
    random, solver = Random(f"{kind.name}/{seed}/{part}"), shared_solver(CONNECT4, megabytes=256)
    found: dict[Position, Asked] = {}
    while len(found) < count:
        position = reached(CONNECT4, random.randint(kind.least, kind.most), random, searching=False)
        if position is None or position.canonical() in found or is_withheld(position):
            continue
        score = solver.solve(position).score
        if score is None or last_stone(position, score) - position.plies < kind.away:
            continue
        found[position.canonical()] = asked_of(position)
    return list(found.values())


def positions_of(
    kind: Kind, count: int, seed: int, folder: Path | None, executor: Executor
) -> list[Asked]:
    kept = folder and folder / f"{kind.name.replace(' ', '-')}-{seed}-{count}.json"
    if kept and kept.exists():
        return [Asked(*row) for row in json.loads(kept.read_text())]
    share = -(-count // WORKERS)
    jobs = [executor.submit(drawn, kind, seed, share, part) for part in range(WORKERS)]
    found = [asked for job in jobs for asked in job.result()]
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(found))
    return found


def published(file: Path) -> list[Asked]:
    moves = [line.split()[0] for line in file.read_text().splitlines() if line.strip()]
    return [asked_of(Position.from_moves(text)) for text in moves]


def answered(text: str, asked: Sequence[Asked]) -> tuple[list[bool], float]:
    """Which of the positions a player gives away, and the seconds it took."""
    player = parse_player(text)
    player.choose(Position.start(CONNECT4))  # compiled before the clock runs
    wrong, begun = [], time.perf_counter()
    for state, right in asked:
        position = Position.parse(state)
        wrong.append(position.move_text(player.choose(position).move) not in right)
    return wrong, time.perf_counter() - begun


def tell(name: str, text: str, asked: Sequence[Asked], executor: Executor) -> None:
    batches = [asked[i : i + BATCH] for i in range(0, len(asked), BATCH)]
    found = list(executor.map(partial(answered, text), batches))
    wrong = [each for part, _ in found for each in part]
    share = wilson(sum(wrong) / len(wrong), len(wrong))
    spent = 1000 * sum(seconds for _, seconds in found) / len(wrong)
    percent = f"{100 * share.value:.2f} % ({100 * share.low:.2f}–{100 * share.high:.2f})"
    print(
        f"{text}: {name}: {sum(wrong)} of {len(wrong)}, {percent}, {spent:.1f} ms a move",
        flush=True,
    )


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("players", nargs="+")
    arguments.add_argument("--early", type=int, default=4000)
    arguments.add_argument("--openings", type=int, default=2000)
    arguments.add_argument("--middle", type=int, default=1500)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--kept", type=Path)
    arguments.add_argument("--sets", type=Path)
    given = arguments.parse_args()

    def sets(executor: Executor) -> Iterator[tuple[str, list[Asked]]]:
        counts = (EARLY, given.early), (OPENINGS, given.openings), (MIDDLE, given.middle)
        for kind, count in counts:
            if count:
                yield kind.name, positions_of(kind, count, given.seed, given.kept, executor)
        if given.sets:
            for file in sorted(given.sets.glob("Test_L*")):
                yield file.name, published(file)

    with local_workers(WORKERS) as executor:
        for name, asked in sets(executor):
            for text in given.players:
                tell(name, text, asked, executor)


if __name__ == "__main__":
    main()
