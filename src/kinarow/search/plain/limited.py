"""Searching with a function that cannot be compiled: the readable alpha-beta, within limits."""

from __future__ import annotations

import threading

from kinarow.evaluation import AnyEvaluator
from kinarow.game import Position, Side
from kinarow.score import Score
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.plain.alphabeta import alphabeta, alphabeta_by
from kinarow.search.result import SearchResult
from kinarow.work.budget import Budget

_MOST_KNOWN = 200_000
"""Boards whose scores are kept: some hundred megabytes."""


class _SpentError(Exception):
    """The budget of a search is used up, or nobody waits for it any more."""


class PlainSearch:
    """A search by an evaluator that is asked only as long as there is something left to spend, and
    only once for a board that comes up again. Leaves are judged for `side`, or as each sees them;
    they are what is counted."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        budget: Budget,
        side: Side | None = None,
    ) -> None:
        self.position, self._evaluator, self._budget, self._side = position, evaluator, budget, side
        self._known: dict[tuple[Position, Side], Score] = {}

    def reach(self, depth: int) -> SearchResult | None:
        """The result of a depth; None if it was stopped before."""
        try:
            return alphabeta_by(self.position, self._evaluate, depth)
        except _SpentError:
            return None

    def _evaluate(self, here: Position, side: Side) -> Score:
        if self._budget.is_spent:
            raise _SpentError
        self._budget.spend(1)
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
    search = PlainSearch(position, evaluator, limits.budget(stop))
    deepest, best = deepest_of(position, limits), None
    if limits.nodes is None and limits.seconds is None and stop is None:
        best = search.reach(deepest)
    if best is None:
        best = alphabeta(position, evaluator, 1)
        for depth in range(2, deepest + 1):
            found = search.reach(depth)
            if found is None:
                break
            best = found
    return best
