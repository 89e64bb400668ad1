"""What the compiled searches have in common: one search of a position, to ever greater depths."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.game import Cell, Position, Side
from kinarow.native.working_time import working_time
from kinarow.score import Score, loss_at, win_at
from kinarow.search.constants_kernel import CONTROL_SIZE, NODE_LIMIT, WON
from kinarow.search.limits import Limits
from kinarow.search.ordering import moves_in_order, tries_only_nearby
from kinarow.search.plain.terminal import decided
from kinarow.search.result import SearchResult

SMALLEST_TABLE, LARGEST_TABLE = 12, 20
_NO_NODE_LIMIT = 2**62


def control_of(limits: Limits) -> NDArray[np.int64]:
    """What tells a kernel to stop, with no node counted yet."""
    control = np.zeros(CONTROL_SIZE, dtype=np.int64)
    control[NODE_LIMIT] = limits.nodes or _NO_NODE_LIMIT
    return control


def table_bits_for(deepest: int) -> int:
    """A table that fits the caches is quicker, and a shallow search needs no more."""
    return min(max(SMALLEST_TABLE, deepest + 4), LARGEST_TABLE)


class SearchCounts(NamedTuple):
    """What a search has done so far."""

    nodes: int
    cutoffs: int
    table_hits: int


class SearchEngine(ABC):
    """One search: the memory that a kernel works on."""

    def __init__(self, position: Position, evaluator: AnyEvaluator, side: Side) -> None:
        self.position, self.evaluator, self.side = position, evaluator, side
        self.seconds = 0.0
        """What all depths so far took."""
        self.form: CompiledForm | None = None
        """The evaluator's tables for the leaves of the last search."""

    @abstractmethod
    def run(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        """The value of the position and the best line; None if the search was stopped."""

    @abstractmethod
    def counted(self) -> SearchCounts: ...

    def form_at(self, depth: int) -> CompiledForm | None:
        """Weights depend on the stage of the game, and all leaves of a search are at the same."""
        spec = self.position.spec
        stage = self.evaluator.stage_of(self.position.plies + depth, spec.cell_count)
        return self.evaluator.tables(spec, stage)

    def search(self, depth: int) -> SearchResult | None:
        before, begun = self.counted().nodes, working_time()
        found = self.run(depth)
        self.seconds += working_time() - begun
        if found is None:
            return None
        score, line, counted = self._score(found[0]), found[1], self.counted()
        if depth > 1 and score == loss_at(self.position.plies + 2):
            line = self._line_of_a_lost_position()
        return SearchResult(
            position=self.position,
            move=line[0],
            score=score,
            line=line,
            depth=depth,
            nodes=counted.nodes,
            nodes_at_depth=counted.nodes - before,
            cutoffs=counted.cutoffs,
            table_hits=counted.table_hits,
            only_nearby=tries_only_nearby(self.position.spec),
            seconds=self.seconds,
        )

    def without_search(self, left_out: Container[Cell] = ()) -> SearchResult:
        """Where no depth could be finished: the first move in order, by the board as it is."""
        in_order = map(self.position.geometry.cell, moves_in_order(self.position))
        move = next(move for move in in_order if move not in left_out)
        sign = 1 if self.side is self.position.mover else -1
        score = sign * self.evaluator.evaluate(self.position, self.side)
        return SearchResult(
            self.position, move, score, (move,), 0, self.counted().nodes,
            only_nearby=tries_only_nearby(self.position.spec), seconds=self.seconds,
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

    def _score(self, value: int) -> Score:
        if value > WON // 2 + WON // 4:
            return win_at(WON - value)
        if value < -(WON // 2 + WON // 4):
            return loss_at(WON + value)
        if self.form is not None:
            return self.form.score(value)
        # A user's float by its order (`board_kernel.order_of`).
        size = float(np.array([abs(value)], dtype=np.int64).view(np.float64)[0])
        return -size if value < 0 else size
