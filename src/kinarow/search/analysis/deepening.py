"""What the moves of a position are worth, each by a search of its own, a ply deeper each time.

A search finds the best move and of the others only that they are not better. Here each one is
searched on its own. On a large board without gravity only those that come into question are.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

from kinarow.evaluation import AnyEvaluator, Evaluating
from kinarow.game import Position
from kinarow.native.working_time import working_time
from kinarow.score import is_proven
from kinarow.search.analysis.candidates import MOST, has_candidates, look_at_candidates
from kinarow.search.analysis.each_move import score_every_move
from kinarow.search.analysis.judged import Analysis
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.result import searchable


def analyse_deepening(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    *,
    most: int = MOST,
    stop: threading.Event | None = None,
) -> Iterator[Analysis]:
    """An analysis for each depth, as they come; none if it was stopped before the first was done.
    So many moves at most, where not all are looked at."""
    judge = searchable(position, evaluator, 1)
    if has_candidates(position.spec, judge):
        return look_at_candidates(position, judge, limits, most, stop)
    return _look_at_every_move(position, judge, limits, stop)


def _look_at_every_move(
    position: Position, judge: AnyEvaluator, limits: Limits, stop: threading.Event | None
) -> Iterator[Analysis]:
    deepest = deepest_of(position, limits)
    begun, nodes = working_time(), 0
    for depth in range(1, deepest + 1):
        if depth == 2:  # one ply needs no search; to be ready for one is no part of the time
            _get_ready(position, judge, deepest)
            begun = working_time()
        left = replace(limits, depth=depth)
        if limits.seconds is not None:
            left = replace(left, seconds=max(0.001, limits.seconds - (working_time() - begun)))
        if limits.nodes is not None:
            left = replace(left, nodes=max(1, limits.nodes - nodes))
        found = None if stop and stop.is_set() else score_every_move(position, judge, left, stop)
        if found is None:
            return
        nodes += found.nodes
        yield replace(found, nodes=nodes)
        if all(is_proven(one.score) for one in found.candidates):
            return


def _get_ready(position: Position, judge: AnyEvaluator, deepest: int) -> None:
    if judge.why_not_compiled(position.spec):
        return
    from kinarow.search.deepening import prepare

    prepare(judge, position.spec, range(position.plies + 1, position.plies + deepest + 1))
