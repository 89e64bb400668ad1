"""Games with gravity whose board fits 128 bits: the compiled solver's memory, and its questions.

The first question brings in the kernels' library, or numba where there is none. Only many positions
at once are arrays of numpy.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from ctypes import addressof, memset, sizeof
from typing import TYPE_CHECKING, Any

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.geometry import geometry
from kinarow.native.watch import Watch
from kinarow.solver.buffers import (
    NO_LIMIT,
    WORD_BITS,
    WORD_BYTES,
    Memory,
    fill,
    signed,
    words,
    zeroed,
)
from kinarow.solver.engine import DEFAULT_MEGABYTES, Engine, ValueQuestion
from kinarow.solver.solution import Bounds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SMALLEST_TABLE = 8
_NODES_ALONE = 30_000
"""What one thread visits before others join it: more than most positions take."""
_WORD_MASK = (1 << WORD_BITS) - 1


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
        from kinarow.bitboards.desk_kernel import BUSY_PLACES, LEADER, index
        from kinarow.native.kernels import make_ready
        from kinarow.solver.drop.table_kernel import BUCKET_ENTRIES, DATA_BITS, begin

        super().__init__(spec)
        self.threads = threads
        self.words = 1 if fits_one_word(spec) else _MOST_WORDS
        key_bits = spec.columns * (spec.rows + 1)
        bucket_bytes = BUCKET_ENTRIES * self.words * WORD_BYTES
        # A key's rest and the bounds must fit an entry, so large boards need a table of some size.
        least = key_bits + DATA_BITS[self.words] - self.words * WORD_BITS
        limit = min(max(((megabytes << 20) // bucket_bytes).bit_length() - 1, least), key_bits)
        start = min(max(_SMALLEST_TABLE, least), limit)
        start += (limit - start) % 2  # growing by four is to lead to the limit
        self.table = zeroed(bucket_bytes << limit)
        table = addressof(self.table)
        self.desks = [desk_for(spec, self.words, table, start, limit) for _ in range(threads)]
        self.busy = words(BUSY_PLACES)
        self.stopped = threading.Event()
        for desk in self.desks:
            desk[index(LEADER)] = addressof(self.desks[0])
        make_ready(self._kernel())
        begin(addressof(self.desks[0]))

    def _prove(self, position: Position, question: ValueQuestion) -> tuple[Bounds, int]:
        from kinarow.bitboards import desk_kernel as at

        window, limit = question.window, question.nodes
        own, occupied = position.stones(position.mover), position.first | position.second
        for desk in self.desks:
            _lay(desk, {at.OWN: own, at.OCCUPIED: occupied}, self.words)
        alone = limit if self.threads == 1 else _least(limit, _NODES_ALONE)
        self._begin(alone)
        with Watch(self.stop, question.seconds, question.stop):
            self._run(self.desks[0], window, question)
            if self.threads > 1 and not _is_answered(self._known(), question):
                self._go_on_together(question)
        return self._known(), self._spent()

    def _kernel(self) -> Callable[..., None]:
        if self.words == 1:
            from kinarow.solver.drop.kernel import prove

            return prove
        from kinarow.solver.drop.wide_kernel import prove_wide

        return prove_wide

    def _grow(self) -> Callable[..., None]:
        if self.words == 1:
            from kinarow.solver.drop.table_kernel import grow

            return grow
        from kinarow.solver.drop.wide_kernel import grow_wide

        return grow_wide

    @property
    def _like(self) -> tuple[int, ...]:
        """What says that boards are words, for kernels that know both."""
        return (0,) if self.words == 1 else ()

    def _run(self, desk: Memory, window: Bounds, question: ValueQuestion) -> None:
        weak = int(question.weak)
        self._kernel()(*self._like, window.low, window.high, weak, addressof(desk))

    def _known(self) -> Bounds:
        return Bounds(*_low_and_high(self.desks[0]))

    def _spent(self) -> int:
        from kinarow.bitboards.desk_kernel import NODES, index

        return sum(int(desk[index(NODES)]) for desk in self.desks)

    def prove_many(self, positions: Sequence[Position]) -> list[tuple[Bounds, int]]:
        """What is proven of many positions in one call, and the nodes that each took."""
        import numpy as np

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
        import numpy as np

        from kinarow.solver.drop.batch_kernel import prove_many

        occupied = first | second
        own = np.where(np.bitwise_count(occupied) % 2 == 0, first, second)
        bounds = np.empty((len(own), 2), dtype=np.int64)
        nodes = np.zeros(len(own), dtype=np.int64)
        desk = addressof(self.desks[0])
        with self.lock:
            self._begin(None)
            prove_many(
                own.ctypes.data, occupied.ctypes.data, bounds.ctypes.data, nodes.ctypes.data,
                len(own), int(weak), int(fresh), desk,
            )  # fmt: skip
        return bounds, nodes

    def forget(self) -> None:
        from kinarow.solver.drop.table_kernel import clear

        with self.lock:
            clear(addressof(self.desks[0]))

    def stop(self) -> None:
        """End the question that is being worked on, from another thread."""
        self.stopped.set()
        self._end_round()

    def _end_round(self) -> None:
        from kinarow.bitboards.desk_kernel import STOP, index

        for desk in self.desks:
            desk[index(STOP)] = 1

    def progress(self) -> tuple[Bounds, int]:
        low, high = _low_and_high(self.desks[0])  # written one after the other, meanwhile
        return Bounds(min(low, high), max(low, high)), self._spent()

    def _begin(self, nodes: int | None) -> None:
        from kinarow.bitboards import desk_kernel as at

        self.stopped.clear()
        limit = NO_LIMIT if nodes is None else nodes
        start = {at.NODES: 0, at.BEGUN: 0, at.STOP: 0, at.NODE_LIMIT: limit, at.BUSY: 0}
        for desk in self.desks:
            fill(desk, {**start, at.UNWIND: 0, at.GROW_AT: self._full()})

    def _full(self) -> int:
        """How many entries written let the table grow."""
        from kinarow.bitboards.desk_kernel import TABLE_BITS, TABLE_LIMIT, index

        bits, limit = (int(self.desks[0][index(name)]) for name in (TABLE_BITS, TABLE_LIMIT))
        return 1 << bits if bits + 2 <= limit else NO_LIMIT

    def _go_on_together(self, question: ValueQuestion) -> None:
        """Rounds in which all threads work on the question, each twice as long as the one before;
        in between the table grows, which they could not wait for otherwise."""
        nodes, known = _NODES_ALONE, self._known()
        with ThreadPoolExecutor(self.threads) as pool:
            while not (self.stopped.is_set() or _is_answered(known, question)):
                left = None if question.nodes is None else question.nodes - self._spent()
                if left is not None and left <= 0:
                    return
                self._share_table(_least(nodes, None if left is None else left // self.threads))
                if self.stopped.is_set():  # which sharing may have undone
                    return
                jobs = [pool.submit(self._run, desk, known, question) for desk in self.desks]
                wait(jobs, return_when=FIRST_COMPLETED)
                self._end_round()
                for job in jobs:
                    job.result()
                nodes, known = 2 * nodes, self._known()

    def _share_table(self, nodes: int) -> None:
        """Let the table grow if it is full, and give each desk so many nodes more."""
        from kinarow.bitboards import desk_kernel as at

        first = self.desks[0]
        written = sum(int(desk[at.index(at.WRITTEN)]) for desk in self.desks)
        while written >= self._full():
            self._grow()(*self._like, addressof(first))
        sizes = {name: int(first[at.index(name)]) for name in (at.TABLE_BITS, at.REST_BITS)}
        memset(self.busy, 0, sizeof(self.busy))
        for desk in self.desks:
            limit = int(desk[at.index(at.NODES)]) + max(1, nodes)
            fill(desk, {at.BUSY: addressof(self.busy), at.UNWIND: 0, **sizes})
            fill(desk, {at.STOP: 0, at.NODE_LIMIT: limit, at.GROW_AT: NO_LIMIT, at.WRITTEN: 0})
        first[at.index(at.WRITTEN)] = written


def _least(one: int | None, other: int | None) -> int:
    """The smaller of two limits."""
    return min(limit for limit in (one, other) if limit is not None)


def _is_answered(known: Bounds, question: ValueQuestion) -> bool:
    return known.exact is not None or (question.weak and known.outcome is not None)


def _lay(desk: Memory, boards: dict[Any, int], count: int) -> None:
    """Lay boards on a desk, each of so many words, the lowest first."""
    from kinarow.bitboards.desk_kernel import index

    for offset, board in boards.items():
        for word in range(count):
            desk[index(offset) + word] = board >> (word * WORD_BITS) & _WORD_MASK


def _low_and_high(desk: Memory) -> tuple[int, int]:
    from kinarow.bitboards import desk_kernel as at

    return signed(desk[at.index(at.LOW)]), signed(desk[at.index(at.HIGH)])


def desk_for(spec: GameSpec, words_each: int, table: int, start: int, limit: int) -> Memory:
    """A desk laid out for boards of so many words, with a table of 2^`start` to 2^`limit` buckets
    at an address."""
    from kinarow.bitboards import desk_kernel as at
    from kinarow.native.lanes import LANES
    from kinarow.solver.drop.table_kernel import BUCKET_ENTRIES

    on, chunks = geometry(spec), -(-spec.columns // LANES)
    notes = (words_each + 1) * chunks * LANES
    frame_words = notes + at.NOTE_WORDS
    frames = (spec.cell_count + 1) * frame_words
    desk = words(at.DESK_WORDS + frames)
    key_bits = spec.columns * on.stride
    steps = sorted(on.steps.values())
    values: dict[Any, int] = {
        at.STRIDE: on.stride,
        at.CELLS: spec.cell_count,
        at.COLUMNS: spec.columns,
        at.TARGET: spec.target,
        at.IS_FOUR: int(spec.target == 4 and spec.columns >= 4),
        at.STEP_COUNT: len(steps),
        at.TABLE: table,
        at.BUCKET_SHIFT: (BUCKET_ENTRIES * words_each * WORD_BYTES).bit_length() - 1,
        at.KEY_BITS: key_bits,
        at.TABLE_BITS: start,
        at.TABLE_START: start,
        at.TABLE_LIMIT: limit,
        at.CHUNKS: chunks,
        at.NOTES: notes * WORD_BYTES,
        at.FRAME_BYTES: frame_words * WORD_BYTES,
        at.FRAMES: addressof(desk) + at.DESK_WORDS * WORD_BYTES,
    }
    boards: dict[Any, int] = {
        at.BOTTOM: on.bottom,
        at.BOARD: on.board,
        at.SPARE: on.bottom << spec.rows,
        at.ANSWERS: sum(on.bottom << row for row in range(spec.rows - 2, -1, -2)),
        at.KEY_MASK: (1 << key_bits) - 1,
        at.KEY_FACTOR: _KEY_FACTORS[words_each],
    }
    fill(desk, values)
    _lay(desk, boards, words_each)
    for number, step in enumerate(steps):
        desk[at.index(at.STEPS) + number] = step
    for column in range(spec.columns):
        chunk, lane = divmod(column, LANES)
        for word in range(words_each):
            place = at.index(at.COLUMN_MASKS) + (chunk * words_each + word) * LANES + lane
            desk[place] = on.column_mask(column) >> (word * WORD_BITS) & _WORD_MASK
        desk[at.index(at.COLUMN_RANKS) + column] = _rank(spec, column)
    return desk


def _rank(spec: GameSpec, column: int) -> int:
    """Columns near the centre first."""
    return 2 * spec.columns - abs(2 * column - spec.columns + 1)
