"""The compiled search for games with gravity whose board fits a word: memory for its kernel.

This module imports numba: import it only where it is needed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation import AnyEvaluator
from kinarow.game import Cell, Position, Side
from kinarow.native.intrinsics import address_of
from kinarow.search import drop_desk_kernel as desk
from kinarow.search.arrays import images_of
from kinarow.search.drop_constants import constants
from kinarow.search.drop_search_kernel import STOPPED_SEARCH, search_drop
from kinarow.search.limits import Limits
from kinarow.search.search_engine import (
    Counted,
    SearchEngine,
    deepest_of,
    table_bits_for,
)
from kinarow.search.values_kernel import NODE_LIMIT, STOP

_WORD_BYTES = 8
_NO_BIT = 64


class DropEngine(SearchEngine):
    """One search on words. Its memory is one array, the desk with its frames and the table; the
    features' codes lie apart."""

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        limits: Limits,
        side: Side,
        use_table: bool,
        control: NDArray[np.int64],
    ) -> None:
        super().__init__(position, evaluator, side)
        self.images = images_of(evaluator, position.spec)
        plies = deepest_of(position, limits) + 2
        table_bits = table_bits_for(plies - 2) if use_table else 0
        before_line = desk.FRAME_WORDS_BEFORE_MOVES + position.spec.columns
        frame_words = before_line + plies + 1
        frames_at = desk.DESK_WORDS
        table_at = frames_at + plies * frame_words
        self.memory = np.zeros(table_at + (2 << table_bits), dtype=np.uint64)
        self.desk = self.memory[:frames_at]
        frames = self.memory[frames_at:table_at].reshape(plies, frame_words)
        frames[:, desk.index(desk.KILLER) : desk.index(desk.SECOND_KILLER) + 1] = _NO_BIT
        self.root, self.root_line = frames[0], frames[0, before_line:]
        address = int(address_of(self.memory))
        self.address, self.control = np.uint64(address), control
        for offset, value in (
            (desk.TABLE, address + table_at * _WORD_BYTES),
            (desk.TABLE_BITS, table_bits),
            (desk.STOP, int(address_of(control)) + STOP * _WORD_BYTES),
            (desk.NODE_LIMIT, int(control[NODE_LIMIT])),
            (desk.ROOT_STONES, position.plies),
            (desk.FRAME_BYTES, frame_words * _WORD_BYTES),
            (desk.FRAMES, address + frames_at * _WORD_BYTES),
        ):
            self.desk[desk.index(offset)] = value

    def counted(self) -> Counted:
        first = desk.index(desk.NODES)
        return Counted(*self.desk[first : first + 3].tolist())

    def run(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        self._judge_leaves_at(depth)
        self.desk[desk.index(desk.DEPTH)] = depth
        position = self.position
        value = search_drop(np.uint64(position.first), np.uint64(position.second), self.address)
        if value == STOPPED_SEARCH:
            return None
        length = int(self.root[desk.index(desk.LINE_LENGTH)])
        stride = position.spec.rows + 1
        return value, tuple(Cell(*divmod(bit, stride)) for bit in self.root_line[:length].tolist())

    def _judge_leaves_at(self, depth: int) -> None:
        form = self.form_at(depth)
        if form is self.form:
            return
        assert form is not None
        known = constants(form, self.side, self.images)
        assert known is not None
        self.form = form
        self.codes = np.empty(max(1, known.features), dtype=np.uint64)
        self.desk[: desk.SAME_WORDS] = known.words
        self.desk[desk.index(desk.CODES)] = address_of(self.codes)
