"""The desk that kernels work on: laid out for a game with gravity.

This module imports numpy and, with the first desk, numba: import it only where it is needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinarow.game import GameSpec
from kinarow.game.geometry import WORD_BITS, geometry

_WORD_MASK = (1 << WORD_BITS) - 1
_KEY_FACTORS = {1: 0x9E3779B97F4A7C15, 2: 0x9E3779B97F4A7C15F39CC0605CEDC835}
"""By words: 2⁶⁴ and 2¹²⁸ divided by the golden ratio, which mix well."""


def fill(desk: NDArray[np.uint64], values: dict[Any, int]) -> None:
    """Lay values on a desk, by the names of `desk_kernel`."""
    from kinarow.bitboards.desk_kernel import index

    for offset, value in values.items():
        desk[index(offset)] = value


def lay(desk: NDArray[np.uint64], boards: dict[Any, int], words: int) -> None:
    """Lay boards on a desk, each of so many words, the lowest first."""
    from kinarow.bitboards.desk_kernel import index

    for offset, board in boards.items():
        for word in range(words):
            desk[index(offset) + word] = board >> (word * WORD_BITS) & _WORD_MASK


def desk_for(spec: GameSpec, words: int) -> NDArray[np.uint64]:
    """A desk laid out for a board of so many words, without a table."""
    from kinarow.bitboards import desk_kernel as at
    from kinarow.native.intrinsics import address_of
    from kinarow.native.lanes import LANES

    on, chunks = geometry(spec), -(-spec.columns // LANES)
    notes = (words + 1) * chunks * LANES
    frame_words = notes + at.NOTE_WORDS
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
        at.KEY_BITS: key_bits,
        at.CHUNKS: chunks,
        at.NOTES: notes * desk.itemsize,
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
    lay(desk, boards, words)
    desk[at.index(at.STEPS) :][: len(steps)] = steps
    for column in range(spec.columns):
        chunk, lane = divmod(column, LANES)
        for word in range(words):
            place = at.index(at.COLUMN_MASKS) + (chunk * words + word) * LANES + lane
            desk[place] = on.column_mask(column) >> (word * WORD_BITS) & _WORD_MASK
        desk[at.index(at.COLUMN_RANKS) + column] = _rank(spec, column)
    return desk


def _rank(spec: GameSpec, column: int) -> int:
    """Columns near the centre first."""
    return 2 * spec.columns - abs(2 * column - spec.columns + 1)
