"""Searching with a function that cannot be compiled: the readable alpha-beta, within limits."""

from __future__ import annotations

import threading
import time

from kinarow.evaluation import AnyEvaluator
from kinarow.game import Position, Side
from kinarow.score import Score
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.plain.alphabeta import alphabeta, alphabeta_by
from kinarow.search.result import SearchResult

_MOST_KNOWN = 200_000
"""Boards whose scores are kept: some hundred megabytes."""


class _SpentError(Exception):
    """The nodes or seconds of a search are used up, or nobody waits for it any more."""


class _Watched:
    """An evaluator that is asked only as long as there is something left to spend, and only once
    for a board that comes up again."""

    def __init__(
        self,
        evaluator: AnyEvaluator,
        limits: Limits,
        side: Side | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        self._evaluator, self._limits, self._side, self._stop = evaluator, limits, side, stop
        self._begun, self._leaves = time.monotonic(), 0
        self._known: dict[tuple[Position, Side], Score] = {}

    def evaluate(self, here: Position, side: Side) -> Score:
        """What the board is worth for a side; with a side of our own, as that one sees it."""
        self._leaves += 1
        seconds, nodes = self._limits.seconds, self._limits.nodes
        late = seconds is not None and time.monotonic() - self._begun > seconds
        stopped = self._stop is not None and self._stop.is_set()
        if late or stopped or (nodes is not None and self._leaves > nodes):
            raise _SpentError
        if self._side is None or side is self._side:
            return self._score(here, side)
        return -self._score(here, self._side)

    def _score(self, here: Position, side: Side) -> Score:
        known = self._known.get((here, side))
        if known is None:
            known = self._evaluator.evaluate(here, side)
            if len(self._known) < _MOST_KNOWN:
                self._known[here, side] = known
        return known


def search_plainly(
    position: Position,
    evaluator: AnyEvaluator,
    limits: Limits,
    stop: threading.Event | None = None,
) -> SearchResult:
    """The readable alpha-beta, deepening within the limits; always at least one ply."""
    watched = _Watched(evaluator, limits, stop=stop)
    deepest = deepest_of(position, limits)
    if limits.nodes is None and limits.seconds is None and stop is None:
        return alphabeta_by(position, watched.evaluate, deepest)
    best = alphabeta(position, evaluator, 1)
    for depth in range(2, deepest + 1):
        try:
            best = alphabeta_by(position, watched.evaluate, depth)
        except _SpentError:
            break
    return best


def search_to_depth(
    position: Position,
    evaluator: AnyEvaluator,
    limits: Limits,
    side: Side,
    stop: threading.Event | None = None,
) -> SearchResult | None:
    """The same to the depth of the limits, leaves judged for `side`; None if there was not the
    time."""
    watched = _Watched(evaluator, limits, side, stop)
    try:
        return alphabeta_by(position, watched.evaluate, deepest_of(position, limits))
    except _SpentError:
        return None
