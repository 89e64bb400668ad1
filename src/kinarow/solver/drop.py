"""Games with gravity whose board fits 128 bits: the compiled solver's memory, and its questions.

This module imports numpy and, with the first question, numba: import it only where it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.geometry import geometry
from kinarow.native.watch import Watch
from kinarow.solver.engine import DEFAULT_MEGABYTES, Engine, ValueQuestion
from kinarow.solver.memory import NO_LIMIT, WORD_BITS, fill, zeroed
from kinarow.solver.solution import Bounds

_SMALLEST_TABLE = 8
_WORD_BYTES, _WORD_MASK = 8, (1 << WORD_BITS) - 1


_MOST_WORDS = 2

_KEY_FACTORS = {1: 0x9E3779B97F4A7C15, 2: 0x9E3779B97F4A7C15F39CC0605CEDC835}
"""By words: 2⁶⁴ and 2¹²⁸ divided by the golden ratio, which mix well."""


def fits(spec: GameSpec, *, words: int = _MOST_WORDS) -> bool:
    """Whether so many words have a bit for each cell and a spare one for each column; a column must
    not fill them, since nothing can be shifted by all of its bits."""
    bits, stride = words * WORD_BITS, spec.rows + 1
    return spec.gravity and stride < bits and spec.columns * stride <= bits


def fits_one_word(spec: GameSpec) -> bool:
    """Whether boards are words, so that many of them can be asked about in one call."""
    return fits(spec, words=1)


class DropSolver(Engine):
    """One game's solver. What it has proven stays in its table from question to question."""

    def __init__(
        self, spec: GameSpec, *, megabytes: int = DEFAULT_MEGABYTES, threads: int = 1
    ) -> None:
        if not fits(spec):
            raise KinarowError(f"{spec} does not fit the solver's {_MOST_WORDS * WORD_BITS} bits")
        from kinarow.native.intrinsics import address_of
        from kinarow.solver.drop_table_kernel import BUCKET_ENTRIES, DATA_BITS, begin

        super().__init__(spec)
        self.threads = threads
        self.words = 1 if fits_one_word(spec) else _MOST_WORDS
        key_bits = spec.columns * (spec.rows + 1)
        bucket_bytes = BUCKET_ENTRIES * self.words * _WORD_BYTES
        # A key's rest and the bounds must fit an entry, so large boards need a table of some size.
        least = key_bits + DATA_BITS[self.words] - self.words * WORD_BITS
        limit = min(max(((megabytes << 20) // bucket_bytes).bit_length() - 1, least), key_bits)
        # Several threads cannot wait for each other while the table grows, so theirs does not.
        start = limit if threads > 1 else min(max(_SMALLEST_TABLE, least), limit)
        start += (limit - start) % 2  # growing by four is to lead to the limit
        self.table = zeroed(bucket_bytes << limit)
        self.desks = [
            _desk(spec, self.words, self.table, start, limit, alternative)
            for alternative in range(threads)
        ]
        for desk in self.desks:
            begin(address_of(desk))

    def _prove(self, position: Position, question: ValueQuestion) -> tuple[Bounds, int]:
        from kinarow.native.intrinsics import address_of
        from kinarow.solver import desk_kernel as at

        window, weak, prove = question.window, int(question.weak), self._kernel()
        self._begin(question.nodes)
        own, occupied = position.stones(position.mover), position.first | position.second
        for desk in self.desks:
            _lay(desk, {at.OWN: own, at.OCCUPIED: occupied}, self.words)
        with Watch(self.stop, question.seconds, question.stop):

            def run(desk: NDArray[np.uint64]) -> NDArray[np.uint64]:
                prove(window.low, window.high, weak, address_of(desk))
                return desk

            answer = run(self.desks[0]) if self.threads == 1 else self._first_to_finish(run)
        spent = sum(int(desk[at.index(at.NODES)]) for desk in self.desks)
        return Bounds(*_low_and_high(answer)), spent

    def _kernel(self) -> Callable[[int, int, int, np.uint64], None]:
        if self.words == 1:
            from kinarow.solver.drop_kernel import prove

            return partial(prove, np.uint64(0))
        from kinarow.solver.wide_drop_kernel import prove_wide

        return prove_wide

    def prove_many(self, positions: Sequence[Position]) -> list[tuple[Bounds, int]]:
        """What is proven of many positions in one call, and the nodes that each took."""
        stones = np.array([(p.first, p.second) for p in positions], dtype=np.uint64).reshape(-1, 2)
        bounds, nodes = self.prove_boards(stones[:, 0], stones[:, 1])
        return [
            (Bounds(low, high), count)
            for (low, high), count in zip(bounds.tolist(), nodes.tolist(), strict=True)
        ]

    def prove_boards(
        self,
        first: NDArray[np.uint64],
        second: NDArray[np.uint64],
        *,
        weak: bool = False,
        fresh: bool = False,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What is proven of many boards of one word in one call, [position, low or high], and each
        one's nodes.

        If `fresh`, the table is emptied before each position, as benchmarks want it.
        """
        from kinarow.native.intrinsics import address_of
        from kinarow.solver.many_boards_kernel import prove_many

        occupied = first | second
        own = np.where(np.bitwise_count(occupied) % 2 == 0, first, second)
        bounds = np.empty((len(own), 2), dtype=np.int64)
        nodes = np.zeros(len(own), dtype=np.int64)
        desk = address_of(self.desks[0])
        with self.lock:
            self._begin(None)
            prove_many(own, occupied, bounds, nodes, int(weak), fresh, desk)
        return bounds, nodes

    def forget(self) -> None:
        from kinarow.native.intrinsics import address_of
        from kinarow.solver.drop_table_kernel import begin, clear

        with self.lock:
            clear(address_of(self.desks[0]))
            for desk in self.desks[1:]:  # which share the table
                begin(address_of(desk))

    def stop(self) -> None:
        """End the question that is being worked on, from another thread."""
        from kinarow.solver import desk_kernel as at

        for desk in self.desks:
            desk[at.index(at.STOP)] = 1

    def progress(self) -> tuple[Bounds, int]:
        from kinarow.solver import desk_kernel as at

        nodes = sum(int(desk[at.index(at.NODES)]) for desk in self.desks)
        low, high = _low_and_high(self.desks[0])  # written one after the other, meanwhile
        return Bounds(min(low, high), max(low, high)), nodes

    def _begin(self, nodes: int | None) -> None:
        from kinarow.solver import desk_kernel as at

        limit = NO_LIMIT if nodes is None else max(1, nodes // self.threads)
        for desk in self.desks:
            fill(desk, {at.NODES: 0, at.STOP: 0, at.NODE_LIMIT: limit})

    def _first_to_finish(
        self, run: Callable[[NDArray[np.uint64]], NDArray[np.uint64]]
    ) -> NDArray[np.uint64]:
        """All threads ask the same question of the same table, each trying moves in an order of
        its own; what one has proven the others find. The first answer ends it."""
        with ThreadPoolExecutor(self.threads) as pool:
            jobs = [pool.submit(run, desk) for desk in self.desks]
            done, _ = wait(jobs, return_when=FIRST_COMPLETED)
            self.stop()
        return done.pop().result()


def _lay(desk: NDArray[np.uint64], boards: dict[Any, int], words: int) -> None:
    """Lay boards on a desk, each of so many words, the lowest first."""
    from kinarow.solver.desk_kernel import index

    for offset, board in boards.items():
        for word in range(words):
            desk[index(offset) + word] = board >> (word * WORD_BITS) & _WORD_MASK


def _low_and_high(desk: NDArray[np.uint64]) -> tuple[int, int]:
    from kinarow.solver import desk_kernel as at

    low, high = desk[[at.index(at.LOW), at.index(at.HIGH)]].view(np.int64)
    return int(low), int(high)


def _desk(
    spec: GameSpec,
    words: int,
    table: NDArray[np.uint64],
    start: int,
    limit: int,
    alternative: int,
) -> NDArray[np.uint64]:
    """A desk laid out for a board."""
    from kinarow.native.intrinsics import address_of
    from kinarow.native.lanes import LANES
    from kinarow.solver import desk_kernel as at
    from kinarow.solver.drop_table_kernel import BUCKET_ENTRIES

    on, chunks = geometry(spec), -(-spec.columns // LANES)
    frame_words = (words + 1) * chunks * LANES
    frames = (spec.cell_count + 1) * frame_words
    desk = np.zeros(at.DESK_WORDS + frames, dtype=np.uint64)
    key_bits = spec.columns * on.stride
    steps = sorted(on.steps.values())
    values: dict[Any, int] = {
        at.STRIDE: on.stride,
        at.CELLS: spec.cell_count,
        at.COLUMNS: spec.columns,
        at.TARGET: spec.target,
        at.IS_FOUR: int(spec.target == 4 and spec.columns >= 4),
        at.STEP_COUNT: len(steps),
        at.TABLE: int(address_of(table)),
        at.BUCKET_SHIFT: (BUCKET_ENTRIES * words * _WORD_BYTES).bit_length() - 1,
        at.KEY_BITS: key_bits,
        at.TABLE_BITS: start,
        at.TABLE_START: start,
        at.TABLE_LIMIT: limit,
        at.CHUNKS: chunks,
        at.FRAME_BYTES: frame_words * desk.itemsize,
        at.FRAMES: int(address_of(desk)) + at.DESK_WORDS * desk.itemsize,
    }
    boards: dict[Any, int] = {
        at.BOTTOM: on.bottom,
        at.BOARD: on.board,
        at.SPARE: on.bottom << spec.rows,
        at.ANSWERS: sum(on.bottom << row for row in range(spec.rows - 2, -1, -2)),
        at.KEY_MASK: (1 << key_bits) - 1,
        at.KEY_FACTOR: _KEY_FACTORS[words],
    }
    fill(desk, values)
    _lay(desk, boards, words)
    desk[at.index(at.STEPS) :][: len(steps)] = steps
    for column in range(spec.columns):
        chunk, lane = divmod(column, LANES)
        for word in range(words):
            place = at.index(at.COLUMN_MASKS) + (chunk * words + word) * LANES + lane
            desk[place] = on.column_mask(column) >> (word * WORD_BITS) & _WORD_MASK
        desk[at.index(at.COLUMN_RANKS) + column] = _rank(spec, column, alternative)
    return desk


def _rank(spec: GameSpec, column: int, alternative: int) -> int:
    """Columns near the centre first; other threads shift the centre a little."""
    shift = (alternative + 1) // 2 * (1 if alternative % 2 else -1)
    from_centre = 2 * ((column - shift) % spec.columns) - spec.columns + 1
    return 2 * spec.columns - abs(from_centre)
