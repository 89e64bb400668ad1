"""All evaluators compared with perfect play and with each other: the table in MEASUREMENTS.md.

    python benchmarks/bench_evaluators.py [--sets FOLDER]

Accuracy is measured on positions that nothing was fitted to, drawn by a seed of their own; Elo
comes from a tournament at equal depth. Given a folder with Pascal Pons' sets (`Test_L1_R2`, …), how
often `learned` gives away the game's value there is measured, too, under a fixed number of nodes a
move.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from kinarow.api.contests import play_tournament
from kinarow.evaluation import CATALOGUE, Evaluator
from kinarow.evaluation.catalogue import FITTED, find_evaluator
from kinarow.game import GameSpec, Position
from kinarow.grading import Labels, drawn_positions, grade_moves, label
from kinarow.grading.grades import Grade
from kinarow.grading.labels import LabelStore
from kinarow.players import AlphaBetaPlayer, parse_player
from kinarow.search.deepening import search
from kinarow.search.limits import Limits
from kinarow.work.executors import local_workers
from kinarow.work.workers import Workers

CONNECT4 = GameSpec.parse("connect4")
NAMES = [*CATALOGUE, *FITTED]
LIMITS = ("depth=1", "depth=4", "depth=8", "seconds=0.05")
POSITIONS, SEED = 600, 20_261
ROUNDS, DEPTH = 60, 4
NODES = 600_000
"""A move takes about 100 ms where 6 million nodes are searched a second."""
WORKERS, TRIES = 2, 8

Labelled = dict[Position, Labels]


def labelled(positions: Sequence[Position], executor: Executor) -> Labelled:
    store = LabelStore()
    try:
        return label(positions, store, Workers(executor))
    finally:
        store.close()


def graded(text: str, positions: list[tuple[Position, Labels]]) -> Grade:
    player = parse_player(text)
    player.choose(Position.start(CONNECT4))  # compiled before the clock runs
    return grade_moves(player, dict(positions))


def grade_together(text: str, positions: Labelled, executor: Executor) -> Grade:
    """The positions shared out among workers."""
    items = list(positions.items())
    jobs = [executor.submit(graded, text, items[i::WORKERS]) for i in range(WORKERS)]
    parts = [job.result() for job in jobs]
    return Grade(text, tuple(move for part in parts for move in part.moves))


def in_percent(result: Grade) -> tuple[str, str]:
    shown = []
    for estimate in (result.weak(), result.strong()):
        shown.append(
            f"{100 * estimate.value:.1f} ({100 * estimate.low:.0f}–{100 * estimate.high:.0f})"
        )
    return shown[0], shown[1]


def elo_by_name() -> dict[str, str]:
    players = [AlphaBetaPlayer(find_evaluator(name), depth=DEPTH) for name in NAMES]
    played = play_tournament(players, CONNECT4, rounds=ROUNDS, seed=SEED, workers=WORKERS)
    standings = played.standings()
    return {
        name: f"{row.elo.value:+.0f} ± {row.elo.error:.0f}"
        for name, player in zip(NAMES, players, strict=True)
        for row in standings
        if row.player == player.name
    }


def rate(name: str) -> float:
    """Nodes a second at depth 10 from a few openings, the best of some tries."""
    return max(rate_once(find_evaluator(name)) for _ in range(TRIES))


def rate_once(evaluator: Evaluator) -> float:
    nodes, seconds = 0, 0.0
    for moves in ("", "4", "44", "4453", "1234", "3661535465"):
        position = Position.from_moves(moves)
        search(position, evaluator, Limits(depth=2))
        begun = time.thread_time()
        nodes += search(position, evaluator, Limits(depth=10), use_table=False).nodes
        seconds += time.thread_time() - begun
    return nodes / seconds


def on_published_sets(folder: Path, executor: Executor) -> None:
    print(f"\nlearned, {NODES:,} nodes a move, without book and solver: value given away")
    for file in sorted(folder.glob("Test_L*")):
        moves = [line.split()[0] for line in file.read_text().splitlines() if line.strip()]
        positions = labelled([Position.from_moves(text) for text in moves], executor)
        begun = time.perf_counter()
        result = grade_together(f"alphabeta:eval=learned,nodes={NODES}", positions, executor)
        each = (time.perf_counter() - begun) / len(moves) * WORKERS
        lost = result.blunder_rate()
        interval = f"({100 * lost.low:.2f}–{100 * lost.high:.2f})"
        spent = f"{len(result.moves)} positions, {1000 * each:.0f} ms a move"
        print(f"  {file.name}: {100 * lost.value:.2f} % {interval}, {spent}", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--sets", type=Path)
    sets = arguments.parse_args().sets
    elo = elo_by_name()
    with local_workers(WORKERS) as executor:
        positions = labelled(drawn_positions(CONNECT4, POSITIONS, SEED), executor)
        print("| evaluator | " + " | ".join(LIMITS) + f" | Elo, depth {DEPTH} | speed |")
        print("|---|" + "---|" * len(LIMITS) + "---|---|")
        slowest = {name: rate(name) for name in NAMES}
        for name in NAMES:
            cells = []
            for limit in LIMITS:
                found = grade_together(f"alphabeta:eval={name},{limit}", positions, executor)
                cells.append(" / ".join(in_percent(found)))
            original = (
                slowest[name.removesuffix("-tuned")] if name != "learned" else slowest["open-lines"]
            )
            share = slowest[name] / original
            print(f"| `{name}` | {' | '.join(cells)} | {elo[name]} | {share:.2f} |", flush=True)
        if sets is not None:
            on_published_sets(sets, executor)


if __name__ == "__main__":
    main()
