"""A search of threats with gravity doubts the move that it has found.

What is left of its nodes goes into questions that are answered by looking to the end of the game,
which costs less than to solve it: does a move that seems good win, does any other one hold the
draw? Where the answer is no, the rest of the moves is searched again. A move that is known to hold
the draw is not the last word: does any move win?

This module imports numba: import it only where it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from kinarow.evaluation import Evaluator, k
from kinarow.evaluation.terms import Windows
from kinarow.game import Cell, Position
from kinarow.score import Score, is_proven
from kinarow.search.ordering import moves_in_order
from kinarow.search.result import SearchResult
from kinarow.work.budget import Budget
from kinarow.work.working_time import working_time

if TYPE_CHECKING:
    from kinarow.search.threats.drop.deepening import DropThreatEngine

_LOSS_OR_NOT, _WIN_OR_NOT = -1, 0


NO_OPINION: Final = Evaluator("no-opinion", Windows(own={k - 1: 0}, opponent={k - 1: 0}))
"""Whoever looks to the end judges nothing on the way."""


def doubted(
    engine: DropThreatEngine, found: SearchResult, budget: Budget
) -> Iterator[SearchResult]:
    """What becomes of a result, as it changes, until it is proven or the budget, which that of the
    search is a part of, is used up."""
    doubt = _Doubt(engine, found, budget)
    while True:
        result = doubt.favourite()
        yield doubt.so_far(result)
        if is_proven(result.score) or result.position.play(result.move).ending() is not None:
            return
        answer = doubt.ask(result)
        if answer is None:
            yield doubt.so_far(result)
            return
        if answer.is_confirmed:
            result = replace(result, score=answer.score)
            yield doubt.so_far(result)
            if not is_proven(result.score):
                yield doubt.so_far(doubt.winning(result) or result)
            return
        doubt.correct(result, answer.score)


class _Answer(NamedTuple):
    """Whether a move is as good as it seemed, and what it is worth at least, or at most if not."""

    is_confirmed: bool
    score: Score


class _Doubt:
    """What is known of the moves, and the nodes it took."""

    def __init__(self, engine: DropThreatEngine, found: SearchResult, whole: Budget) -> None:
        nodes = None if whole.nodes is None else whole.nodes - found.nodes
        self.engine, self.budget = engine, Budget(nodes, whole.seconds_left, whole.stop)
        self.depth, self.nodes = found.depth, found.nodes
        self.begun = working_time() - found.seconds
        self.corrected: dict[Cell, SearchResult] = {}
        """Of moves that were asked about: with what they are worth at most."""
        self.of_the_rest: SearchResult | None = found
        """What the search thinks of all others; None if there are none but those that lose."""

    def so_far(self, result: SearchResult) -> SearchResult:
        nodes, seconds = self.nodes + self.budget.spent, working_time() - self.begun
        return replace(result, nodes=nodes, seconds=seconds)

    def favourite(self) -> SearchResult:
        known = max(self.corrected.values(), key=lambda result: result.score, default=None)
        rest = self.of_the_rest
        if known is None or (rest is not None and rest.score > known.score):
            assert rest is not None
            return rest
        return known

    def ask(self, result: SearchResult) -> _Answer | None:
        """Whether a move that is thought to win does, or whether another one does not lose; None
        where there are not enough nodes to tell."""
        question = _LOSS_OR_NOT if result.score > 0 else _WIN_OR_NOT
        return self._answer(result.position.play(result.move), question)

    def winning(self, held: SearchResult) -> SearchResult | None:
        """A move that wins where one is known to hold the draw; None if there is none, or not
        enough nodes to tell. Those that were corrected do not win."""
        others = map(self.engine.position.geometry.cell, moves_in_order(held.position))
        for move in dict.fromkeys((held.move, *others)):
            child = held.position.play(move)
            if move in self.corrected or child.ending() is not None:
                continue
            answer = self._answer(child, _LOSS_OR_NOT)
            if answer is None:
                return None
            if answer.is_confirmed:
                return replace(held, move=move, line=(move,), score=answer.score)
        return None

    def _answer(self, child: Position, question: int) -> _Answer | None:
        """Whether a position is worth no more than that to the side to move; None where there are
        not enough nodes to tell."""
        if self.budget.nodes_left == 0:
            return None
        score = self.engine.looking_to_the_end(child, NO_OPINION, self.budget).bound(question)
        return None if score is None else _Answer(score <= question, -score)

    def correct(self, result: SearchResult, score: Score) -> None:
        """Take a move for what it is, and search the others, if it was their best."""
        self.corrected[result.move] = replace(result, score=score)
        if self.of_the_rest is None or self.of_the_rest.move != result.move:
            return
        self.of_the_rest = self.engine.best_but_for(self.corrected, self.depth, self.budget)
