"""What each move of a position is worth by a search, for the side to move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from kinarow.evaluation import AnyEvaluator, Evaluating
from kinarow.game import Cell, Position
from kinarow.score import Score, is_proven
from kinarow.search.analysis.judged import Analysis, Candidate, best_first
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.plain.limited import PlainSearch
from kinarow.search.plain.terminal import decided
from kinarow.search.result import SearchResult, searchable
from kinarow.work.budget import Budget

_LARGEST_TABLES = 22
"""Bits of the places in all tables together."""


class _Search(Protocol):
    def reach(self, depth: int) -> SearchResult | None: ...


class MoveSearches:
    """A search after each of some moves, all within one budget; it keeps what it knows from depth
    to depth. Leaves are judged for the side to move, as in a search of the position itself."""

    def __init__(
        self,
        position: Position,
        judge: AnyEvaluator,
        moves: Iterable[Cell],
        search_of: Callable[[Position], _Search],
        budget: Budget,
    ) -> None:
        self.position, self.budget, side = position, budget, position.mover
        self.scored: dict[Cell, Candidate] = {}
        self.searches: dict[Cell, _Search] = {}
        for move in moves:
            child = position.play(move)
            known = decided(child, side)
            if known is None and not child.legal_moves():
                known = judge.evaluate(child, side)
            if known is None:
                self.searches[move] = search_of(child)
            else:
                self.scored[move] = Candidate(move, known, 1, (move,))

    def look(self, moves: Iterable[Cell], depth: int) -> bool:
        """Look at these moves so deeply, themselves included; False if that was not finished."""
        for move in moves:
            answer = self.searches[move].reach(depth - 1)
            if answer is None:
                return False
            line = (move, *answer.line)
            self.scored[move] = Candidate(move, -answer.score, 1 + answer.depth, line)
        return True

    @property
    def analysis(self) -> Analysis:
        ordered = sorted(self.scored.values(), key=best_first)
        return Analysis(self.position, tuple(ordered), self.budget.spent)


def scores_at_once(evaluator: AnyEvaluator, position: Position) -> dict[Cell, Score]:
    """What each move is worth for the side to move, without looking further."""
    side, scores = position.mover, {}
    for move in position.legal_moves():
        child = position.play(move)
        known = decided(child, side)
        scores[move] = evaluator.evaluate(child, side) if known is None else known
    return scores


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
    """Every move at the depth of the limits, itself included; None if they did not suffice."""
    assert limits.depth is not None
    judge = searchable(position, evaluator, limits.depth)
    return next(look_at_every_move(position, judge, limits, stop, limits.depth), None)


def look_at_every_move(
    position: Position,
    judge: AnyEvaluator,
    limits: Limits,
    stop: threading.Event | None = None,
    first: int = 1,
) -> Iterator[Analysis]:
    """An analysis for each depth from the first one on, as they come. A function that cannot be
    compiled is asked in plain Python."""
    deepest, moves = deepest_of(position, limits), position.legal_moves()
    if stop and stop.is_set():
        return
    if first == 1:
        at_once = scores_at_once(judge, position).items()
        ordered = sorted((Candidate(m, s, 1, (m,)) for m, s in at_once), key=best_first)
        yield Analysis(position, tuple(ordered), len(moves))
        if deepest == 1 or all(is_proven(score) for _, score in at_once):
            return
    search_of = _searches(position, judge, deepest - 1)
    budget = limits.budget(stop)  # one ply, and to be ready for more, is no part of the time
    known = MoveSearches(position, judge, moves, lambda child: search_of(child, budget), budget)
    budget.spend(len(known.scored) + (len(moves) if first == 1 else 0))
    for depth in range(max(2, min(first, deepest)), max(2, deepest) + 1):
        if not known.look(known.searches, depth):
            return
        yield known.analysis
        if all(is_proven(one.score) for one in known.scored.values()):
            return


def _searches(
    position: Position, judge: AnyEvaluator, deepest: int
) -> Callable[[Position, Budget], _Search]:
    """What searches positions after a move so deeply; it is made ready here."""
    spec, side, plies = position.spec, position.mover, position.plies
    if judge.why_not_compiled(spec):
        return lambda child, budget: PlainSearch(child, judge, budget, side)
    from kinarow.search.deepening import engine_for, prepare
    from kinarow.search.engine import table_bits_for

    prepare(judge, spec, range(plies + 1, plies + deepest + 2))
    room = _LARGEST_TABLES - len(position.legal_moves()).bit_length()
    bits = min(table_bits_for(deepest), room)
    return lambda child, budget: engine_for(child, judge, deepest, budget, side, bits)
