"""Iterative deepening around the kernel that searches threats, for games without gravity.

This module imports numpy and, with the first search, numba: import it only where it is needed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator, Evaluating
from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.evaluation.terms import STAGES
from kinarow.game import Cell, GameSpec, Position, Side, Symmetry
from kinarow.native.watch import Watch
from kinarow.native.working_time import working_time
from kinarow.score import Score, is_proven, loss_at, win_at
from kinarow.search.engine import control_of
from kinarow.search.general.arrays import (
    board_arrays,
    frames_arrays,
    judge_arrays,
    layout,
    table_arrays,
    zobrist_words,
)
from kinarow.search.limits import DEEPEST, Limits
from kinarow.search.ordering import moves_in_order, tries_only_nearby
from kinarow.search.result import SearchResult, searchable
from kinarow.search.threats.grid.rules import POINTS, Cross, Made, outlook_at
from kinarow.search.threats.options import DOUBT, MOST_FOURS, ThreatOptions, refuse_no_threats

TABLE_BITS = 20
_REMEMBERED_FAILURES = 1 << 17
_MOST_PLIES = 120
_MOST_STONES = _MOST_PLIES + 2 * MOST_FOURS + 4
"""That are put after one another: those of the search, and of a search of fours at its end."""
_ALONE = (Symmetry.IDENTITY,)


def judged_form(evaluator: AnyEvaluator, spec: GameSpec) -> CompiledForm:
    """The evaluator as tables that hold for every number of stones."""
    forms = {evaluator.tables(spec, stage) for stage in range(STAGES)}
    form = forms.pop()
    if form is None or forms or form.trap_weight:
        raise EvaluatorError(
            f"{evaluator.name}: a search of threats judges by terms without phases and traps"
        )
    return form


def prepare_threats(evaluator: AnyEvaluator, spec: GameSpec) -> None:
    """Do what is done once for an evaluator on a board, so that no clock runs meanwhile."""
    _load_kernel()
    layout(spec)
    zobrist_words(spec, _ALONE)
    judged_form(evaluator, spec)
    _made_by_number(spec.target)


@lru_cache(maxsize=1)
def _load_kernel() -> None:
    """Compiled, or loaded, when it is first called."""
    from kinarow.evaluation import THREATS

    position, limits = Position.from_moves("e5 e6", "place:9x9:5"), Limits(depth=1)
    ThreatEngine(position, THREATS, limits, ThreatOptions(), control_of(limits)).search(1)


@lru_cache(maxsize=8)
def _made_by_number(target: int) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    from kinarow.search.threats.grid.shapes_kernel import fill_makes

    units = 3 ** np.arange(2 * target - 1, dtype=np.int64)
    makes = np.zeros(3 ** (2 * (target - 1)), dtype=np.int8)
    fill_makes(target, units, makes)
    return units, makes


@lru_cache(maxsize=1)
def _ranks() -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    from kinarow.search.threats.grid.shapes_kernel import fill_ranks

    rank_of, value_of = np.zeros(1 << 12, dtype=np.int8), np.zeros(1 << 12, dtype=np.int64)
    fill_ranks(np.array(POINTS, dtype=np.int64), rank_of, value_of)
    return rank_of, value_of


def _fours(spec: GameSpec, most: int) -> Any:
    from kinarow.search.threats.grid.fours_kernel import Fours

    def ints(size: int) -> NDArray[np.int64]:
        return np.zeros(size, dtype=np.int64)

    depths = most + 2
    return Fours(
        pool=ints(depths * spec.cell_count),
        first=ints(depths),
        moves=ints(depths),
        answers=ints(depths),
        failed=np.zeros(_REMEMBERED_FAILURES, dtype=np.uint64),
        without=np.zeros(_REMEMBERED_FAILURES, dtype=np.uint64),
        line=ints(2 * depths),
        spent=ints(1),
    )


@lru_cache(maxsize=8)
def _outlooks(scale: int) -> NDArray[np.int64]:
    """What it is worth to a side what its stone would make on a cell, by its role."""
    crosses = ([Made(min(cross >> 3 * i & 7, 6)) for i in range(4)] for cross in range(1 << 12))
    points = [outlook_at(Cross(tuple(lines))) for lines in crosses]
    return np.array(points, dtype=np.int64).reshape(-1) * scale


def shapes_on(spec: GameSpec, grid: NDArray[np.int8], outlook: int = 0) -> Any:
    """What a stone would make on each cell of a bordered board, and what that is worth in points,
    so many for each."""
    from kinarow.search.threats.grid.shapes_kernel import RANKS, SUMS, Shapes, start_shapes

    powers, makes = _made_by_number(spec.target)
    upper = 1 << 32
    most_notes = 16 * (spec.target - 1)  # a stone's: 2·(k − 1) cells in 4 directions, for 2 sides
    rank_of, value_of = _ranks()
    width = spec.columns + 2
    shapes = Shapes(
        target=spec.target,
        steps=np.array([1, width, width + 1, width - 1], dtype=np.int64),
        units=np.array([powers * (1 + 2 * upper), powers * (2 + upper)]),
        makes=makes,
        rank_of=rank_of,
        value_of=value_of,
        outlook_of=_outlooks(outlook),
        numbers=np.zeros(4 * grid.size, dtype=np.int64),
        crosses=np.zeros(2 * grid.size, dtype=np.int32),
        ranks=np.zeros((2, grid.size), dtype=np.int8),
        totals=np.zeros((2, RANKS), dtype=np.int64),
        outlooks=np.zeros(4, dtype=np.int64),
        stones=np.zeros(1, dtype=np.int64),
        notes=np.zeros(_MOST_STONES * most_notes, dtype=np.int64),
        ends=np.zeros(_MOST_STONES + 1, dtype=np.int64),
        kept=np.zeros((_MOST_STONES, SUMS), dtype=np.int64),
    )
    start_shapes(shapes, grid)
    return shapes


def search_threats(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    options: ThreatOptions | None = None,
    *,
    use_table: bool = True,
    stop: threading.Event | None = None,
) -> SearchResult:
    """The result of the deepest search within the limits; the move is always a legal one."""
    *_, last = search_threats_deepening(
        position, evaluator, limits, options, use_table=use_table, stop=stop
    )
    return last


def search_threats_deepening(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    options: ThreatOptions | None = None,
    *,
    use_table: bool = True,
    stop: threading.Event | None = None,
) -> Iterator[SearchResult]:
    """A result for each depth, as they come; at least one, however tight the limits are. The last
    one may be of a depth that was not finished, if it found a better move."""
    judge = searchable(position, evaluator, 1)
    refuse_no_threats(position.spec)
    prepare_threats(judge, position.spec)
    from kinarow.search.general import frames_kernel as kernel

    control = control_of(limits)

    def tell() -> None:
        control[kernel.STOP] = 1

    with Watch(tell, limits.seconds, stop):
        bits = TABLE_BITS if use_table else 0
        engine = ThreatEngine(
            position, judge, limits, options or ThreatOptions(), control, table_bits=bits
        )
        found = False
        for depth in range(1, engine.deepest + 1):
            result = engine.search(depth)
            if result is not None:
                found = True
                yield result
            if result is None or result.depth < depth or is_proven(result.score):
                break
        if not found:
            yield engine.without_search()


class ThreatEngine:
    """One search: the arrays that the kernel works on. Leaves are judged for `side`, the one to
    move unless it is said."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        limits: Limits,
        options: ThreatOptions,
        control: NDArray[np.int64],
        *,
        table_bits: int = TABLE_BITS,
        side: Side | None = None,
    ) -> None:
        from kinarow.search.general.board_kernel import Setup
        from kinarow.search.threats.grid import kernel as threat_kernel
        from kinarow.search.threats.grid.moves_kernel import Desk, Levels, Options

        spec = position.spec
        self.position, self.evaluator, self.control = position, evaluator, control
        self.kernel = threat_kernel
        empty = spec.cell_count - position.plies
        self.deepest = min(limits.depth or DEEPEST, empty)
        self.form = judged_form(evaluator, spec)
        self.setup = Setup(
            width=spec.columns + 2,
            target=spec.target,
            gravity=0,
            exact=0,
            cells=spec.cell_count,
            root_side=int(position.mover),
            judge_side=int(side or position.mover),
            root_stones=position.plies,
            only_nearby=int(tries_only_nearby(spec)),
            fits_word=0,
            is_user=0,
            trap_weight=0,
            traps_anywhere=0,
            table_bits=table_bits,
        )
        self.options = Options(
            options.width,
            options.fours,
            options.four_nodes,
            options.tempo * self.form.scale,
            options.futile * self.form.scale,
            int(options.deeper),
            DOUBT * self.form.scale,
            int(options.free),
            options.reduce,
            options.others,
            options.ahead * self.form.scale,
            options.last,
        )
        self.board = board_arrays(position, _ALONE, bool(self.setup.only_nearby))
        self.judge = judge_arrays(self.form, position, side or position.mover)
        self.table = table_arrays(spec, _ALONE, self.setup.table_bits)
        plies = min(empty, _MOST_PLIES) + 2
        self.frames = frames_arrays(plies, spec)
        self.levels = Levels(
            left=np.zeros(plies, dtype=np.int64),
            kind=np.zeros(plies, dtype=np.int64),
            reduced=np.zeros(plies, dtype=np.int64),
            opinion=np.zeros(plies, dtype=np.int64),
            marks=np.zeros(self.board.grid.size, dtype=np.int64),
        )
        self.desk = Desk(
            shapes_on(spec, self.board.grid, self.form.scale if options.outlook else 0),
            _fours(spec, options.fours),
        )
        self.seconds = 0.0
        self.last: SearchResult | None = None

    def search(self, depth: int) -> SearchResult | None:
        """The result of this depth; if it was stopped, what it found better than the one before,
        if anything."""
        from kinarow.search.general import frames_kernel as kernel

        before, begun = int(self.control[kernel.NODES]), working_time()
        status = self.kernel.threat_search(
            depth, self.setup, self.options, self.board, self.judge, self.table, self.frames,
            self.levels, self.desk, self.control,
        )  # fmt: skip
        self.seconds += working_time() - begun
        length = int(self.frames.line_lengths[0])
        if status != kernel.DONE and (self.last is None or not length):
            return None
        line = tuple(self._cell(int(cell)) for cell in self.frames.lines[0, :length])
        reached = depth if status == kernel.DONE or self.last is None else self.last.depth
        self.last = SearchResult(
            position=self.position,
            move=line[0],
            score=self._score(int(self.frames.best[0])),
            line=line,
            depth=reached,
            nodes=int(self.control[kernel.NODES]),
            nodes_at_depth=int(self.control[kernel.NODES]) - before,
            cutoffs=int(self.control[kernel.CUTOFFS]),
            table_hits=int(self.control[kernel.TABLE_HITS]),
            only_nearby=True,
            seconds=self.seconds,
        )
        return self.last

    def moves_tried(self) -> list[Cell]:
        """The moves of the position itself that were listed at the last depth."""
        places = self.frames.places[0, : self.frames.move_count[0]]
        return [self._cell(int(self.board.cell_of[place])) for place in places]

    def without_search(self) -> SearchResult:
        """Where no depth could be finished: the first move in order, by the board as it is."""
        from kinarow.search.general import frames_kernel as kernel

        move = self.position.geometry.cell(moves_in_order(self.position)[0])
        score = self.evaluator.evaluate(self.position, self.position.mover)
        return SearchResult(
            self.position, move, score, (move,), 0, int(self.control[kernel.NODES]),
            only_nearby=True, seconds=self.seconds,
        )  # fmt: skip

    def _cell(self, number: int) -> Cell:
        row, column = divmod(number, self.position.spec.columns)
        return Cell(column, row)

    def _score(self, value: int) -> Score:
        from kinarow.search.general.frames_kernel import WON

        if value > WON // 2:
            return win_at(WON - value)
        if value < -(WON // 2):
            return loss_at(WON + value)
        return self.form.score(value)
