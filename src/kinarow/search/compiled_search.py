"""The compiled search: iterative deepening around the kernel.

This module imports numpy and, with the first search, numba: import it only where it is needed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import EvaluatorError
from kinarow.evaluation import OPEN_LINES, AnyEvaluator, Evaluating
from kinarow.evaluation.compiled import CompiledForm
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.native.watch import Watch
from kinarow.score import Score, is_proven, loss_at, win_at
from kinarow.search.arrays import (
    board_arrays,
    fits_word,
    frames_arrays,
    function_of,
    images_of,
    judge_arrays,
    layout,
    table_arrays,
    zobrist_words,
)
from kinarow.search.decided import decided
from kinarow.search.limits import DEEPEST, Limits
from kinarow.search.ordering import moves_in_order, tries_only_nearby
from kinarow.search.result import SearchResult, searchable

_SMALLEST_TABLE, _LARGEST_TABLE = 12, 20
_NO_NODE_LIMIT = 2**62


def prepare(evaluator: AnyEvaluator, spec: GameSpec, stones: Iterable[int] | None = None) -> None:
    """Do what is done once for an evaluator on a board, so that no clock runs meanwhile: load the
    kernels, or compile them the first time, and pack the evaluator for boards with so many stones;
    by default with any number of them."""
    _load_kernels()
    layout(spec)
    zobrist_words(spec, images_of(evaluator, spec))
    function_of(evaluator, spec)
    counts = range(spec.cell_count + 1) if stones is None else stones
    for stage in {evaluator.stage_of(count, spec.cell_count) for count in counts}:
        evaluator.tables(spec, stage)


@lru_cache(maxsize=1)
def _load_kernels() -> None:
    """Some are loaded, or compiled, when they are first called. This calls them all: there is a
    stone on the board, and only cells near it are tried."""
    position, limits = Position.from_moves("e5", "place:9x9:5"), Limits(depth=1)
    _Engine(position, OPEN_LINES, limits, position.mover, True, control_of(limits)).search(1)


def search(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    *,
    side: Side | None = None,
    use_table: bool = True,
    stop: threading.Event | None = None,
) -> SearchResult:
    """The result of the deepest search within the limits; the move is always a legal one."""
    *_, last = search_deepening(
        position, evaluator, limits, side=side, use_table=use_table, stop=stop
    )
    return last


def search_deepening(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    *,
    side: Side | None = None,
    use_table: bool = True,
    stop: threading.Event | None = None,
) -> Iterator[SearchResult]:
    """A result for each depth, as they come; at least one, however tight the limits are.

    Leaves are judged for `side`, by default the side to move; scores are for the side to move in
    either case. `stop`, set by another thread, ends the search within milliseconds.
    """
    judge = searchable(position, evaluator, 1)
    depths = range(1, _deepest(position, limits) + 1)
    prepare(judge, position.spec, (position.plies + depth for depth in depths))
    from kinarow.search import kernel

    control = control_of(limits)

    def tell() -> None:
        control[kernel.STOP] = 1

    # The clock runs while the arrays of this position are made: that is part of every move.
    with Watch(tell, limits.seconds, stop):
        engine = _Engine(position, judge, limits, side or position.mover, use_table, control)
        found = False
        for depth in depths:
            result = engine.search(depth)
            if result is None:
                break
            found = True
            yield result
            if is_proven(result.score):
                break  # looking further cannot change it
        if not found:
            yield engine.without_search()


def control_of(limits: Limits) -> NDArray[np.int64]:
    """What tells a kernel to stop, with no node counted yet."""
    from kinarow.search import kernel

    control = np.zeros(kernel.CONTROL_SIZE, dtype=np.int64)
    control[kernel.NODE_LIMIT] = limits.nodes or _NO_NODE_LIMIT
    return control


def _deepest(position: Position, limits: Limits) -> int:
    """No line is longer than the board has empty cells."""
    return min(limits.depth or DEEPEST, position.spec.cell_count - position.plies)


class _Engine:
    """One search: the arrays that the kernel works on."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        limits: Limits,
        side: Side,
        use_table: bool,
        control: NDArray[np.int64],
    ) -> None:
        from kinarow.search import kernel, state_kernel

        self.position, self.evaluator, self.side = position, evaluator, side
        self.kernel = kernel
        self.only_nearby = tries_only_nearby(position.spec)
        deepest = _deepest(position, limits)
        shared = images_of(evaluator, position.spec)
        self.board = board_arrays(position, shared, self.only_nearby)
        self.function = function_of(evaluator, position.spec)
        # A table that fits the caches is quicker, and a shallow search needs no more.
        table_bits = min(max(_SMALLEST_TABLE, deepest + 4), _LARGEST_TABLE) if use_table else 0
        self.setup = state_kernel.Setup(
            width=position.spec.columns + 2,
            target=position.spec.target,
            exact=int(position.spec.exact),
            gravity=int(position.spec.gravity),
            cells=position.spec.cell_count,
            root_side=int(position.mover),
            judge_side=int(side),
            root_stones=position.plies,
            only_nearby=int(self.only_nearby),
            fits_word=int(fits_word(position.spec)),
            is_user=int(evaluator.board_function(position.spec) is not None),
            trap_weight=0,
            table_bits=table_bits,
        )
        self.table = table_arrays(position.spec, shared, table_bits)
        self.frames = frames_arrays(deepest + 2, position.spec)
        self.control = control
        self.seconds = 0.0
        """What all depths so far took."""
        self.judges: dict[CompiledForm, Any] = {}
        self.judge = judge_arrays(None, position, side)

    def search(self, depth: int) -> SearchResult | None:
        kernel, control = self.kernel, self.control
        before, begun = int(control[kernel.NODES]), time.perf_counter()
        self._judge_leaves_at(depth)
        try:
            status = kernel.search(
                depth, self.setup, self.board, self.judge, self.table, self.frames, control,
                self.function,
            )  # fmt: skip
        except Exception as error:  # what a user's compiled function raises
            raise EvaluatorError(
                f"{self.evaluator.name}: compiled, it raised {type(error).__name__}: {error}"
            ) from None
        self.seconds += time.perf_counter() - begun
        if control[kernel.FAULT]:
            raise EvaluatorError(f"{self.evaluator.name} returned nan, which is not a number")
        if status != kernel.DONE:
            return None
        length = int(self.frames.line_lengths[0])
        line = tuple(self._cell(int(cell)) for cell in self.frames.lines[0, :length])
        score = self._score(int(self.frames.best[0]))
        if depth > 1 and score == loss_at(self.position.plies + 2):
            line = self._line_of_a_lost_position()
        return SearchResult(
            position=self.position,
            move=line[0],
            score=score,
            line=line,
            depth=depth,
            nodes=int(control[kernel.NODES]),
            nodes_at_depth=int(control[kernel.NODES]) - before,
            cutoffs=int(control[kernel.CUTOFFS]),
            table_hits=int(control[kernel.TABLE_HITS]),
            only_nearby=self.only_nearby,
            seconds=self.seconds,
        )

    def _judge_leaves_at(self, depth: int) -> None:
        """Weights depend on the stage of the game, and all leaves of a search are at the same."""
        spec = self.position.spec
        stage = self.evaluator.stage_of(self.position.plies + depth, spec.cell_count)
        self.form = form = self.evaluator.tables(spec, stage)
        if form is None:
            return
        if form not in self.judges:
            self.judges[form] = judge_arrays(form, self.position, self.side)
        self.judge = self.judges[form]
        self.setup = self.setup._replace(trap_weight=form.trap_weight)

    def _line_of_a_lost_position(self) -> tuple[Cell, Cell]:
        """Where every move loses at once, the kernel looks only at one that parries a threat; the
        first in order is as good."""
        move = moves_in_order(self.position)[0]
        child = self.position.play_bit(move)
        reply = next(
            bit for bit in moves_in_order(child) if decided(child.play_bit(bit), child.mover)
        )
        return self.position.geometry.cell(move), self.position.geometry.cell(reply)

    def without_search(self) -> SearchResult:
        """Where no depth could be finished: the first move in order, by the board as it is."""
        move = self.position.geometry.cell(moves_in_order(self.position)[0])
        sign = 1 if self.side is self.position.mover else -1
        score = sign * self.evaluator.evaluate(self.position, self.side)
        nodes = int(self.control[self.kernel.NODES])
        return SearchResult(
            self.position, move, score, (move,), 0, nodes,
            only_nearby=self.only_nearby, seconds=self.seconds,
        )  # fmt: skip

    def _cell(self, number: int) -> Cell:
        row, column = divmod(number, self.position.spec.columns)
        return Cell(column, row)

    def _score(self, value: int) -> Score:
        won = self.kernel.WON
        if value > won // 2 + won // 4:
            return win_at(won - value)
        if value < -(won // 2 + won // 4):
            return loss_at(won + value)
        if self.form is not None:
            return self.form.score(value)
        size = float(np.array([abs(value)], dtype=np.int64).view(np.float64)[0])
        return -size if value < 0 else size
