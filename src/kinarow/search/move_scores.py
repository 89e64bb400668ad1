"""What each move of a position is worth by a search, for the side to move."""

from __future__ import annotations

import threading
import time

from kinarow.evaluation import AnyEvaluator
from kinarow.game import Cell, Position
from kinarow.score import Score, is_proven
from kinarow.search.decided import decided
from kinarow.search.limits import Limits
from kinarow.search.result import check_searchable


def move_scores(
    position: Position,
    evaluator: AnyEvaluator,
    depth: int,
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> dict[Cell, Score] | None:
    """For each move its score at a depth, the move included; None if there was not the time.

    Leaves are judged for the side to move, as in a search of the position itself.
    """
    from kinarow.search.compiled import search

    check_searchable(position, depth)
    side = position.mover
    end = None if seconds is None else time.monotonic() + seconds
    scores: dict[Cell, Score] = {}
    for move in position.legal_moves():
        child = position.after(move)
        known = decided(child, side)
        if known is None and (depth == 1 or not child.legal_moves()):
            known = evaluator.evaluate(child, side)
        if known is None:
            left = None if end is None else max(0.001, end - time.monotonic())
            within = Limits(depth=depth - 1, seconds=left)
            found = search(child, evaluator, within, side=side, stop=stop)
            deepest = min(depth - 1, child.spec.cell_count - child.plies)
            if found.depth < deepest and not is_proven(found.score):
                return None
            known = -found.score
        scores[move] = known
    return scores
