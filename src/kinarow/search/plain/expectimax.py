"""Expectimax: the opponent is taken to move at random, so its moves are averaged."""

from __future__ import annotations

import time
from fractions import Fraction

from kinarow.evaluation import Evaluating
from kinarow.evaluation.decimals import as_score, exact
from kinarow.game import Cell, Position
from kinarow.score import HEURISTIC_LIMIT
from kinarow.search.ordering import moves_in_order
from kinarow.search.plain.terminal import decided
from kinarow.search.result import SearchResult, searchable


def expectimax(position: Position, evaluator: Evaluating, depth: int) -> SearchResult:
    """The move of highest expectation against an opponent who moves at random.

    A won game is worth about as much as an opinion can be, a lost one as little, since they must
    have a size to be averaged; a sooner win is worth more, a sooner loss less.
    """
    judge = searchable(position, evaluator, depth)
    side, nodes, begun = position.mover, 0, time.perf_counter()

    def value(here: Position, depth: int) -> tuple[Fraction, Cell | None]:
        nonlocal nodes
        nodes += 1
        result = decided(here, side)
        if result is not None:
            size = HEURISTIC_LIMIT - here.plies
            return Fraction(size if result > 0 else -size), None
        moves = moves_in_order(here) if depth else []
        if not moves:
            return exact(judge.evaluate(here, side)), None
        scores = [value(here.play_bit(bit), depth - 1)[0] for bit in moves]
        if here.mover is not side:
            return sum(scores, Fraction(0)) / len(scores), None
        best = max(scores)
        return best, here.geometry.cell(moves[scores.index(best)])

    score, move = value(position, depth)
    assert move is not None
    seconds = time.perf_counter() - begun
    return SearchResult(position, move, as_score(score), (move,), depth, nodes, seconds=seconds)
