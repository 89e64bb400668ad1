"""Points for the outlook of a search of threats, fitted to the results of own games of gomoku.

    python tools/fit_outlook.py play games.jsonl --games 500 --nodes 3000 --seed 1
    python tools/fit_outlook.py fit games.jsonl …

A game is a line: its result for the first side, and the stones of both sides where the main line of
each search ended, which is what is judged in play. The fit is logistic, with the present points as
its prior; what a point is worth falls with the number of stones. The evaluator is kept as it is.
What `fit` prints belongs into `LINE_POINTS` and `PAIR_POINTS` of `search/threats/grid/points.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kinarow.arena.openings.even import drawn_nearby
from kinarow.evaluation import THREATS
from kinarow.game import VARIANTS, Position, Side
from kinarow.game.grid import bordered_grid
from kinarow.score import is_proven
from kinarow.search.limits import Limits
from kinarow.search.threats.grid.deepening import search_threats, shapes_on
from kinarow.search.threats.grid.points import LINE_POINTS, PAIR_POINTS, Made, decides
from kinarow.search.threats.options import ThreatOptions

Floats = NDArray[np.float64]

_SPEC: Final = VARIANTS["gomoku"].spec
_LINES: Final = (Made.FOUR, Made.THREE, Made.CLOSED_THREE, Made.TWO)
_PAIRS: Final = [pair for pair in combinations_with_replacement(_LINES, 2) if pair[1] < Made.FOUR]
_WORTHS: Final = [*((line,) for line in _LINES), *_PAIRS]
_LONGEST, _MOST_AHEAD = 130, 150
_STAGES: Final = (18, 24, 32, 44)
"""Numbers of stones from which on what a point is worth is estimated anew."""
_MAY_MOVE, _MAY_APPEAR = 0.5, 4.0
"""The prior's standard deviation: so much of what the points are now, and so many points more."""
_A_POSITION: Final = 0.25
"""Positions of a game have its result in common, so each counts for less than one."""
_FOLDS, _STEPS = 5, 12


def play(random: Random, nodes: int) -> dict[str, object] | None:
    """A game from a few stones near one another; None if these are not about even."""
    position = Position.start(_SPEC)
    for cell in drawn_nearby(_SPEC, random.randint(4, 10), random):
        if position.ending() is None:
            position = position.play(cell)
    if position.ending() is not None:
        return None
    if abs(search_threats(position, THREATS, Limits(nodes=nodes)).score) > _MOST_AHEAD:
        return None
    ends: list[tuple[int, int]] = []
    while position.plies < _LONGEST:
        found = search_threats(position, THREATS, Limits(nodes=random.randint(nodes // 2, nodes)))
        if is_proven(found.score):  # before a line is completed
            winner = position.mover if found.score > 0 else position.mover.other
            return {"result": float(winner is Side.FIRST), "ends": ends}
        end = position
        for cell in found.line:
            end = end.play(cell)
        ends.append((end.first, end.second))
        position = position.play(found.move)
    return {"result": 0.5, "ends": ends}


def counted_by_cross() -> Floats:
    """[cross]: how often each worth counts, by what a stone makes on the four lines; the first is
    not a number where the search would not have ended."""
    counts = np.zeros((1 << 12, len(_WORTHS)))
    for cross in range(1 << 12):
        lines = sorted((Made(min(cross >> 3 * i & 7, 6)) for i in range(4)), reverse=True)
        if decides(lines):
            counts[cross, 0] = np.nan
            continue
        for worth in [*((line,) for line in lines), *combinations(lines, 2)]:
            if worth in _WORTHS:
                counts[cross, _WORTHS.index(worth)] += 1
    return counts


def read(files: list[Path]) -> tuple[Floats, Floats, NDArray[np.int64], NDArray[np.int64]]:
    """What counts in each position (the evaluator's opinion, the move, then each worth for either
    role), the result for the side to move, the number of stones and the game."""
    by_cross = counted_by_cross()
    rows, results, stones, games = [], [], [], []
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    for number, game in enumerate(map(json.loads, lines)):
        for first, second in game["ends"]:
            position = Position(_SPEC, first, second)
            if position.ending() is not None:
                continue
            side, grid = position.mover, bordered_grid(position)
            crosses, empty = shapes_on(_SPEC, grid).crosses, np.flatnonzero(grid == 0)
            own = by_cross[crosses[2 * empty + side - 1]].sum(axis=0)
            other = by_cross[crosses[2 * empty + 2 - side]].sum(axis=0)
            opinion = float(THREATS.evaluate(position, side))
            row = np.concatenate([[opinion, 1.0], own, -other])
            if not np.isnan(row).any():
                rows.append(row)
                results.append(game["result"] if side is Side.FIRST else 1 - game["result"])
                stones.append(position.plies)
                games.append(number)
    return np.array(rows), np.array(results), np.array(stones), np.array(games)


def points_now(worth: tuple[Made, ...]) -> tuple[int, int]:
    """To the side to move, and to the other one."""
    if len(worth) == 1:
        return LINE_POINTS.get(worth[0], (0, 0))
    return PAIR_POINTS.get((worth[0], worth[1]), (0, 0))


def present() -> Floats:
    """The points as they are."""
    by_role = [[points_now(worth)[role] for worth in _WORTHS] for role in (0, 1)]
    return np.array([1.0, ThreatOptions().tempo, *by_role[0], *by_role[1]], dtype=np.float64)


def logistic(counts: Floats, results: Floats, prior: Floats, deviations: Floats) -> Floats:
    """The most likely weights, by Newton's method."""
    weights = prior.copy()
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-(counts @ weights)))
        slope = _A_POSITION * counts.T @ (likely - results) + (weights - prior) / deviations**2
        bend = _A_POSITION * (counts.T * (likely * (1 - likely))) @ counts
        weights = weights - np.linalg.solve(bend + np.diag(deviations**-2), slope)
    return weights


def loss(odds: Floats, results: Floats) -> Floats:
    return np.asarray(np.logaddexp(0, odds) - results * odds)


def by_stage(counts: Floats, results: Floats, stones: NDArray[np.int64], points: Floats) -> Floats:
    """What a point is worth in each position, as odds."""
    stage, worth = np.digitize(stones, _STAGES), np.zeros(len(results))
    for i in range(len(_STAGES) + 1):
        here = stage == i
        if here.any():
            scores = (counts[here] @ points)[:, np.newaxis]
            worth[here] = logistic(scores, results[here], np.array([0.004]), np.ones(1))[0]
    return worth


def fitted(counts: Floats, results: Floats) -> Floats:
    """Points that predict results better, not far from what they are."""
    now = present()
    deviations = _MAY_MOVE * np.abs(now) + _MAY_APPEAR
    deviations[0] = 1e-6  # the evaluator counts as it does
    return logistic(counts, results, now, deviations)


def fit(files: list[Path]) -> None:
    counts, results, stones, games = read(files)
    worth = by_stage(counts, results, stones, present())
    scaled = counts * worth[:, np.newaxis]
    unseen = np.zeros(len(results))
    for fold in range(_FOLDS):
        test = games % _FOLDS == fold
        unseen[test] = scaled[test] @ fitted(scaled[~test], results[~test])
    now = loss(scaled @ present(), results).mean()
    print(f"{len(results)} positions of {games.max() + 1} games")
    print(f"loss a position: {now:.4f} now, {loss(unseen, results).mean():.4f} cross-validated")
    points = fitted(scaled, results)
    print(f"tempo {points[1]:.0f}")
    for i, worth_of in enumerate(_WORTHS):
        name = " and ".join(made.name for made in worth_of)
        print(f"{name:28}{points[2 + i]:7.1f}{points[2 + len(_WORTHS) + i]:7.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if given.what == "fit":
        fit(given.files)
        return
    random, played = Random(f"outlook/{given.seed}"), 0
    with given.files[0].open("a", encoding="utf-8") as file:
        while played < given.games:
            game = play(random, given.nodes)
            if game is not None:
                played += 1
                print(json.dumps(game), file=file, flush=True)
                print(f"\r{played} of {given.games} games", end="", file=sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
