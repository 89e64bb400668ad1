"""A compiled form at work without a search: stones put and taken away by hand."""

from __future__ import annotations

from kinarow.evaluation.compiled import accumulate_kernel as kernel
from kinarow.evaluation.compiled.form import CompiledForm, compiled
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.features.trap_cells import trap_candidates
from kinarow.evaluation.terms import STAGES
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.score import Score


class Accumulator:
    """An evaluator's score for one side, kept up to date as stones are put and taken away."""

    def __init__(self, evaluator: Evaluator, spec: GameSpec, side: Side) -> None:
        self.evaluator = evaluator
        self.side = side
        self._forms = [compiled(evaluator, spec, stage) for stage in range(STAGES)]
        self.codes = {form: form.origins.copy() for form in self._forms}
        self.sums = {form: form.empty_sum(side) for form in self._forms}
        self._line = [Position.start(spec)]

    @property
    def position(self) -> Position:
        return self._line[-1]

    def push(self, move: Cell) -> None:
        """Put a stone of the side to move."""
        child = self.position.play(move)
        self._move(move, self.position.mover, 1)
        self._line.append(child)

    def pop(self) -> None:
        """Take the last stone away."""
        child = self._line.pop()
        self._move(self.position.move_to(child), self.position.mover, -1)

    def score(self) -> Score:
        """The same as `evaluate` for the position reached."""
        value = self.evaluator.won_value(self.position, self.side)
        if value is not None:
            return value
        form = self._forms[self.evaluator.stage(self.position)]
        total = int(self.sums[form][0])
        if form.trap_weight:
            total += form.trap_weight * self._traps(form)
        return form.score(total)

    def _move(self, cell: Cell, mover: Side, direction: int) -> None:
        for form, codes in self.codes.items():
            form.move(cell, mover, direction, self.side, codes, self.sums[form])

    def _traps(self, form: CompiledForm) -> int:
        cells = trap_candidates(self.position, form.traps_anywhere)
        return sum(
            kernel.is_trap(
                form.cell_number(cell), int(self.side), form.spec.target, form.trap_starts,
                form.trap_windows, form.origins, self.codes[form],
            )
            for cell in cells
        )  # fmt: skip
