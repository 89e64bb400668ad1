"""What the compiled searches have in common: one search of a position, to ever greater depths."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterator
from typing import ClassVar, NamedTuple, TypeVar

import numpy as np

from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.game import Cell, Position, Side
from kinarow.score import WON, Score, is_proven, loss_at, of_kernel
from kinarow.search.constants_kernel import CONTROL_SIZE, NODE_LIMIT, NODES, STOP, TABLE_HITS
from kinarow.search.ordering import moves_in_order, tries_only_nearby
from kinarow.search.plain.terminal import decided
from kinarow.search.result import SearchResult
from kinarow.work.budget import Budget
from kinarow.work.working_time import working_time

SMALLEST_TABLE, LARGEST_TABLE = 12, 20
_NO_NODE_LIMIT = 2**62

Result = TypeVar("Result")


def table_bits_for(deepest: int) -> int:
    """A table that fits the caches is quicker, and a shallow search needs no more."""
    return min(max(SMALLEST_TABLE, deepest + 4), LARGEST_TABLE)


class SearchCounts(NamedTuple):
    """What a search has done so far."""

    nodes: int
    cutoffs: int
    table_hits: int


class SearchEngine(ABC):
    """One search: the memory that a kernel works on. Leaves are judged for `side`, the one to move
    unless it is said; what the search takes comes out of its budget."""

    won: ClassVar[int] = WON
    """What its kernel takes for a win."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        deepest: int,
        budget: Budget,
        side: Side | None = None,
    ) -> None:
        self.position, self.evaluator, self.side = position, evaluator, side or position.mover
        self.deepest, self.budget = deepest, budget
        self.control = np.zeros(CONTROL_SIZE, dtype=np.int64)
        self.found: SearchResult | None = None
        """What came out last."""
        self.is_stopped = self.is_exact = False
        """Whether the last depth was not finished; whether looking further cannot change it."""
        self.seconds = 0.0
        """What all depths so far took."""
        self.only_nearby = tries_only_nearby(position.spec)
        self.form: CompiledForm | None = None
        """The evaluator's tables for the leaves of the last search."""

    @abstractmethod
    def run(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        """The value of the position and the best line; None if the search was stopped. One that has
        some use for an unfinished depth says with these that it `is_stopped`."""

    def counted(self) -> SearchCounts:
        return SearchCounts(*self.control[NODES : TABLE_HITS + 1].tolist())

    def limit_nodes(self, nodes: int) -> None:
        """Let the search end after so many nodes, those before included."""
        self.control[NODE_LIMIT] = nodes

    def form_at(self, depth: int) -> CompiledForm | None:
        """Weights depend on the stage of the game, and all leaves of a search are at the same."""
        spec = self.position.spec
        stage = self.evaluator.stage_of(self.position.plies + depth, spec.cell_count)
        return self.evaluator.tables(spec, stage)

    def deepen(self, deepest: int) -> Iterator[SearchResult]:
        """A result for each depth, up to one that was stopped or that looking further cannot
        change."""
        for depth in range(1, deepest + 1):
            result = self.search(depth)
            if result is not None:
                yield result
            if result is None or self.is_stopped or self.is_exact:
                return

    def results(self) -> Iterator[SearchResult]:
        """The same, as deep as it may look; at least one, however little it may take."""
        yield from self.deepen(self.deepest)
        if self.found is None:
            yield self.without_search()

    def reach(self, depth: int) -> SearchResult | None:
        """The result of a depth, or of the one from which on looking further cannot change it; None
        if it was stopped."""
        for deeper in range(depth if self.found else 1, depth + 1):
            if not self.is_exact and (self.search(deeper) is None or self.is_stopped):
                return None
        return self.found

    def search(self, depth: int) -> SearchResult | None:
        before, begun = self.counted().nodes, working_time()
        found = self.within_budget(lambda: self.run(depth))
        self.seconds += working_time() - begun
        if found is None:
            return None
        score, line, counted = self.score_of(found[0]), found[1], self.counted()
        self.is_exact |= is_proven(score) and not self.is_stopped
        if depth > 1 and score == loss_at(self.position.plies + 2):
            line = self._line_of_a_lost_position()
        self.found = SearchResult(
            position=self.position,
            move=line[0],
            score=score,
            line=line,
            depth=depth - self.is_stopped,
            nodes=counted.nodes,
            nodes_at_depth=counted.nodes - before,
            cutoffs=counted.cutoffs,
            table_hits=counted.table_hits,
            only_nearby=self.only_nearby,
            seconds=self.seconds,
        )
        return self.found

    def within_budget(self, work: Callable[[], Result]) -> Result:
        """What comes of the kernel's work, which is stopped when there is nothing left to spend."""
        before, budget = self.counted().nodes, self.budget
        left = _NO_NODE_LIMIT if budget.nodes is None else budget.nodes - budget.spent
        self.limit_nodes(max(0, before + left))
        self.control[STOP] = budget.is_over
        with budget.watched(self._stop):
            found = work()
        budget.spend(self.counted().nodes - before)
        return found

    def _stop(self) -> None:
        self.control[STOP] = 1

    def without_search(self, left_out: Container[Cell] = ()) -> SearchResult:
        """Where no depth could be finished: the first move in order, by the board as it is."""
        in_order = map(self.position.geometry.cell, moves_in_order(self.position))
        move = next(move for move in in_order if move not in left_out)
        sign = 1 if self.side is self.position.mover else -1
        score = sign * self.evaluator.evaluate(self.position, self.side)
        return SearchResult(
            self.position, move, score, (move,), 0, self.counted().nodes,
            only_nearby=self.only_nearby, seconds=self.seconds,
        )  # fmt: skip

    def _line_of_a_lost_position(self) -> tuple[Cell, Cell]:
        """Where every move loses at once, the kernel looks only at one that parries a threat; the
        first in order is as good."""
        move = moves_in_order(self.position)[0]
        child = self.position.play_bit(move)
        reply = next(
            bit for bit in moves_in_order(child) if decided(child.play_bit(bit), child.mover)
        )
        return self.position.geometry.cell(move), self.position.geometry.cell(reply)

    def score_of(self, value: int) -> Score:
        """The score that the kernel means."""
        proven = of_kernel(value, self.won)
        if proven is not None:
            return proven
        if self.form is not None:
            return self.form.score(value)
        # A user's float by its order (`board_kernel.order_of`).
        size = float(np.array([abs(value)], dtype=np.int64).view(np.float64)[0])
        return -size if value < 0 else size

    def cell_at(self, number: int) -> Cell:
        """Cells are numbered along the rows from the bottom left."""
        row, column = divmod(number, self.position.spec.columns)
        return Cell(column, row)
