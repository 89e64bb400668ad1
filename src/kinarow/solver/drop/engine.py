"""Games with gravity whose board fits 128 bits: the compiled solver's memory, and its questions.

The first question brings in the kernels' library, or numba where there is none. Only many positions
at once are arrays of numpy.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from ctypes import addressof, memset, sizeof
from typing import TYPE_CHECKING

from kinarow.bitboards.desk import WORD_BYTES, Memory, desk_for, fill, lay, signed, words
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.geometry import WORD_BITS, fits_words
from kinarow.solver.buffers import NO_LIMIT, zeroed
from kinarow.solver.engine import DEFAULT_MEGABYTES, Engine
from kinarow.solver.solution import Bounds
from kinarow.work.budget import Budget, least

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SMALLEST_TABLE = 8
_NODES_ALONE = 30_000
"""What one thread visits before others join it: more than most positions take."""


_MOST_WORDS = 2


def fits(spec: GameSpec, *, words: int = _MOST_WORDS) -> bool:
    """Whether the board fits so many words; a column must not fill them, since nothing can be
    shifted by all of its bits."""
    return spec.gravity and spec.rows + 1 < words * WORD_BITS and fits_words(spec, words)


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
        from kinarow.bitboards import desk_kernel as at
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
        self.desks = [desk_for(spec, self.words) for _ in range(threads)]
        self.busy = words(at.BUSY_PLACES)
        self.stopped = threading.Event()
        values = {
            at.LEADER: addressof(self.desks[0]),
            at.TABLE: addressof(self.table),
            at.BUCKET_SHIFT: bucket_bytes.bit_length() - 1,
            at.TABLE_BITS: start,
            at.TABLE_START: start,
            at.TABLE_LIMIT: limit,
        }
        for desk in self.desks:
            fill(desk, values)
        make_ready(self._kernel())
        begin(addressof(self.desks[0]))

    def _prove(
        self, position: Position, window: Bounds, weak: bool, budget: Budget
    ) -> tuple[Bounds, int]:
        from kinarow.bitboards import desk_kernel as at

        limit = budget.nodes_left
        own, occupied = position.stones(position.mover), position.first | position.second
        for desk in self.desks:
            lay(desk, {at.OWN: own, at.OCCUPIED: occupied}, self.words)
        alone = limit if self.threads == 1 else least(limit, _NODES_ALONE)
        self._begin(alone)
        with budget.watched(self.stop):
            self._run(self.desks[0], window, weak)
            if self.threads > 1 and not _is_answered(self._known(), weak):
                self._go_on_together(limit, weak)
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

    def _run(self, desk: Memory, window: Bounds, weak: bool) -> None:
        low, high = window.low, window.high
        self._kernel()(*self._like, low, high, int(weak), addressof(desk))

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

    def _go_on_together(self, limit: int | None, weak: bool) -> None:
        """Rounds in which all threads work on the question, each twice as long as the one before;
        in between the table grows, which they could not wait for otherwise."""
        nodes, known = _NODES_ALONE, self._known()
        with ThreadPoolExecutor(self.threads) as pool:
            while not (self.stopped.is_set() or _is_answered(known, weak)):
                left = None if limit is None else limit - self._spent()
                if left is not None and left <= 0:
                    return
                each = nodes if left is None else min(nodes, left // self.threads)
                self._share_table(each)
                if self.stopped.is_set():  # which sharing may have undone
                    return
                jobs = [pool.submit(self._run, desk, known, weak) for desk in self.desks]
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


def _is_answered(known: Bounds, weak: bool) -> bool:
    return known.exact is not None or (weak and known.outcome is not None)


def _low_and_high(desk: Memory) -> tuple[int, int]:
    from kinarow.bitboards import desk_kernel as at

    return signed(desk[at.index(at.LOW)]), signed(desk[at.index(at.HIGH)])
