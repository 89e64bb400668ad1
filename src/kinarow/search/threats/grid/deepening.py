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
from kinarow.search.engine import SearchEngine
from kinarow.search.general.arrays import (
    board_arrays,
    frames_arrays,
    judge_arrays,
    layout,
    setup_for,
    table_arrays,
    zobrist_words,
)
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.result import SearchResult, searchable
from kinarow.search.threats.grid.points import POINTS, Made, outlook_at
from kinarow.search.threats.options import DOUBT, MOST_FOURS, ThreatOptions, refuse_no_threats
from kinarow.work.budget import Budget

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

    ThreatEngine(Position.from_moves("e5 e6", "place:9x9:5"), THREATS, 1, Budget()).search(1)


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
    points = [outlook_at(lines) for lines in crosses]
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
    bits = TABLE_BITS if use_table else 0
    deepest, budget = deepest_of(position, limits), limits.budget(stop)
    yield from ThreatEngine(position, judge, deepest, budget, options, table_bits=bits).results()


class ThreatEngine(SearchEngine):
    """One search on arrays. At a depth that was not finished it may have found a better move."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        deepest: int,
        budget: Budget,
        options: ThreatOptions | None = None,
        side: Side | None = None,
        *,
        table_bits: int = TABLE_BITS,
    ) -> None:
        from kinarow.search.threats.grid import kernel as threat_kernel
        from kinarow.search.threats.grid.moves_kernel import Desk, Levels, Options

        super().__init__(position, evaluator, deepest, budget, side)
        spec, options = position.spec, options or ThreatOptions()
        self.kernel, self.only_nearby = threat_kernel, True
        self.form = form = judged_form(evaluator, spec)
        self.setup = setup_for(position, self.side, table_bits)._replace(fits_word=0)
        asked = {name: int(getattr(options, name)) for name in Options._fields}
        points = {name: asked[name] * form.scale for name in ("tempo", "futile", "ahead")}
        self.options = Options(**{**asked, **points, "doubt": DOUBT * form.scale})
        self.board = board_arrays(position, _ALONE, bool(self.setup.only_nearby))
        self.judge = judge_arrays(form, position, self.side)
        self.table = table_arrays(spec, _ALONE, self.setup.table_bits)
        plies = min(spec.cell_count - position.plies, _MOST_PLIES) + 2
        self.frames = frames_arrays(plies, spec)
        self.levels = Levels(
            left=np.zeros(plies, dtype=np.int64),
            kind=np.zeros(plies, dtype=np.int64),
            reduced=np.zeros(plies, dtype=np.int64),
            opinion=np.zeros(plies, dtype=np.int64),
            marks=np.zeros(self.board.grid.size, dtype=np.int64),
        )
        self.desk = Desk(
            shapes_on(spec, self.board.grid, form.scale if options.outlook else 0),
            _fours(spec, options.fours),
        )

    def run(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        from kinarow.search.general.frames_kernel import DONE

        status = self.kernel.threat_search(
            depth, self.setup, self.options, self.board, self.judge, self.table, self.frames,
            self.levels, self.desk, self.control,
        )  # fmt: skip
        self.is_stopped = status != DONE
        length = int(self.frames.line_lengths[0])
        if self.is_stopped and (self.found is None or not length):
            return None
        line = tuple(self.cell_at(int(cell)) for cell in self.frames.lines[0, :length])
        return int(self.frames.best[0]), line

    def moves_tried(self) -> list[Cell]:
        """The moves of the position itself that were listed at the last depth."""
        places = self.frames.places[0, : self.frames.move_count[0]]
        return [self.cell_at(int(self.board.cell_of[place])) for place in places]
