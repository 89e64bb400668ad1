"""The exact solver beside bitbully's.

    pip install -e '.[bench]'
    python benchmarks/bench_solver.py [--sets FOLDER] [--hard]

Both solve the same positions in one run, on one core, without a book, each position with an empty
table of up to 64 MB; the last column is kinarow with its book. FOLDER holds files of `moves score`
lines, such as Pascal Pons' sets; without it, positions are made by seed. `--hard` adds positions of
eight stones and the empty board, which take bitbully minutes.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from pathlib import Path

import numpy as np

from kinarow.game import GameSpec, Position
from kinarow.solver import Solver
from kinarow.solver.drop.engine import DropSolver

SPEC = GameSpec.parse("connect4")
MOST = 1000

Set = tuple[list[str], list[int | None]]
"""Move strings, and their published scores where there are any."""


def random_moves(seed: random.Random, stones: int) -> str:
    """A random game of so many stones in which nobody has completed a line."""
    while True:
        position, moves = Position.start(SPEC), ""
        while len(moves) < stones:
            quiet = [m for m in position.legal_moves() if position.play(m).ending() is None]
            if not quiet:
                break
            move = seed.choice(quiet)
            moves += position.move_text(move)
            position = position.play(move)
        if len(moves) == stones:
            return moves


def made_by_seed(stones: range, count: int) -> Set:
    seed = random.Random(f"{stones}")
    return [random_moves(seed, seed.choice(stones)) for _ in range(count)], [None] * count


def sets_in(folder: Path) -> dict[str, Set]:
    sets: dict[str, Set] = {}
    for path in sorted(folder.glob("Test_*")):
        lines = [line.split() for line in path.read_text().splitlines()][:MOST]
        count = 300 if path.name.endswith("R2") and "L1" in path.name else len(lines)
        sets[path.name] = [moves for moves, _ in lines[:count]], [int(s) for _, s in lines[:count]]
    return sets


def ours(moves: list[str], solver: DropSolver) -> tuple[list[int], float, float]:
    """Scores, milliseconds and nodes a position."""
    positions = [Position.from_moves(text) for text in moves]
    first = np.array([position.first for position in positions], dtype=np.uint64)
    second = np.array([position.second for position in positions], dtype=np.uint64)
    begun = time.perf_counter()
    bounds, nodes = solver.prove_boards(first, second, fresh=True)
    seconds = time.perf_counter() - begun
    return bounds[:, 0].tolist(), 1000 * seconds / len(moves), float(nodes.mean())


def with_book(moves: list[str], solver: Solver) -> float:
    """Milliseconds a position."""
    seconds = 0.0
    for position in map(Position.from_moves, moves):
        solver.forget()
        begun = time.perf_counter()
        solver.solve(position)
        seconds += time.perf_counter() - begun
    return 1000 * seconds / len(moves)


def theirs(moves: list[str]) -> tuple[list[int], float, float]:
    from bitbully.bitbully_core import BitBullyCore, BoardCore

    core, scores, seconds, nodes = BitBullyCore(), [], 0.0, 0
    for text in moves:
        board = BoardCore()
        board.play([int(digit) - 1 for digit in text])
        core.resetTranspositionTable()
        core.resetNodeCounter()
        begun = time.perf_counter()
        scores.append(core.mtdf(board, first_guess=0))
        seconds += time.perf_counter() - begun
        nodes += core.getNodeCounter()
    return scores, 1000 * seconds / len(moves), nodes / len(moves)


def compare(sets: dict[str, Set]) -> None:
    solver, beside = DropSolver(SPEC), importlib.util.find_spec("bitbully") is not None
    ours(["112233"], solver)  # compiled before the clock starts, the table still small
    booked = Solver(SPEC)
    booked.solve(Position.start(SPEC))  # reads the book
    if not beside:
        print("bitbully is not installed (extra `bench`): kinarow alone")
    for name, (moves, published) in sets.items():
        scores, mine, nodes = ours(moves, solver)
        wrong = sum(a != b for a, b in zip(scores, published, strict=True) if b is not None)
        print(f"{name:<18}{len(moves):>6} positions {mine:>12.4f} ms{nodes:>12.0f} nodes"
              f"{nodes / mine / 1000:>6.1f} M/s", end="", flush=True)  # fmt: skip
        if beside:
            their_scores, other, other_nodes = theirs(moves)
            wrong += sum(a != b for a, b in zip(scores, their_scores, strict=True))
            print(f"   bitbully {other:>12.4f} ms{other_nodes:>12.0f} nodes: "
                  f"{other / mine:.1f} times as fast", end="")  # fmt: skip
        print(f"   with the book {with_book(moves, booked):>10.4f} ms", end="")
        print(f"   {wrong} DIFFER" if wrong else "", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=Path)
    parser.add_argument("--hard", action="store_true")
    options = parser.parse_args()
    sets = sets_in(options.sets) if options.sets else {
        "28 to 36 stones": made_by_seed(range(28, 37), MOST),
        "14 to 27 stones": made_by_seed(range(14, 28), MOST),
        "10 to 13 stones": made_by_seed(range(10, 14), 100),
    }  # fmt: skip
    if options.hard:
        sets["8 stones"] = made_by_seed(range(8, 9), 20)
        sets["the empty board"] = [""], [1]
    compare(sets)


if __name__ == "__main__":
    main()
