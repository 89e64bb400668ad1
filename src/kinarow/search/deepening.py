"""The compiled search: iterative deepening around the kernel.

This module imports numpy and, with the first search, numba: import it only where it is needed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kinarow.evaluation import OPEN_LINES, AnyEvaluator, Evaluating
from kinarow.game import GameSpec, Position, Side
from kinarow.search.engine import SearchEngine
from kinarow.search.general.arrays import function_of, images_of, layout, zobrist_words
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.result import SearchResult, searchable
from kinarow.work.budget import Budget


def prepare(evaluator: AnyEvaluator, spec: GameSpec, stones: Iterable[int] | None = None) -> None:
    """Do what is done once for an evaluator on a board, so that no clock runs meanwhile: load the
    kernels, or compile them the first time, and pack the evaluator for boards with so many stones;
    by default with any number of them."""
    counts = range(spec.cell_count + 1) if stones is None else stones
    stages = frozenset(evaluator.stage_of(count, spec.cell_count) for count in counts)
    on_words = _searches_on_words(evaluator, spec, stages)
    _load_kernels(on_words)
    if on_words:
        return
    layout(spec)
    zobrist_words(spec, images_of(evaluator, spec))
    function_of(evaluator, spec)
    for stage in stages:
        evaluator.tables(spec, stage)


@lru_cache(maxsize=256)
def _searches_on_words(evaluator: AnyEvaluator, spec: GameSpec, stages: frozenset[int]) -> bool:
    """Whether the search for games with gravity serves, at these stages; makes what it needs."""
    if not spec.gravity:
        return False
    from kinarow.search.drop.constants import constants, fits_desk

    if not fits_desk(spec) or evaluator.board_function(spec) is not None:
        return False
    images = images_of(evaluator, spec)
    forms = [evaluator.tables(spec, stage) for stage in stages]
    return all(form and constants(form, side, images) for form in forms for side in Side)


def engine_for(
    position: Position,
    evaluator: AnyEvaluator,
    deepest: int,
    budget: Budget,
    side: Side | None = None,
    table_bits: int | None = None,
    threads: int = 1,
) -> SearchEngine:
    """The fastest one that serves the game and the evaluator."""
    spec, plies = position.spec, position.plies
    depths = range(1, deepest + 1)
    stages = frozenset(evaluator.stage_of(plies + depth, spec.cell_count) for depth in depths)
    if _searches_on_words(evaluator, spec, stages):
        from kinarow.search.drop.engine import DropEngine

        return DropEngine(position, evaluator, deepest, budget, side, table_bits, threads)
    from kinarow.search.general.engine import GeneralEngine

    return GeneralEngine(position, evaluator, deepest, budget, side, table_bits)


def load_all_kernels() -> None:
    """Load, or compile, what a search may need, whatever it judges by."""
    for on_words in (True, False):
        _load_kernels(on_words)


@lru_cache(maxsize=2)
def _load_kernels(on_words: bool) -> None:
    """Some are loaded, or compiled, when they are first called. This calls them all: there is a
    stone on the board, and without gravity only cells near it are tried."""
    game = "connect4" if on_words else "place:9x9:5"
    position = Position.start(game)
    position = position.play(position.legal_moves()[0])
    engine_for(position, OPEN_LINES, 1, Budget()).search(1)


def search(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    *,
    side: Side | None = None,
    use_table: bool = True,
    threads: int = 1,
    stop: threading.Event | None = None,
) -> SearchResult:
    """The result of the deepest search within the limits; the move is always a legal one."""
    *_, last = search_deepening(
        position, evaluator, limits, side=side, use_table=use_table, threads=threads, stop=stop
    )
    return last


def search_deepening(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    *,
    side: Side | None = None,
    use_table: bool = True,
    threads: int = 1,
    stop: threading.Event | None = None,
) -> Iterator[SearchResult]:
    """A result for each depth, as they come; at least one, however tight the limits are.

    Leaves are judged for `side`, by default the side to move; scores are for the side to move in
    either case. `stop`, set by another thread, ends the search within milliseconds.

    Several threads serve games with gravity whose board fits a word; score and move are those of
    one, nodes and lines are not. With a limit of nodes, or without the table, one searches.
    """
    judge = searchable(position, evaluator, 1)
    deepest = deepest_of(position, limits)
    prepare(judge, position.spec, range(position.plies + 1, position.plies + deepest + 1))
    # The clock runs while the memory for this position is made: that is part of every move.
    budget, table_bits = limits.budget(stop), None if use_table else 0
    engine = engine_for(position, judge, deepest, budget, side, table_bits, threads)
    yield from engine.results()
