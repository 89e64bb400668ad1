"""Minimax, the short and readable oracle of every faster search."""

from __future__ import annotations

import time

from kinarow.evaluation import Evaluating
from kinarow.game import Cell, Position
from kinarow.score import Score
from kinarow.search.ordering import moves_in_order
from kinarow.search.plain.terminal import decided
from kinarow.search.result import SearchResult, searchable


def minimax(position: Position, evaluator: Evaluating, depth: int) -> SearchResult:
    """Look `depth` plies ahead at everything; of equal moves the first in order is chosen."""
    judge = searchable(position, evaluator, depth)
    side, begun = position.mover, time.perf_counter()
    nodes = 0

    def value(here: Position, depth: int) -> tuple[Score, tuple[Cell, ...]]:
        nonlocal nodes
        nodes += 1
        score = decided(here, side)
        if score is not None:
            return score, ()
        moves = moves_in_order(here) if depth else []
        if not moves:
            return judge.evaluate(here, side), ()
        best: tuple[Score, tuple[Cell, ...]] | None = None
        for bit in moves:
            score, line = value(here.play_bit(bit), depth - 1)
            if best is None or (score > best[0] if here.mover is side else score < best[0]):
                best = score, (here.geometry.cell(bit), *line)
        assert best is not None
        return best

    score, line = value(position, depth)
    seconds = time.perf_counter() - begun
    return SearchResult(position, line[0], score, line, depth, nodes, seconds=seconds)
