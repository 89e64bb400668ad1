"""The desk that kernels work on, which know it by its address: laid out for a game with gravity."""

from __future__ import annotations

from ctypes import Array, addressof, c_uint64
from typing import Any, Final

from kinarow.game import GameSpec
from kinarow.game.geometry import WORD_BITS, geometry

WORD_BYTES: Final = 8
_WORD_MASK = (1 << WORD_BITS) - 1
_KEY_FACTORS = {1: 0x9E3779B97F4A7C15, 2: 0x9E3779B97F4A7C15F39CC0605CEDC835}
"""By words: 2⁶⁴ and 2¹²⁸ divided by the golden ratio, which mix well."""


Memory = Array[c_uint64]
"""Words in a row."""


def words(count: int) -> Memory:
    """A few words, all zero."""
    return (c_uint64 * count)()


def signed(word: int) -> int:
    """The number that a word stands for, of which one bit is the sign."""
    return word - (1 << WORD_BITS) if word >> (WORD_BITS - 1) else word


def fill(desk: Memory, values: dict[Any, int]) -> None:
    """Lay values on a desk, by the names of `desk_kernel`."""
    from kinarow.bitboards.desk_kernel import index

    for offset, value in values.items():
        desk[index(offset)] = value


def lay(desk: Memory, boards: dict[Any, int], count: int) -> None:
    """Lay boards on a desk, each of so many words, the lowest first."""
    from kinarow.bitboards.desk_kernel import index

    for offset, board in boards.items():
        for word in range(count):
            desk[index(offset) + word] = board >> (word * WORD_BITS) & _WORD_MASK


def desk_for(spec: GameSpec, words_each: int) -> Memory:
    """A desk laid out for boards of so many words, without a table."""
    from kinarow.bitboards import desk_kernel as at
    from kinarow.native.lanes import LANES

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
        at.KEY_BITS: key_bits,
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
    lay(desk, boards, words_each)
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
