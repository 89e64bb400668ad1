"""The memory of a search of threats with gravity: a desk of `search/drop`, longer by a few
words, where each feature has two sums at once.

An evaluator may count otherwise when the other side is to move, and leaves of this search lie at
different depths. So a table's entry is two numbers in one word: what a code counts after an even
number of stones, and, shifted up by 32 bits, after an odd one. Words are added and subtracted as
they are.
"""

from typing import Any

import numpy as np

from kinarow.native.intrinsics import load, signed, store
from kinarow.native.jit import jit_inlined
from kinarow.search.drop.desk_kernel import CODES, DESK_WORDS, POINTS, entries_of, judged

_WORD_BYTES = 8


def _at(word: int) -> np.uint64:
    return np.uint64((DESK_WORDS + word) * _WORD_BYTES)


RULES = _at(0)
"""The address of a desk of the solver's, which knows the board as the solver does."""
LANES = _at(1)
"""How far into a frame the lanes of its moves are, in bytes: the mover's winning cells after each,
then their ranks."""
FREE, REDUCE, DEEPER, PROOFS = _at(2), _at(3), _at(4), _at(5)
"""Options, 0 or 1: see `threats/options.py`."""
SO_FAR = _at(6)
"""The score of the position's best line so far, at this depth."""
LEFT_OUT = _at(7)
"""The cells that are not tried in the position itself."""
LEAVES, LEAF_ROOM, LEAF_COUNT = _at(8), _at(9), _at(10)
"""The address of some leaves that decided what a node is worth, each as the mover's stones and all
stones; how many there is room for, 0 if none are kept; and how many there were."""
LEAF_SHARE, LEAF_CHANCE = _at(11), _at(12)
"""One node in so many has its leaf kept, more of those higher in the tree; and what chance goes
by."""
PROBCUT = _at(13)
"""By how many points a shallower search must miss the window to be believed; 0 for never."""
THREAT_DESK_WORDS = DESK_WORDS + 14

_ZERO, _ONE, _WORD = np.uint64(0), np.uint64(1), np.uint64(8)
_LOW_HALF, _HALF_BITS = np.uint64(0xFFFF_FFFF), np.uint64(32)
_SIGN, _BORROW = np.uint64(1 << 31), np.uint64(1 << 32)


@jit_inlined
def _low_half_of(pair: np.uint64) -> int:
    low = pair & _LOW_HALF
    number: int = signed(low - _BORROW if low & _SIGN else low)
    return number


@jit_inlined
def _high_half_of(pair: np.uint64) -> int:
    number: int = signed(pair - np.uint64(_low_half_of(pair))) >> 32
    return number


@jit_inlined
def put_pairs(bit: np.uint64, side: np.uint64, desk: np.uint64) -> Any:
    """Put a stone; returns by how much it changes both sums."""
    points, codes = load(desk + POINTS), load(desk + CODES)
    entry, end = entries_of(bit, side, desk)
    pair = _ZERO
    while entry < end:
        word = load(entry)
        code = load(codes + (word & _LOW_HALF))
        after = code + (word >> _HALF_BITS)
        store(codes + (word & _LOW_HALF), after)
        pair += load(points + after) - load(points + code)
        entry += _WORD
    return pair


@jit_inlined
def gain_of_pairs(bit: np.uint64, side: np.uint64, desk: np.uint64) -> Any:
    """By how much a stone would change both sums."""
    points, codes = load(desk + POINTS), load(desk + CODES)
    entry, end = entries_of(bit, side, desk)
    pair = _ZERO
    while entry < end:
        word = load(entry)
        now = points + load(codes + (word & _LOW_HALF))
        pair += load(now + (word >> _HALF_BITS)) - load(now)
        entry += _WORD
    return pair


@jit_inlined
def opinion(
    pair: np.uint64, own: np.uint64, other: np.uint64, side: np.uint64, desk: np.uint64
) -> int:
    """What the evaluator thinks of a board for the side to move, whose stones are `own`."""
    total = _high_half_of(pair) if side else _low_half_of(pair)
    number: int = judged(total, own, other, side, desk)
    return number
