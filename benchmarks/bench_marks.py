"""What the default scheme gives the catalogue's evaluators with other seeds: MEASUREMENTS.md.

    python benchmarks/bench_marks.py [--seeds 1 2 3 4 5] [--folder FOLDER] [--scheme FILE.toml]

A class is made of all evaluators, of one that says 0 to every board and of one that says numbers
that mean nothing, and marked with every seed. Wanted: a mark is the same within 3 points whatever
the seed, 0 and chance earn less than 15, and marks are in the order of Elo, from a tournament at
the same depth, wherever both intervals tell two evaluators apart. With a folder, games and exact
values are kept there, and the same command resumes.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import mean

from kinarow.api.classes import grade_class
from kinarow.api.contests import play_tournament
from kinarow.arena.ratings.elo import Estimate
from kinarow.classroom.scheme import DEFAULT, Scheme, parse_scheme, read_scheme
from kinarow.evaluation import CATALOGUE
from kinarow.evaluation.catalogue import FITTED, find_evaluator
from kinarow.evaluation.written.json_files import to_json
from kinarow.grading.judged_positions import ZERO
from kinarow.players import AlphaBetaPlayer

NAMES = [*CATALOGUE, *FITTED]
ROUNDS, ELO_SEED = 60, 20_261
OTHERS = {
    "zero": "def evaluate(board, me, opponent):\n    return 0\n",
    "chance": (
        "def evaluate(board, me, opponent):\n"
        "    number = 7\n"
        "    for row in range(board.shape[0]):\n"
        "        for column in range(board.shape[1]):\n"
        "            number = (number * 31 + board[row, column] * 17 + 5) % 10007\n"
        "    return number\n"
    ),
}

Marks = dict[str, list[Estimate]]


def hand_in(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        (folder / f"{name}.json").write_text(json.dumps(to_json(find_evaluator(name))))
    for name, source in OTHERS.items():
        (folder / f"{name}.py").write_text(source)


def marks_by_seed(folder: Path, scheme: Scheme, seeds: list[int]) -> Marks:
    found: Marks = {name: [] for name in (*NAMES, *OTHERS)}
    for seed in seeds:
        begun, used = time.perf_counter(), time.process_time()
        marks = grade_class(
            folder / "class", replace(scheme, seed=seed), journal=folder / "games.db",
            labels=folder / "labels.db",
            progress=lambda share, words: print(f"\r{100 * share:5.1f} % {words:60}", end=""),
        ).marks  # fmt: skip
        print(
            f"\rseed {seed}: {time.perf_counter() - begun:.0f} s {time.process_time() - used:.0f}"
        )
        for mark in marks:
            assert mark.interval is not None, mark
            found[mark.student].append(mark.interval)
    return found


def elo_by_name(depth: int) -> dict[str, Estimate]:
    evaluators = [*map(find_evaluator, NAMES), ZERO]
    players = [AlphaBetaPlayer(evaluator, depth=depth) for evaluator in evaluators]
    names = {player.name: player.evaluator.name for player in players}
    played = play_tournament(players, "connect4", rounds=ROUNDS, seed=ELO_SEED)
    return {names[standing.player]: standing.elo for standing in played.standings()}


def wrong_order(marks: Marks, elo: dict[str, Estimate]) -> list[str]:
    """The pairs that marks order otherwise than Elo, both being sure."""
    found = []
    for one, other in combinations(elo, 2):
        for mine, theirs in zip(marks[one], marks[other], strict=True):
            if elo[one].low > elo[other].high and mine.high < theirs.low:
                found.append(f"{one} below {other}")
            if elo[other].low > elo[one].high and theirs.high < mine.low:
                found.append(f"{other} below {one}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--folder", type=Path, help="where games and exact values are kept")
    parser.add_argument("--scheme", type=Path)
    parser.add_argument("--no-elo", action="store_true")
    given = parser.parse_args()
    scheme = read_scheme(given.scheme) if given.scheme else parse_scheme(DEFAULT)
    with tempfile.TemporaryDirectory() as passing:
        folder = given.folder or Path(passing)
        hand_in(folder / "class")
        marks = marks_by_seed(folder, scheme, given.seeds)
    elo = {} if given.no_elo else elo_by_name(scheme.depth)
    print("| evaluator | Elo |", " | ".join(f"seed {seed}" for seed in given.seeds), "| farthest |")
    print("|---|---|" + "---|" * (len(given.seeds) + 1))
    by_mark = sorted(marks, key=lambda name: -mean(mark.value for mark in marks[name]))
    for name in by_mark:
        values = [mark.value for mark in marks[name]]
        cells = [f"{mark.value:.1f} ± {mark.error:.1f}" for mark in marks[name]]
        strength = f"{elo[name].value:+.0f} ± {elo[name].error:.0f}" if name in elo else ""
        farthest = max(abs(value - mean(values)) for value in values)
        print(f"| `{name}` | {strength} | {' | '.join(cells)} | {farthest:.1f} |")
    print("in another order than Elo:", ", ".join(wrong_order(marks, elo)) or "none")


if __name__ == "__main__":
    main()
