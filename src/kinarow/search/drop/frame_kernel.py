"""What both searches with gravity on boards of one word do with a ply's frame, and with keys."""

from typing import Any

import numpy as np

from kinarow.native.intrinsics import load, store
from kinarow.native.jit import jit_inlined
from kinarow.search.drop.desk_kernel import (
    COLUMNS,
    FRAME_BYTES,
    IMAGES,
    LINE_LENGTH,
    MOVES,
    ZOBRIST,
    word_at,
)

_ONE, _WORD, _SIDE_BYTES = np.uint64(1), np.uint64(8), np.uint64(64 * 8)


@jit_inlined
def count_up(counter: np.uint64, desk: np.uint64) -> Any:
    count = load(desk + counter) + _ONE
    store(desk + counter, count)
    return count


@jit_inlined
def line_at(frame: np.uint64, desk: np.uint64) -> Any:
    """The address of the best line of a frame."""
    return frame + MOVES + load(desk + COLUMNS) * _WORD


@jit_inlined
def set_line(bit: np.uint64, frame: np.uint64, desk: np.uint64) -> None:
    """The best line from here is one move."""
    store(line_at(frame, desk), bit)
    store(frame + LINE_LENGTH, _ONE)


@jit_inlined
def raise_line_over(bit: np.uint64, frame: np.uint64, desk: np.uint64) -> None:
    """The best line from here is this move and then the best line from the next ply."""
    below = frame + load(desk + FRAME_BYTES)
    line, rest, length = line_at(frame, desk), line_at(below, desk), load(below + LINE_LENGTH)
    store(line, bit)
    for i in range(length):
        store(line + (np.uint64(i) + _ONE) * _WORD, word_at(rest, np.uint64(i)))
    store(frame + LINE_LENGTH, length + _ONE)


@jit_inlined
def key_after(key: np.uint64, image: int, side: np.uint64, bit: np.uint64, desk: np.uint64) -> Any:
    """The hash of an image of the position after a move; of one not in use, never least."""
    if np.uint64(image) >= load(desk + IMAGES):
        return key
    words = load(desk + ZOBRIST) + (np.uint64(2 * image) + side) * _SIDE_BYTES
    return key ^ word_at(words, bit)
