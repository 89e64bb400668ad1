"""What the compiled search works on: named tuples of arrays, and how a stone changes them."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kinarow.evaluation.compiled.accumulate_kernel import is_trap
from kinarow.native.jit import jit_inlined
from kinarow.native.types import (
    BOARD_FUNCTION,
    INT,
    Bytes,
    Ints,
    SmallInts,
    Words,
    array,
    record,
)


class Board(NamedTuple):
    """The stones. Places are those of the bordered board (`line_kernel`), cells are numbered along
    the rows from the bottom left."""

    grid: Bytes
    landing: Ints
    """With gravity, the place where a stone lands in each column."""
    order: Ints
    """The places to try, nearest to the centre first; with gravity, the columns."""
    cell_of: SmallInts
    """The cell of each place."""
    near: SmallInts
    """How many stones lie within two steps of each place."""
    rows: Ints
    """The board as users' functions see it: rows from the top."""
    stones: Words
    """[side − 1]: the stones as bits (`geometry`), where the board fits one word."""
    bits: Words
    """The bit of each place."""
    masks: Words
    """The bits of all cells and of the bottom row, then the steps of the four directions, 0 for
    one in which no line fits."""
    hashes: Words
    """The Zobrist hash of the position and of its images under the evaluator's symmetries."""
    zobrist: Words
    """[image, side − 1, cell]"""


class Judge(NamedTuple):
    """The evaluator: the arrays of `CompiledForm`, for the side it judges for, with their state.

    All leaves of a search have the same number of stones, so they are at one stage of the game.
    """

    starts: SmallInts
    features: SmallInts
    steps: SmallInts
    origins: SmallInts
    table: Ints
    trap_starts: SmallInts
    trap_windows: SmallInts
    codes: SmallInts
    sums: Ints


class Setup(NamedTuple):
    """What does not change during a search."""

    width: int
    target: int
    exact: int
    """Whether a line longer than the target does not win."""
    gravity: int
    cells: int
    root_side: int
    judge_side: int
    """The side that leaves are scored for, usually the root's."""
    root_stones: int
    only_nearby: int
    """Whether only places near stones are tried."""
    fits_word: int
    """Whether stones are kept as bits too, to see at once where lines can be completed."""
    is_user: int
    """Whether the evaluator is a user's function instead of the arrays of `Judge`."""
    trap_weight: int
    """What a trap counts; 0 where they need not be looked for."""
    traps_anywhere: int
    """Whether they are looked for in all empty cells."""
    table_bits: int
    """The table has two to this many entries; 0 for none."""


Function = Callable[[Ints, int, int], float]

BOARD_TYPE = record(
    {
        "grid": array("bytes"),
        "landing": array("ints"),
        "order": array("ints"),
        "cell_of": array("small_ints"),
        "near": array("small_ints"),
        "rows": array("ints", 2),
        "stones": array("words"),
        "bits": array("words"),
        "masks": array("words"),
        "hashes": array("words"),
        "zobrist": array("words", 3),
    },
    Board,
)
JUDGE_TYPE = record(
    {
        "starts": array("small_ints"),
        "features": array("small_ints"),
        "steps": array("small_ints", 2),
        "origins": array("small_ints"),
        "table": array("ints"),
        "trap_starts": array("small_ints"),
        "trap_windows": array("small_ints"),
        "codes": array("small_ints"),
        "sums": array("ints"),
    },
    Judge,
)
SETUP_TYPE = record(dict.fromkeys(Setup._fields, INT), Setup)
FUNCTION_TYPE = BOARD_FUNCTION


@jit_inlined
def order_of(score: float) -> int:
    """A float as a whole number with the same order and sign, from which it can be had again."""
    bits = np.float64(score).view(np.int64)
    return bits if bits >= 0 else -(bits & 0x7FFF_FFFF_FFFF_FFFF)


@jit_inlined
def change_nearby(at: int, sign: int, width: int, near: SmallInts) -> None:
    for up in range(-2, 3):
        for across in range(-2, 3):
            place = at + up * width + across
            if 0 <= place < near.size:
                near[place] += sign


@jit_inlined
def put(at: int, side: int, sign: int, setup: Setup, board: Board, judge: Judge) -> None:
    """Put (`sign` 1) or take away (−1) a stone and keep everything up to date."""
    cell = board.cell_of[at]
    held = side if sign == 1 else 0
    board.grid[at] = held
    if setup.gravity:
        board.landing[at % setup.width - 1] = at + setup.width if sign == 1 else at
    if setup.fits_word:
        board.stones[side - 1] ^= board.bits[at]
    if setup.table_bits:
        for image in range(board.hashes.size):
            board.hashes[image] ^= board.zobrist[image, side - 1, cell]
    if setup.only_nearby:
        change_nearby(at, sign, setup.width, board.near)
    if setup.is_user:
        columns = board.rows.shape[1]
        board.rows[board.rows.shape[0] - 1 - cell // columns, cell % columns] = held
        return
    # What `move_codes` does, written out: as a call, even inlined, it costs a fifth of the speed.
    row = np.uint64(side - 1)
    for entry in range(judge.starts[cell], judge.starts[cell + 1]):
        i = np.uint64(entry)
        feature = np.uint64(judge.features[i])
        old = judge.codes[feature]
        new = old + sign * judge.steps[row, i]
        judge.codes[feature] = new
        change = judge.table[np.uint64(new)] - judge.table[np.uint64(old)]
        judge.sums[0] += change


@jit_inlined
def winning_bits(own: np.uint64, target: int, masks: Words) -> np.uint64:
    """The cells, empty or not, that complete a line with these stones."""
    found = np.uint64(0)
    for direction in range(2, 6):
        step = masks[direction]
        if step == 0:
            continue
        below = ~np.uint64(0)  # cells with i stones right before them
        for i in range(target):
            above = below  # and target − 1 − i stones right behind them
            reach = own
            for _ in range(target - 1 - i):
                reach = reach >> step
                above &= reach
            found |= above
            below = (below << step) & (own << step)
    return found


@jit_inlined
def can_complete(side: int, target: int, stones: Words, masks: Words) -> bool:
    """Whether a stone of `side` can complete a line now, which in exact games may be too long;
    without gravity the bottom row is 0."""
    occupied = stones[0] | stones[1]
    landing = (occupied + masks[1]) & masks[0] if masks[1] else ~occupied & masks[0]
    return (winning_bits(stones[side - 1], target, masks) & landing) != 0


@jit_inlined
def count_traps(setup: Setup, board: Board, judge: Judge) -> int:
    traps = 0
    places = board.landing if setup.gravity else board.order
    anywhere = setup.traps_anywhere != 0
    for i in range(board.grid.size if anywhere else places.size):
        at = i if anywhere else places[i]
        if board.grid[at] == 0 and board.cell_of[at] >= 0 and is_trap(
            board.cell_of[at], setup.judge_side, setup.target, judge.trap_starts,
            judge.trap_windows, judge.origins, judge.codes,
        ):  # fmt: skip
            traps += 1
    return traps


@jit_inlined
def static_score(setup: Setup, board: Board, judge: Judge, function: Function) -> int:
    """The evaluator's opinion of the board as it is, for the side it judges for.

    A user's float is given as its order; a result that is no number is `NOT_A_NUMBER`.
    """
    if setup.is_user:
        score = function(board.rows, setup.judge_side, 3 - setup.judge_side)
        if score != score:
            return NOT_A_NUMBER
        return order_of(min(1e14, max(-1e14, score)))
    total = judge.sums[0]
    if setup.trap_weight:
        total += setup.trap_weight * count_traps(setup, board, judge)
    return total


@jit_inlined
def gain(cell: int, side: int, judge: Judge) -> int:
    """By how much a stone would change the sum."""
    total = 0
    row = np.uint64(side - 1)
    for entry in range(judge.starts[cell], judge.starts[cell + 1]):
        i = np.uint64(entry)
        code = judge.codes[np.uint64(judge.features[i])]
        after = code + judge.steps[row, i]
        total += judge.table[np.uint64(after)] - judge.table[np.uint64(code)]
    return total


NOT_A_NUMBER = 2**62 + 2**61 + 2**60
"""Beyond every score and every win."""
