"""The compiled search for every game and every evaluator: memory for its kernel."""

from __future__ import annotations

from typing import Any

from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.game import Cell, Position, Side
from kinarow.search.constants_kernel import FAULT
from kinarow.search.engine import SearchEngine, table_bits_for
from kinarow.search.general.arrays import (
    board_arrays,
    frames_arrays,
    function_of,
    images_of,
    judge_arrays,
    setup_for,
    table_arrays,
)
from kinarow.work.budget import Budget


class GeneralEngine(SearchEngine):
    """One search on arrays of any size, or with a user's function."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        deepest: int,
        budget: Budget,
        side: Side | None = None,
        table_bits: int | None = None,
    ) -> None:
        from kinarow.search.general import kernel as general_kernel

        super().__init__(position, evaluator, deepest, budget, side)
        self.kernel = general_kernel
        shared = images_of(evaluator, position.spec)
        self.board = board_arrays(position, shared, self.only_nearby)
        self.function = function_of(evaluator, position.spec)
        table_bits = table_bits_for(deepest) if table_bits is None else table_bits
        self.setup = setup_for(position, self.side, table_bits)._replace(
            is_user=int(evaluator.board_function(position.spec) is not None)
        )
        self.table = table_arrays(position.spec, shared, table_bits)
        self.frames = frames_arrays(deepest + 2, position.spec)
        self.judges: dict[CompiledForm, Any] = {}
        self.judge = judge_arrays(None, position, self.side)

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
        line = tuple(self.cell_at(int(cell)) for cell in self.frames.lines[0, :length])
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
