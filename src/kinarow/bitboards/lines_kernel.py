"""Lines of any length on bitboards, for one board or for eight in lanes.

`stones` may be a word, a wide board, or lanes of either: only operators that all have are used.
"""

import numpy as np

from kinarow.bitboards.desk_kernel import IS_FOUR, STEP_COUNT, STEPS, STRIDE, TARGET
from kinarow.game.bit_lines_kernel import completes_four, completes_line
from kinarow.native.intrinsics import load
from kinarow.native.jit import jit_inlined
from kinarow.native.types import Boards

_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_WORD_BYTES = np.uint64(8)


@jit_inlined
def winning_cells(stones: Boards, desk: np.uint64) -> Boards:
    """The cells, taken or not, that complete a line with these stones."""
    if load(desk + IS_FOUR):
        stride = load(desk + STRIDE)
        return (
            ((stones << _ONE) & (stones << _TWO) & (stones << _THREE))
            | completes_four(stones, stride - _ONE)
            | completes_four(stones, stride)
            | completes_four(stones, stride + _ONE)
        )
    found = stones & ~stones
    target = load(desk + TARGET)
    for direction in range(load(desk + STEP_COUNT)):
        step = load(desk + STEPS + np.uint64(direction) * _WORD_BYTES)
        found = found | completes_line(stones, step, target)
    return found


@jit_inlined
def exact_winning_cells(stones: np.uint64, desk: np.uint64) -> np.uint64:
    """The cells, taken or not, that complete a line of exactly the target with these stones: some
    right before the cell, the rest right after it, and none at either end of them."""
    found, target = np.uint64(0), load(desk + TARGET)
    for direction in range(load(desk + STEP_COUNT)):
        step = load(desk + STEPS + np.uint64(direction) * _WORD_BYTES)
        before, next_before = ~np.uint64(0), stones << step
        for count in range(target):
            # One step at a time: a word cannot be shifted by all of its bits at once.
            line, next_after = before & ~next_before, stones >> step
            for _ in range(count + 1, target):
                line &= next_after
                next_after >>= step
            found |= line & ~next_after
            before &= next_before
            next_before <<= step
    return found


@jit_inlined
def lines(stones: Boards, desk: np.uint64) -> Boards:
    """The first cells of the lines that these stones have; nothing if they have none."""
    if load(desk + IS_FOUR):
        stride = load(desk + STRIDE)
        return (
            _fours(stones, _ONE)
            | _fours(stones, stride - _ONE)
            | _fours(stones, stride)
            | _fours(stones, stride + _ONE)
        )
    found = stones & ~stones
    target = load(desk + TARGET)
    for direction in range(load(desk + STEP_COUNT)):
        step = load(desk + STEPS + np.uint64(direction) * _WORD_BYTES)
        line = stones
        distance = step
        for _ in range(1, target):
            line = line & (stones >> distance)
            distance += step
        found = found | line
    return found


@jit_inlined
def _fours(stones: Boards, step: np.uint64) -> Boards:
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (step + step))
