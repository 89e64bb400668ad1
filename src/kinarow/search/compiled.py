"""The compiled rung of the ladder: iterative deepening around the kernel.

This module imports numpy and, with the first search, numba: import it only where it is needed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator, Evaluator
from kinarow.evaluation.compiled import compiled
from kinarow.evaluation.symmetries import declared_symmetries
from kinarow.evaluation.user import UserEvaluator
from kinarow.game import Cell, Direction, GameSpec, Position, Side, Symmetry
from kinarow.game.grid import bordered_grid, grid_of, landing_places, place_of
from kinarow.game.symmetry import move_cell
from kinarow.score import Score, loss_at, win_at
from kinarow.search.limits import DEEPEST, Limits
from kinarow.search.ordering import centre_first, tries_only_nearby
from kinarow.search.result import SearchResult, check_searchable

_SMALLEST_TABLE, _LARGEST_TABLE = 12, 20
_NO_NODE_LIMIT = 2**62
_LONGEST_LINE_OF_BITS = 6


def search(
    position: Position,
    evaluator: AnyEvaluator,
    limits: Limits,
    *,
    use_table: bool = True,
    stop: threading.Event | None = None,
) -> SearchResult:
    """The result of the deepest search within the limits; the move is always a legal one."""
    *_, last = search_deepening(position, evaluator, limits, use_table=use_table, stop=stop)
    return last


def search_deepening(
    position: Position,
    evaluator: AnyEvaluator,
    limits: Limits,
    *,
    use_table: bool = True,
    stop: threading.Event | None = None,
) -> Iterator[SearchResult]:
    """A result for each depth, as they come; at least one, however tight the limits are.

    `stop`, set by another thread, ends the search within milliseconds.
    """
    check_searchable(position, 1)
    engine = _Engine(position, evaluator, limits, use_table)
    with engine.watched(limits.seconds, stop):
        found = False
        for depth in range(1, engine.deepest(limits) + 1):
            result = engine.search(depth)
            if result is None:
                break
            found = True
            yield result
            if abs(result.score) > _PROVEN:
                break  # looking further cannot change it
        if not found:
            yield engine.without_search()


_PROVEN = 10**14
"""Scores beyond this are proven; see `kinarow.score`."""


class _Engine:
    """One search: the arrays that the kernel works on."""

    def __init__(
        self, position: Position, evaluator: AnyEvaluator, limits: Limits, use_table: bool
    ) -> None:
        from kinarow.search import kernel, state_kernel

        self.position, self.evaluator = position, evaluator
        self.kernel = kernel
        self.only_nearby = tries_only_nearby(position.spec)
        deepest = self.deepest(limits)
        images = _images(evaluator, position.spec)
        self.board = _board(position, images, self.only_nearby)
        self.judge, self.function = _judge(evaluator, position)
        form = compiled(evaluator, position.spec) if isinstance(evaluator, Evaluator) else None
        # A table that fits the caches is quicker, and a shallow search needs no more.
        table_bits = min(max(_SMALLEST_TABLE, deepest + 4), _LARGEST_TABLE) if use_table else 0
        self.setup = state_kernel.Setup(
            width=position.spec.columns + 2,
            target=position.spec.target,
            gravity=int(position.spec.gravity),
            cells=position.spec.cell_count,
            root_side=int(position.mover),
            root_stones=position.plies,
            only_nearby=int(self.only_nearby),
            fits_word=int(_fits_word(position.spec)),
            is_user=int(form is None),
            is_plain=int(form is not None and form.is_plain),
            has_traps=int(form is not None and form.has_traps),
            table_bits=table_bits,
        )
        self.table = _table(position.spec, images, table_bits)
        self.frames = _frames(deepest + 2, position.spec)
        self.control = np.zeros(6, dtype=np.int64)
        self.control[kernel.NODE_LIMIT] = limits.nodes or _NO_NODE_LIMIT

    def deepest(self, limits: Limits) -> int:
        """No line is longer than the board has empty cells."""
        empty = self.position.spec.cell_count - self.position.plies
        return min(limits.depth or DEEPEST, empty)

    def watched(self, seconds: float | None, stop: threading.Event | None) -> _Watch:
        return _Watch(self.tell_to_stop, seconds, stop)

    def tell_to_stop(self) -> None:
        self.control[self.kernel.STOP] = 1

    def search(self, depth: int) -> SearchResult | None:
        kernel, control = self.kernel, self.control
        try:
            status = kernel.search(
                depth, self.setup, self.board, self.judge, self.table, self.frames, control,
                self.function,
            )  # fmt: skip
        except Exception as error:  # what a user's compiled function raises
            raise EvaluatorError(
                f"{self.evaluator.name}: compiled, it raised {type(error).__name__}: {error}"
            ) from None
        if control[kernel.FAULT]:
            raise EvaluatorError(f"{self.evaluator.name} returned nan, which is no number")
        if status != kernel.DONE:
            return None
        length = int(self.frames.line_lengths[0])
        line = tuple(self._cell(int(cell)) for cell in self.frames.lines[0, :length])
        return SearchResult(
            move=self._cell(int(self.frames.best_cell[0])),
            score=self._score(int(self.frames.best[0])),
            line=line,
            depth=depth,
            nodes=int(control[kernel.NODES]),
            cutoffs=int(control[kernel.CUTOFFS]),
            table_hits=int(control[kernel.TABLE_HITS]),
            only_nearby=self.only_nearby,
        )

    def without_search(self) -> SearchResult:
        """Where no depth could be finished: the first move in order, by the board as it is."""
        bit = next(
            bit for bit in centre_first(self.position.spec) if bit & self.position.landing_cells()
        )
        move = self.position.geometry.cell(bit)
        score = self.evaluator.evaluate(self.position, self.position.mover)
        nodes = int(self.control[self.kernel.NODES])
        return SearchResult(move, score, (move,), 0, nodes, only_nearby=self.only_nearby)

    def _cell(self, number: int) -> Cell:
        row, column = divmod(number, self.position.spec.columns)
        return Cell(column, row)

    def _score(self, value: int) -> Score:
        won = self.kernel.WON
        if value > won // 2 + won // 4:
            return win_at(won - value)
        if value < -(won // 2 + won // 4):
            return loss_at(won + value)
        if isinstance(self.evaluator, Evaluator):
            return self.evaluator.lowered(self.position.spec).score(value)
        size = float(np.array([abs(value)], dtype=np.int64).view(np.float64)[0])
        return -size if value < 0 else size


class _Watch:
    """Ends a search after some seconds, or when an event is set."""

    def __init__(
        self, tell: Callable[[], None], seconds: float | None, stop: threading.Event | None
    ) -> None:
        self.tell, self.stop, self.over = tell, stop, threading.Event()
        self.timer = threading.Timer(seconds, tell) if seconds else None

    def __enter__(self) -> None:
        if self.timer:
            self.timer.daemon = True
            self.timer.start()
        if self.stop:
            threading.Thread(target=self._wait, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        if self.timer:
            self.timer.cancel()

    def _wait(self) -> None:
        assert self.stop is not None
        while not self.over.is_set():
            if self.stop.wait(0.005):
                self.tell()
                return


def _board(position: Position, images: tuple[Symmetry, ...], only_nearby: bool) -> Any:
    from kinarow.search.state_kernel import Board, change_nearby

    spec, width = position.spec, position.spec.columns + 2
    grid = bordered_grid(position)
    cell_of = np.full(grid.size, -1, dtype=np.int32)
    for cell in position.geometry.cells:
        cell_of[place_of(spec, cell)] = cell.row * spec.columns + cell.column
    in_order = [position.geometry.cell(bit) for bit in centre_first(spec)]
    if spec.gravity:
        order = [cell.column for cell in in_order if cell.row == 0]
    else:
        order = [place_of(spec, cell) for cell in in_order]
    near = np.zeros(grid.size, dtype=np.int32)
    if only_nearby:
        occupied = np.flatnonzero(grid > 0)
        for place in occupied:
            change_nearby(int(place), 1, width, near)
        if not occupied.size:
            near[order[0]] = 1
    zobrist = _zobrist(spec, images)
    hashes = np.zeros(len(images), dtype=np.uint64)
    for side in Side:
        for cell in position.geometry.cells_in(position.stones(side)):
            hashes ^= zobrist[:, side - 1, cell.row * spec.columns + cell.column]
    return Board(
        grid=grid,
        landing=landing_places(position) if spec.gravity else np.zeros(1, dtype=np.int64),
        order=np.array(order, dtype=np.int64),
        cell_of=cell_of,
        near=near,
        rows=grid_of(position).astype(np.int64),
        stones=_words([position.first, position.second] if _fits_word(spec) else [0, 0]),
        bits=_bits(position) if _fits_word(spec) else _words([0]),
        masks=_masks(position) if _fits_word(spec) else _words([0] * 6),
        hashes=hashes,
        zobrist=zobrist,
    )


def _fits_word(spec: GameSpec) -> bool:
    """Whether the board fits one word; long lines are found sooner by walking."""
    return spec.columns * (spec.rows + 1) <= 64 and spec.target <= _LONGEST_LINE_OF_BITS


def _words(values: list[int]) -> NDArray[np.uint64]:
    return np.array(values, dtype=np.uint64)


def _bits(position: Position) -> NDArray[np.uint64]:
    """The bit of each place of the bordered board."""
    spec, on = position.spec, position.geometry
    bits = np.zeros((spec.columns + 2) * (spec.rows + 2), dtype=np.uint64)
    for cell in on.cells:
        bits[place_of(spec, cell)] = on.bit(cell)
    return bits


def _masks(position: Position) -> NDArray[np.uint64]:
    on = position.geometry
    steps = [on.steps.get(direction, 0) for direction in Direction]
    return _words([on.board, on.bottom if position.spec.gravity else 0, *steps])


def _judge(evaluator: AnyEvaluator, position: Position) -> tuple[Any, Any]:
    """The evaluator's arrays brought to the position, and the user's function if there is one."""
    from kinarow.search.state_kernel import Judge

    if isinstance(evaluator, UserEvaluator):
        from kinarow.search.user_function import function_for_search

        return _empty_judge(), function_for_search(evaluator, position.spec)
    from kinarow.native.user_code import no_function

    form, side = compiled(evaluator, position.spec), position.mover
    judge = Judge(
        starts=form.starts,
        features=form.features,
        steps=form.steps,
        origins=form.origins,
        channels=form.channels,
        table=np.ascontiguousarray(form.table[side - 1]),
        weights=form.weights,
        phases=form.phases,
        trap_weights=form.trap_weights,
        trap_starts=form.trap_starts,
        trap_windows=form.trap_windows,
        codes=form.origins.copy(),
        sums=np.zeros(form.weights.shape[1], dtype=np.int64),
    )
    from kinarow.evaluation.accumulate_kernel import move_codes

    for stone_side in Side:
        for cell in position.geometry.cells_in(position.stones(stone_side)):
            move_codes(
                form.cell_number(cell), 1, form.starts, form.features, form.steps[stone_side - 1],
                form.channels, judge.table, judge.codes, judge.sums,
            )  # fmt: skip
    return judge, no_function()


def _empty_judge() -> Any:
    from kinarow.search.state_kernel import Judge

    def small(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, dtype=np.int32)

    def ints(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, dtype=np.int64)

    return Judge(
        small(1), small(1), small(2, 1), small(1), small(1), ints(1), ints(3, 1), ints(3), ints(3),
        small(1), small(1), small(1), ints(1),
    )  # fmt: skip


def _images(evaluator: AnyEvaluator, spec: GameSpec) -> tuple[Symmetry, ...]:
    if isinstance(evaluator, Evaluator):
        return _declared(evaluator, spec)
    return (Symmetry.IDENTITY,)


@lru_cache(maxsize=64)
def _declared(evaluator: Evaluator, spec: GameSpec) -> tuple[Symmetry, ...]:
    return declared_symmetries(evaluator, spec)


def _table(spec: GameSpec, images: tuple[Symmetry, ...], bits: int) -> Any:
    from kinarow.search.table_kernel import Table

    to = _image_maps(spec, images)
    return Table(
        entries=np.zeros(2 << bits, dtype=np.uint64),
        images=to,
        originals=np.argsort(to, axis=1).astype(np.int32),
    )


@lru_cache(maxsize=64)
def _image_maps(spec: GameSpec, images: tuple[Symmetry, ...]) -> NDArray[np.int32]:
    """[image, cell]: where each symmetry takes a cell."""
    maps = np.zeros((len(images), spec.cell_count), dtype=np.int32)
    for i, symmetry in enumerate(images):
        for number in range(spec.cell_count):
            row, column = divmod(number, spec.columns)
            moved = move_cell(spec, symmetry, Cell(column, row))
            maps[i, number] = moved.row * spec.columns + moved.column
    return maps


@lru_cache(maxsize=64)
def _zobrist(spec: GameSpec, images: tuple[Symmetry, ...]) -> NDArray[np.uint64]:
    """Random words, the same in every run; an image's word for a cell is that of the moved cell."""
    random = Random(f"zobrist {spec.cell_count}")
    words = np.array(
        [[random.getrandbits(64) for _ in range(spec.cell_count)] for _ in Side], dtype=np.uint64
    )
    maps = _image_maps(spec, images)
    return np.ascontiguousarray(words[:, maps].transpose(1, 0, 2))


def _frames(plies: int, spec: GameSpec) -> Any:
    from kinarow.search.kernel import ONE_A_PLY, Frames

    def ints(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, dtype=np.int64)

    moves = spec.columns if spec.gravity else spec.cell_count
    one_a_ply: dict[str, Any] = {name: ints(plies) for name in ONE_A_PLY}
    return Frames(
        **one_a_ply,
        places=ints(plies, moves),
        merits=ints(plies, moves),
        killers=np.full((plies, 2), -1, dtype=np.int32),
        history=ints(2, spec.cell_count),
        lines=np.zeros((plies, plies + 1), dtype=np.int32),
        line_lengths=ints(plies),
    )
