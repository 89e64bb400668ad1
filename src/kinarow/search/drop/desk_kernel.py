"""The memory of a search with gravity on a board of one word, and what a stone does to it.

A search has a desk: constants of the board, counters, codes of the evaluator's features, and a
frame for each ply. It is one array of words that kernels know by its address; the names here are
offsets into it, in bytes. What several searches share lies elsewhere, and the desk has its address.
"""

from typing import Any

import numpy as np

from kinarow.game.bit_lines_kernel import completes_four, completes_line
from kinarow.native.intrinsics import load, load_short, load_small, popcount, signed, store
from kinarow.native.jit import jit_inlined, jit_part

_WORD_BYTES = 8


def _at(word: int) -> np.uint64:
    return np.uint64(word * _WORD_BYTES)


# The board.
BOTTOM = _at(0)
"""The lowest cell of every column."""
BOARD = _at(1)
"""All cells."""
CELLS = _at(2)
COLUMNS = _at(3)
TARGET = _at(4)
STEPS = _at(5)
"""The distances between neighbours in the four directions, 0 for one in which no line fits."""
IS_FOUR = _at(9)
"""Whether lines of four fit in all directions: the case that has code of its own."""
ORDER = _at(10)
"""The address of the columns' masks, in the order in which they are tried."""
RANKS = _at(11)
"""The address of the place of each bit's column in that order."""
MIRROR = _at(12)
"""The address of where the mirror takes each bit."""

# The evaluator.
JUDGE = _at(13)
"""The side that leaves are scored for, 0 for the first; usually the root's."""
POINTS = _at(14)
"""The address of the table of points, four bytes each, or two where they are short."""
ARE_SHORT = _at(15)
"""Whether all points are: a table half as large stays nearer to the processor."""
STARTS = _at(16)
"""The address of where each bit's entries begin, and the end of the last."""
ENTRIES = _at(17)
"""[side]: the address of its entries: a step, shifted up by 32 bits, and where the feature's code
is among the codes; both are in bytes, as codes are."""
ORIGINS = _at(19)
"""The address of the codes on the empty board."""
FEATURES = _at(20)
EMPTY_SUM = _at(21)
"""What the empty board counts."""
TRAP_WEIGHT = _at(22)
"""What a trap counts; 0 where they need not be looked for."""
TRAPS_ANYWHERE = _at(23)
"""Whether they are looked for in all empty cells, not only where a stone can land."""

# The table's keys.
ZOBRIST = _at(24)
"""The address of [image, side, bit]: the words of a position's hashes."""
IMAGES = _at(25)
"""1, or 2 if mirror images share their entries."""

SAME_WORDS = 26
"""Up to here, a desk says what is the same for all positions of a game with an evaluator."""

TABLE = _at(26)
"""The address of the transposition table."""
TABLE_BITS = _at(27)
"""It has two to this many entries; 0 for none."""

# The course of the search.
STOP = _at(28)
"""The address of the word that is set to end the search, by anyone."""
NODE_LIMIT = _at(29)
NODES = _at(30)
CUTOFFS = _at(31)
TABLE_HITS = _at(32)
ROOT_STONES = _at(33)
DEPTH = _at(34)
FRAME_BYTES = _at(35)
CODES = _at(36)
"""The address of the features' codes …"""
FRAMES = _at(37)
"""… and of the plies' frames."""
BUSY = _at(38)
"""The address of what the threads of a search are looking at; 0 if there is one alone."""
ROOT_SUM, ROOT_KEY, ROOT_MIRRORED = _at(39), _at(40), _at(41)
"""The sum and the hashes of the position to search."""

CONSTANT_WORDS = 42
HISTORY = _at(CONSTANT_WORDS)
"""[side, bit]: how often, and how high in the tree, a move cut off."""
DESK_WORDS = CONSTANT_WORDS + 2 * 64

# A frame: killers, the length of the best line from this ply, the moves left, the line.
KILLER, SECOND_KILLER, LINE_LENGTH, MOVES = _at(0), _at(1), _at(2), _at(3)
FRAME_WORDS_BEFORE_MOVES = 3


def index(offset: np.uint64) -> int:
    """Where an offset is in the array of words."""
    return int(offset) // _WORD_BYTES


_ZERO, _ONE, _TWO, _THREE, _WORD = map(np.uint64, (0, 1, 2, 3, 8))
_LOW_HALF, _HALF_BITS = np.uint64(0xFFFF_FFFF), np.uint64(32)


@jit_inlined
def word_at(base: np.uint64, i: np.uint64) -> Any:
    return load(base + i * _WORD)


@jit_inlined
def landing_of(own: np.uint64, other: np.uint64, desk: np.uint64) -> Any:
    """The cells that a stone can take now."""
    return ((own | other) + load(desk + BOTTOM)) & load(desk + BOARD)


@jit_part  # not inlined: it is large, and Connect Four can do without
def _winning_of_any_length(stones: np.uint64, desk: np.uint64) -> np.uint64:
    found, target = _ZERO, load(desk + TARGET)
    for direction in range(4):
        step = word_at(desk + STEPS, np.uint64(direction))
        if step:
            found |= completes_line(stones, step, target)
    return found


@jit_inlined
def winning_of(stones: np.uint64, desk: np.uint64) -> Any:
    """The cells, empty or not, that complete a line with these stones."""
    if load(desk + IS_FOUR):
        return (
            ((stones << _ONE) & (stones << _TWO) & (stones << _THREE))
            | completes_four(stones, load(desk + STEPS))
            | completes_four(stones, load(desk + STEPS + _WORD))
            | completes_four(stones, load(desk + STEPS + _WORD + _WORD))
        )
    return _winning_of_any_length(stones, desk)


@jit_inlined
def entries_of(bit: np.uint64, side: np.uint64, desk: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The addresses of a cell's first entry, by its bit's number, and of the end of its last."""
    starts, entries = load(desk + STARTS), word_at(desk + ENTRIES, side)
    return entries + word_at(starts, bit), entries + word_at(starts, bit + _ONE)


@jit_inlined
def _points_at(address: np.uint64, are_short: bool) -> int:
    # Asked in loops, of which the compiler makes two: one for each answer.
    points: int = load_short(address) if are_short else load_small(address)
    return points


@jit_inlined
def gain_of(bit: np.uint64, side: np.uint64, desk: np.uint64) -> int:
    """By how much a stone would change the sum."""
    points, codes = load(desk + POINTS), load(desk + CODES)
    are_short = load(desk + ARE_SHORT) != _ZERO
    entry, end = entries_of(bit, side, desk)
    total = 0
    while entry < end:
        word = load(entry)
        now = points + load(codes + (word & _LOW_HALF))
        total += _points_at(now + (word >> _HALF_BITS), are_short) - _points_at(now, are_short)
        entry += _WORD
    return total


@jit_inlined
def put_stone(bit: np.uint64, side: np.uint64, desk: np.uint64) -> int:
    """Put a stone; returns by how much it changes the sum."""
    points, codes = load(desk + POINTS), load(desk + CODES)
    are_short = load(desk + ARE_SHORT) != _ZERO
    entry, end = entries_of(bit, side, desk)
    total = 0
    while entry < end:
        word = load(entry)
        code = load(codes + (word & _LOW_HALF))
        after = code + (word >> _HALF_BITS)
        store(codes + (word & _LOW_HALF), after)
        total += _points_at(points + after, are_short) - _points_at(points + code, are_short)
        entry += _WORD
    return total


@jit_inlined
def take_stone(bit: np.uint64, side: np.uint64, desk: np.uint64) -> None:
    """Take it away again."""
    codes = load(desk + CODES)
    entry, end = entries_of(bit, side, desk)
    while entry < end:
        word = load(entry)
        place = codes + (word & _LOW_HALF)
        store(place, load(place) - (word >> _HALF_BITS))
        entry += _WORD


@jit_inlined
def count_traps_on_bits(
    stones: np.uint64, others: np.uint64, cells: np.uint64, desk: np.uint64
) -> int:
    """Those of the empty cells where a stone makes two threats and completes no line.

    A threat is a window without other stones that lacks one; before the stone it lacks two.
    """
    free, target = load(desk + BOARD) & ~others, load(desk + TARGET)
    once, twice, wins = _ZERO, _ZERO, _ZERO
    for direction in range(4):
        step = word_at(desk + STEPS, np.uint64(direction))
        if not step:
            continue
        # Windows by their first cells: those that lack no stone, one, and two.
        full, one, two = free, _ZERO, _ZERO
        shift = _ZERO
        for _ in range(target):
            held, open_ = stones >> shift, (free & ~stones) >> shift
            full, one, two = (
                full & held,
                (one & held) | (full & open_),
                (two & held) | (one & open_),
            )
            shift += step
        shift = _ZERO
        for _ in range(target):
            wins |= one << shift
            twice |= once & (two << shift)
            once |= two << shift
            shift += step
    count: int = signed(popcount(twice & cells & ~wins))
    return count


@jit_part  # not inlined: only traps and full boards need it
def judged(total: int, own: np.uint64, other: np.uint64, side: np.uint64, desk: np.uint64) -> int:
    """The evaluator's opinion of a board for the side to move, whose stones are `own`, from the
    sum for the side that it judges for."""
    is_judge = side == load(desk + JUDGE)
    weight = signed(load(desk + TRAP_WEIGHT))
    if weight:
        mine, theirs = (own, other) if is_judge else (other, own)
        cells = landing_of(own, other, desk)
        if load(desk + TRAPS_ANYWHERE):
            cells = load(desk + BOARD) & ~(own | other)
        total += weight * count_traps_on_bits(mine, theirs, cells, desk)
    return total if is_judge else -total
