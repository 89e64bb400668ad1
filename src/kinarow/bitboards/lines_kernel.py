"""Lines of any length on bitboards, for one board or for eight in lanes.

`stones` may be a word, a wide board, or lanes of either: only operators that all have are used.
"""

from kinarow.bitboards.desk_kernel import IS_FOUR, STEP_COUNT, STEPS, STRIDE, TARGET
from kinarow.game.bit_lines_kernel import completes_four, completes_line
from kinarow.native.intrinsics import load
from kinarow.native.kernels import inlined
from kinarow.native.types import Boards
from kinarow.native.words import Word

_ONE, _TWO, _THREE = Word(1), Word(2), Word(3)
_WORD_BYTES = Word(8)


@inlined
def winning_cells(stones: Boards, desk: Word) -> Boards:
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
        step = load(desk + STEPS + Word(direction) * _WORD_BYTES)
        found = found | completes_line(stones, step, target)
    return found


@inlined
def exact_winning_cells(stones: Word, desk: Word) -> Word:
    """The cells, taken or not, that complete a line of exactly the target with these stones: some
    right before the cell, the rest right after it, and none at either end of them."""
    found, target = Word(0), load(desk + TARGET)
    for direction in range(load(desk + STEP_COUNT)):
        step = load(desk + STEPS + Word(direction) * _WORD_BYTES)
        before, next_before = ~Word(0), stones << step
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


@inlined
def lines(stones: Boards, desk: Word) -> Boards:
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
        step = load(desk + STEPS + Word(direction) * _WORD_BYTES)
        line = stones
        distance = step
        for _ in range(1, target):
            line = line & (stones >> distance)
            distance += step
        found = found | line
    return found


@inlined
def _fours(stones: Boards, step: Word) -> Boards:
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (step + step))
