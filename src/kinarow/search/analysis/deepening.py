"""What the moves of a position are worth, each by a search of its own, a ply deeper each time.

A search finds the best move and of the others only that they are not better. Here each one is
searched on its own. On a large board without gravity only those that come into question are.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from kinarow.evaluation import Evaluating
from kinarow.game import Position
from kinarow.search.analysis.candidates import MOST, has_candidates, look_at_candidates
from kinarow.search.analysis.each_move import look_at_every_move
from kinarow.search.analysis.judged import Analysis
from kinarow.search.limits import Limits
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
    return look_at_every_move(position, judge, limits, stop)
