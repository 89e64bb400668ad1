"""The compiled search for games with gravity whose board fits a word: memory for its kernel.

This module imports numba: import it only where it is needed.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import cached_property

import numpy as np

from kinarow.evaluation import AnyEvaluator
from kinarow.game import Cell, Position, Side
from kinarow.native.intrinsics import address_of
from kinarow.native.types import Words
from kinarow.search.constants_kernel import INFINITE, STOP
from kinarow.search.drop import desk_kernel as desk
from kinarow.search.drop.constants import Constants, constants
from kinarow.search.drop.deferred_kernel import BUSY_BITS
from kinarow.search.drop.kernel import STOPPED_SEARCH, lay_out, visit_drop
from kinarow.search.engine import SearchCounts, SearchEngine, table_bits_for
from kinarow.search.general.arrays import images_of
from kinarow.work.budget import Budget

_WORD_BYTES = 8
_NO_BIT = 64
_ROOT_SUM = desk.index(desk.ROOT_SUM)
_LEAST_NODES_FOR_THREADS = 30_000
"""If the depth before took fewer nodes, this one is over before several threads have begun."""


class DropEngine(SearchEngine):
    """One search on words, by one thread or by several that share its table."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        deepest: int,
        budget: Budget,
        side: Side | None = None,
        table_bits: int | None = None,
        threads: int = 1,
    ) -> None:
        super().__init__(position, evaluator, deepest, budget, side)
        self.images = images_of(evaluator, position.spec)
        table_bits = table_bits_for(deepest) if table_bits is None else table_bits
        several = threads > 1 and table_bits > 0 and budget.nodes is None
        busy_words = 1 << BUSY_BITS if several else 0
        self.shared = np.zeros(busy_words + (2 << table_bits), dtype=np.uint64)
        address = int(address_of(self.shared))
        words = {
            desk.TABLE: address + busy_words * _WORD_BYTES,
            desk.TABLE_BITS: table_bits,
            desk.STOP: int(address_of(self.control)) + STOP * _WORD_BYTES,
            desk.ROOT_STONES: position.plies,
            desk.BUSY: address if several else 0,
        }
        count = threads if several else 1
        self.desks = [DropDesk(position, deepest + 2, words) for _ in range(count)]
        self.nodes_before, self.last_nodes = 0, 0

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        """The same threads for all depths, since new ones may share a core for a while."""
        return ThreadPoolExecutor(len(self.desks))

    def counted(self) -> SearchCounts:
        if len(self.desks) == 1:
            return self.desks[0].counted()
        return SearchCounts(*map(sum, zip(*(one.counted() for one in self.desks), strict=True)))

    def limit_nodes(self, nodes: int) -> None:
        for one in self.desks:
            one.set(desk.NODE_LIMIT, nodes)

    def run(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        form = self.form_at(depth)
        if form is not self.form:
            assert form is not None
            known = constants(form, self.side, self.images)
            assert known is not None
            self.form = form
            for one in self.desks:
                one.judge_by(known)
        if len(self.desks) == 1:
            return self.desks[0].search(depth)
        is_short = self.last_nodes < _LEAST_NODES_FOR_THREADS
        found = self.desks[0].search(depth) if is_short else self._first_to_finish(depth)
        nodes = self.counted().nodes
        self.nodes_before, self.last_nodes = nodes, nodes - self.nodes_before
        return found

    def _first_to_finish(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        """All threads search the same position, each putting off the moves that others are at; the
        first one that is done ends it."""
        jobs = [self._pool.submit(one.search, depth) for one in self.desks]
        try:
            done, _ = wait(jobs, return_when=FIRST_COMPLETED)
        finally:  # at Ctrl-C, too
            self.limit_nodes(0)
            wait(jobs)
        return done.pop().result()


class DropDesk:
    """What one thread works on: an array of the desk's words and of the plies' frames, and one of
    the codes of the evaluator's features. A frame ends with as many words as are asked for."""

    def __init__(
        self,
        position: Position,
        plies: int,
        words: dict[np.uint64, int],
        desk_words: int = desk.DESK_WORDS,
        last_words: int = 0,
    ) -> None:
        self.position = position
        before_line = desk.FRAME_WORDS_BEFORE_MOVES + position.spec.columns
        self.frame_words = frame_words = before_line + plies + 1 + last_words
        self.words: Words = np.zeros(desk_words + plies * frame_words, dtype=np.uint64)
        self.address = address_of(self.words)
        frames = self.words[desk_words:].reshape(plies, frame_words)
        frames[:, desk.index(desk.KILLER) : desk.index(desk.SECOND_KILLER) + 1] = _NO_BIT
        self.root, self.line = frames[0], frames[0, before_line:]
        self.root_sum = self.words[_ROOT_SUM : _ROOT_SUM + 1].view(np.int64)
        self.root_hashes = self.words[_ROOT_SUM + 1 : _ROOT_SUM + 3]
        self.counters = self.words[desk.index(desk.NODES) :][: len(SearchCounts._fields)]
        for offset, value in words.items():
            self.set(offset, value)
        self.set(desk.FRAME_BYTES, frame_words * _WORD_BYTES)
        self.set(desk.FRAMES, int(self.address) + desk_words * _WORD_BYTES)

    def set(self, offset: np.uint64, value: int) -> None:
        self.words[desk.index(offset)] = value

    def counted(self) -> SearchCounts:
        return SearchCounts(*self.counters.tolist())

    def judge_by(self, known: Constants) -> None:
        self.known = known  # the desk has only the addresses of its arrays
        self.codes = np.empty(max(1, known.features), dtype=np.uint64)
        self.words[: desk.SAME_WORDS] = known.words
        self.set(desk.CODES, int(address_of(self.codes)))

    def search(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        """The value of the position and the best line; None if the search was stopped."""
        self.set(desk.DEPTH, depth)
        position, mover = self.position, self.position.mover
        lay_out(np.uint64(position.first), np.uint64(position.second), self.address)
        key, mirrored = self.root_hashes
        value = visit_drop(
            0, np.uint64(position.stones(mover)), np.uint64(position.stones(mover.other)),
            self.root_sum[0], key, mirrored, -INFINITE, INFINITE, self.address,
        )  # fmt: skip
        if value == STOPPED_SEARCH:
            return None
        return value, self.best_line()

    def best_line(self) -> tuple[Cell, ...]:
        """The best line of the last search, empty if it found none."""
        length, stride = int(self.root[desk.index(desk.LINE_LENGTH)]), self.position.spec.rows + 1
        return tuple(Cell(*divmod(bit, stride)) for bit in self.line[:length].tolist())
