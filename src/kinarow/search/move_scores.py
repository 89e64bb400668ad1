"""What each move of a position is worth by a search, for the side to move."""

from __future__ import annotations

import threading
import time

from kinarow.evaluation import AnyEvaluator, Evaluating
from kinarow.game import Cell, Position, Side
from kinarow.score import Score, is_proven
from kinarow.search.decided import decided
from kinarow.search.limits import Limits
from kinarow.search.plainly import score_plainly
from kinarow.search.result import searchable


def move_scores(
    position: Position,
    evaluator: Evaluating,
    depth: int,
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> dict[Cell, Score] | None:
    """For each move its score at a depth, the move included; None if there was not the time.

    Leaves are judged for the side to move, as in a search of the position itself. A function that
    cannot be compiled is asked in plain Python.
    """
    judge = searchable(position, evaluator, depth)
    side = position.mover
    end = None if seconds is None else time.monotonic() + seconds
    scores: dict[Cell, Score] = {}
    for move in position.legal_moves():
        child = position.play(move)
        known = decided(child, side)
        if known is None and (depth == 1 or not child.legal_moves()):
            known = judge.evaluate(child, side)
        if known is None:
            left = None if end is None else max(0.001, end - time.monotonic())
            reached = _reached(child, judge, Limits(depth - 1, seconds=left), side, stop)
            if reached is None:
                return None
            known = -reached
        scores[move] = known
    return scores


def _reached(
    position: Position,
    evaluator: AnyEvaluator,
    limits: Limits,
    side: Side,
    stop: threading.Event | None,
) -> Score | None:
    """What the side to move reaches at the depth of the limits; None if there was not the time."""
    from kinarow.search.compiled_search import search

    assert limits.depth is not None
    if evaluator.why_not_compiled(position.spec):
        return score_plainly(position, evaluator, limits, side, stop)
    found = search(position, evaluator, limits, side=side, stop=stop)
    deepest = min(limits.depth, position.spec.cell_count - position.plies)
    return found.score if found.depth >= deepest or is_proven(found.score) else None
