"""Alpha-beta, readable: minimax that leaves out what cannot matter."""

from __future__ import annotations

import time
from collections.abc import Callable

from kinarow.evaluation import Evaluating
from kinarow.game import Cell, Position, Side
from kinarow.score import WIN, Score
from kinarow.search.ordering import moves_in_order
from kinarow.search.plain.terminal import decided
from kinarow.search.result import SearchResult, searchable


def alphabeta(position: Position, evaluator: Evaluating, depth: int) -> SearchResult:
    """The same move and score as `minimax`, from far fewer positions.

    `low` is what the searching side has already secured elsewhere, `high` what the opponent has;
    a node whose score leaves that window will be avoided by one of them, so its other moves need
    no look.
    """
    return alphabeta_by(position, searchable(position, evaluator, depth).evaluate, depth)


def alphabeta_by(
    position: Position, evaluate: Callable[[Position, Side], Score], depth: int
) -> SearchResult:
    """As `alphabeta`, for whatever says what a position is worth for a side."""
    side, begun = position.mover, time.perf_counter()
    nodes = cutoffs = 0

    def value(
        here: Position, depth: int, low: Score, high: Score
    ) -> tuple[Score, tuple[Cell, ...]]:
        nonlocal nodes, cutoffs
        nodes += 1
        score = decided(here, side)
        if score is not None:
            return score, ()
        moves = moves_in_order(here) if depth else []
        if not moves:
            return evaluate(here, side), ()
        maximising = here.mover is side
        best: Score = -WIN if maximising else WIN
        best_line: tuple[Cell, ...] = ()
        for bit in moves:
            score, line = value(here.play_bit(bit), depth - 1, low, high)
            if score > best if maximising else score < best:
                best, best_line = score, (here.geometry.cell(bit), *line)
            if maximising:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                cutoffs += 1
                break
        return best, best_line

    score, line = value(position, depth, -WIN, WIN)
    seconds = time.perf_counter() - begun
    return SearchResult(position, line[0], score, line, depth, nodes, cutoffs, seconds=seconds)
