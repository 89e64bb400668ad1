"""The compiled search for every game and every evaluator: memory for its kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.game import Cell, Position, Side
from kinarow.search.constants_kernel import FAULT, NODES, TABLE_HITS
from kinarow.search.engine import (
    SearchCounts,
    SearchEngine,
    table_bits_for,
)
from kinarow.search.general.arrays import (
    board_arrays,
    fits_word,
    frames_arrays,
    function_of,
    images_of,
    judge_arrays,
    table_arrays,
)
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.ordering import tries_only_nearby


class GeneralEngine(SearchEngine):
    """One search on arrays of any size, or with a user's function."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        limits: Limits,
        side: Side,
        use_table: bool,
        control: NDArray[np.int64],
    ) -> None:
        from kinarow.search.general import board_kernel as state_kernel
        from kinarow.search.general import kernel as general_kernel

        super().__init__(position, evaluator, side)
        self.kernel, self.control = general_kernel, control
        only_nearby = tries_only_nearby(position.spec)
        deepest = deepest_of(position, limits)
        shared = images_of(evaluator, position.spec)
        self.board = board_arrays(position, shared, only_nearby)
        self.function = function_of(evaluator, position.spec)
        table_bits = table_bits_for(deepest) if use_table else 0
        self.setup = state_kernel.Setup(
            width=position.spec.columns + 2,
            target=position.spec.target,
            exact=int(position.spec.exact),
            gravity=int(position.spec.gravity),
            cells=position.spec.cell_count,
            root_side=int(position.mover),
            judge_side=int(side),
            root_stones=position.plies,
            only_nearby=int(only_nearby),
            fits_word=int(fits_word(position.spec)),
            is_user=int(evaluator.board_function(position.spec) is not None),
            trap_weight=0,
            traps_anywhere=0,
            table_bits=table_bits,
        )
        self.table = table_arrays(position.spec, shared, table_bits)
        self.frames = frames_arrays(deepest + 2, position.spec)
        self.judges: dict[CompiledForm, Any] = {}
        self.judge = judge_arrays(None, position, side)

    def counted(self) -> SearchCounts:
        return SearchCounts(*self.control[NODES : TABLE_HITS + 1].tolist())

    def run(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        kernel = self.kernel
        self._judge_leaves_at(depth)
        try:
            status = kernel.search(
                depth, self.setup, self.board, self.judge, self.table, self.frames, self.control,
                self.function,
            )  # fmt: skip
        except Exception as error:  # what a user's compiled function raises
            raise EvaluatorError(
                f"{self.evaluator.name}: compiled, it raised {type(error).__name__}: {error}"
            ) from None
        if self.control[FAULT]:
            raise EvaluatorError(f"{self.evaluator.name} returned nan, which is not a number")
        if status != kernel.DONE:
            return None
        length = int(self.frames.line_lengths[0])
        line = tuple(self._cell(int(cell)) for cell in self.frames.lines[0, :length])
        return int(self.frames.best[0]), line

    def _judge_leaves_at(self, depth: int) -> None:
        self.form = form = self.form_at(depth)
        if form is None:
            return
        if form not in self.judges:
            self.judges[form] = judge_arrays(form, self.position, self.side)
        self.judge = self.judges[form]
        self.setup = self.setup._replace(
            trap_weight=form.trap_weight, traps_anywhere=int(form.traps_anywhere)
        )

    def _cell(self, number: int) -> Cell:
        row, column = divmod(number, self.position.spec.columns)
        return Cell(column, row)
