"""What the lab's worker processes do: generators that yield plain values as they find them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from kinarow.evaluation import AnyEvaluator
from kinarow.game import GameSpec, Position, Side
from kinarow.grading.review import review
from kinarow.players import Player
from kinarow.score import is_proven
from kinarow.search.move_scores import move_scores
from kinarow.search.tree import grow_tree
from kinarow.solver import Solver

Found = Iterator[dict[str, Any]]

_REVIEW_NODES = 20_000_000
_MEGABYTES = 64


def choose(player: Player, here: Position, seed: int, *, stop: threading.Event) -> Found:
    """A player's move."""
    del stop  # a move takes a moment
    player.new_game(seed)
    choice = player.choose(here)
    yield {
        "move": here.move_text(choice.move),
        "cell": choice.move.name,
        "score": choice.score,
        "reason": choice.reason,
        "depth": choice.depth,
        "nodes": choice.nodes,
    }


def look_ahead(
    evaluator: AnyEvaluator, here: Position, depth: int, seconds: float, *, stop: threading.Event
) -> Found:
    """What each move is worth by an evaluator, a ply deeper each time."""
    end = time.monotonic() + seconds
    for plies in range(1, depth + 1):
        left = max(0.01, end - time.monotonic())
        scores = move_scores(here, evaluator, plies, left, stop)
        if scores is None:
            return
        yield {
            "depth": plies,
            "scores": {here.move_text(move): score for move, score in scores.items()},
        }
        if all(map(is_proven, scores.values())):
            return


def solve_moves(here: Position, seconds: float, *, stop: threading.Event) -> Found:
    """The exact value of each move, as they are proven; null for one that was not in time."""
    solver, end = _solver(here.spec), time.monotonic() + seconds
    for move in sorted(here.legal_moves(), key=lambda m: abs(2 * m.column - here.spec.columns + 1)):
        child = here.after(move)
        left = end - time.monotonic()
        value = None
        if child.ending() is not None or left > 0:
            solution = solver.solve(child, seconds=max(0.01, left), stop=stop)
            exact = solution.bounds.exact
            value = -exact if exact is not None else None
        yield {"move": here.move_text(move), "exact": value}
        if stop.is_set():
            return


def review_game(line: list[Position], evaluator: AnyEvaluator, *, stop: threading.Event) -> Found:
    """A played game, move by move."""
    for reviewed in review(line, _solver(line[0].spec), _REVIEW_NODES, stop):
        child = reviewed.position.after(reviewed.move)
        yield {
            **reviewed.to_json(evaluator),
            "ply": child.plies,
            "cell": reviewed.move.name,
            "heuristic": evaluator.evaluate(child, Side.FIRST),
        }


def tree(here: Position, evaluator: AnyEvaluator, depth: int, *, stop: threading.Event) -> Found:
    """The search tree of a small depth."""
    del stop
    yield grow_tree(here, evaluator, depth).to_json(here)


@lru_cache(maxsize=4)
def _solver(spec: GameSpec) -> Solver:
    return Solver(spec, megabytes=_MEGABYTES)
