"""What each move of a position is worth by a search, for the side to move."""

from __future__ import annotations

import threading

from kinarow.evaluation import AnyEvaluator, Evaluating
from kinarow.game import Cell, Position, Side
from kinarow.native.working_time import working_time
from kinarow.score import Score, is_proven
from kinarow.search.analysis.judged import Analysis, Candidate, best_first
from kinarow.search.limits import Limits
from kinarow.search.plain.limited import search_to_depth
from kinarow.search.plain.terminal import decided
from kinarow.search.result import SearchResult, searchable


def move_scores(position: Position, evaluator: Evaluating, depth: int) -> dict[Cell, Score]:
    """For each move its score at a depth, the move included."""
    found = score_every_move(position, evaluator, Limits(depth))
    assert found is not None
    return {one.move: one.score for one in found.candidates}


def score_every_move(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    stop: threading.Event | None = None,
) -> Analysis | None:
    """Every move at the depth of the limits, itself included; None if they did not suffice.

    Leaves are judged for the side to move, as in a search of the position itself. A function that
    cannot be compiled is asked in plain Python.
    """
    assert limits.depth is not None
    judge = searchable(position, evaluator, limits.depth)
    side = position.mover
    end = None if limits.seconds is None else working_time() + limits.seconds
    found: list[Candidate] = []
    nodes = 0
    for move in position.legal_moves():
        child = position.play(move)
        known = decided(child, side)
        if known is None and (limits.depth == 1 or not child.legal_moves()):
            known = judge.evaluate(child, side)
        if known is not None:
            nodes += 1
            found.append(Candidate(move, known, 1, (move,)))
            continue
        nodes_left = None if limits.nodes is None else limits.nodes - nodes
        if nodes_left is not None and nodes_left < 1:
            return None
        seconds_left = None if end is None else max(0.001, end - working_time())
        left = Limits(limits.depth - 1, nodes_left, seconds_left)
        answer = _answer(child, judge, left, side, stop)
        if answer is None:
            return None
        nodes += answer.nodes
        found.append(Candidate(move, -answer.score, 1 + answer.depth, (move, *answer.line)))
    return Analysis(position, tuple(sorted(found, key=best_first)), nodes)


def _answer(
    position: Position,
    evaluator: AnyEvaluator,
    limits: Limits,
    side: Side,
    stop: threading.Event | None,
) -> SearchResult | None:
    """What the other side reaches at the depth of the limits; None if they did not suffice."""
    from kinarow.search.deepening import search

    assert limits.depth is not None
    if evaluator.why_not_compiled(position.spec):
        return search_to_depth(position, evaluator, limits, side, stop)
    found = search(position, evaluator, limits, side=side, stop=stop)
    deepest = min(limits.depth, position.spec.cell_count - position.plies)
    return found if found.depth >= deepest or is_proven(found.score) else None
