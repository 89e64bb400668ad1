"""The exact score of a game with gravity that fits 64 bits.

Scores are Pascal Pons': the winner gets ⌊(cells + 2 − t) / 2⌋ where stone t ends the game, the
loser its negative, a draw is 0; always for the side to move. `search` answers one question, "is the
score above alpha?", and `prove` asks it until the score is known.

A node is told the opponent's winning cells (those that complete a line, whether or not a stone can
reach them now) and computes its own for each of its moves, eight at once: most nodes are settled by
what these show.
"""

import numpy as np

from kinarow.native.intrinsics import load, load_shared, popcount, prefetch, store, trailing_zeros
from kinarow.native.jit import jit, jit_for, jit_inlined
from kinarow.native.lanes import (
    lanes_set,
    load_lanes,
    popcounts,
    store_lanes,
)
from kinarow.native.types import INT, NOTHING, WORD, Ints, Words
from kinarow.solver.desk_kernel import (
    BOARD,
    BOTTOM,
    CELLS,
    CHUNKS,
    COLUMN_MASKS,
    COLUMN_RANKS,
    FRAME_BYTES,
    FRAMES,
    HIGH,
    LOW,
    NODE_LIMIT,
    NODES,
    STOP,
)
from kinarow.solver.drop_table_kernel import bucket_of, clear, find, high_of, keep, key_of, low_of
from kinarow.solver.follow_up_kernel import follower_wins_by
from kinarow.solver.lines_kernel import winning_cells

# What the search does beyond alpha-beta with a table; the benchmark of nodes switches them.
FOLLOWS_FORCED_REPLIES = True
SEES_WIN_IN_THREE = True
SEES_FOLLOW_UP = True
ASKS_TABLE_FOR_CHILDREN = True
RANKS_BY_USE = True

TABLE_FOR_CHILDREN_UNTIL = 20
"""Empty cells from which on the children are looked up before any is searched: below, a lookup
costs more than it saves."""

QUICK_NODES = 100_000
"""Up to here, short wins and losses are asked for first; then who wins at all."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_WORD_BYTES, _CHUNK_BYTES, _CHUNK_LANES = np.uint64(8), np.uint64(64), np.uint64(8)
_EVERY = np.uint64(1023)
_MAJOR, _MINOR = np.uint64(13), np.uint64(12)

_STOPPED = 1000
"""No score; only returned when STOP is set."""


@jit_inlined
def _column(lane: np.uint64, desk: np.uint64) -> np.uint64:
    return load(desk + COLUMN_MASKS + lane * _WORD_BYTES)


@jit_inlined
def _out_of_time(nodes: np.uint64, desk: np.uint64) -> bool:
    """Looks at the clock, so to say, once in a while."""
    if (nodes & _EVERY) == _ZERO and nodes >= load(desk + NODE_LIMIT):
        store(desk + STOP, _ONE)
    return (nodes & _EVERY) == _ZERO and load_shared(desk + STOP) != _ZERO


@jit_inlined
def _best_left(live: np.uint64, ranks: np.uint64) -> np.uint64:
    """The lane of the highest rank among the live ones."""
    best, best_rank = _ZERO, _ZERO
    while live:
        lane = trailing_zeros(live)
        live &= live - _ONE
        rank = load(ranks + lane * _WORD_BYTES)
        if rank >= best_rank:
            best, best_rank = lane, rank
    return best


@jit_inlined
def _score_in_table(
    live: np.uint64, allowed: np.uint64, other: np.uint64, occupied: np.uint64, plies: np.uint64,
    alpha: int, desk: np.uint64,
) -> int:  # fmt: skip
    """A score above alpha that the table proves for one of the children; alpha if there is none."""
    left = live
    while left:
        lane = trailing_zeros(left)
        left &= left - _ONE
        move = _column(lane, desk) & allowed
        prefetch(bucket_of(key_of(other, occupied | move, plies + _ONE, desk), desk))
    left = live
    while left:
        lane = trailing_zeros(left)
        left &= left - _ONE
        move = _column(lane, desk) & allowed
        entry = find(key_of(other, occupied | move, plies + _ONE, desk), desk)
        if entry != _ZERO and -high_of(entry) > alpha:
            return -high_of(entry)
    return alpha


@jit_inlined
def _look_at_children(
    own: np.uint64, occupied: np.uint64, landing: np.uint64, allowed: np.uint64,
    threats: np.uint64, empty: int, alpha: int, frame: np.uint64, desk: np.uint64,
) -> tuple[np.uint64, int]:  # fmt: skip
    """The lanes of the moves to search, each with its winning cells and its rank on the frame; or
    no lanes, and a score above alpha that one of the moves shows at first sight."""
    board, chunks = load(desk + BOARD), load(desk + CHUNKS)
    ranks, live = frame + chunks * _CHUNK_BYTES, _ZERO
    for number in range(chunks):
        chunk = np.uint64(number) * _CHUNK_BYTES
        moves = load_lanes(desk + COLUMN_MASKS + chunk) & allowed
        legal = lanes_set(moves)
        empty_after = moves ^ (board & ~occupied)
        landing_after = (moves << _ONE) | (moves ^ landing)
        wins_after = winning_cells(moves | own, desk) & empty_after
        if SEES_WIN_IN_THREE:
            at_once = wins_after & landing_after
            two = (at_once & (at_once - _ONE)) | ((at_once << _ONE) & wins_after)
            parries = landing_after & board & ~(wins_after >> _ONE)
            if lanes_set(two) | (legal & ~lanes_set(parries)):
                return _ZERO, (empty - 1) // 2
        if SEES_FOLLOW_UP:
            holds, scores = follower_wins_by(
                occupied ^ own, empty_after, landing_after, wins_after, np.uint64(empty - 1), desk
            )
            holds &= legal
            if holds and alpha < 0:
                return _ZERO, 0  # at least a draw, which is more than was asked
            store_lanes(frame + chunk, scores)
            while holds:
                score = np.int64(load(frame + chunk + trailing_zeros(holds) * _WORD_BYTES))
                holds &= holds - _ONE
                if score > alpha:
                    return _ZERO, score
        rank = (popcounts(wins_after) << _MAJOR) + load_lanes(desk + COLUMN_RANKS + chunk)
        if RANKS_BY_USE:
            useful = popcounts(wins_after & ~(threats << _ONE))
            soon = popcounts(wins_after & (landing_after << _ONE))
            rank = rank + ((useful + soon) << _MINOR)
        store_lanes(frame + chunk, wins_after)
        store_lanes(ranks + chunk, rank)
        live |= legal << (np.uint64(number) * _CHUNK_LANES)
    return live, alpha


@jit_for(INT(WORD, WORD, WORD, INT, WORD))
def search(
    own: np.uint64, occupied: np.uint64, threats: np.uint64, alpha: int, desk: np.uint64
) -> int:
    """A bound of the score: one above alpha is a lower bound, any other an upper bound.

    `threats` are the empty cells that complete a line for the opponent. The mover cannot complete
    one at once, and the board is not full.
    """
    bottom, board, cells = load(desk + BOTTOM), load(desk + BOARD), load(desk + CELLS)
    sign = 1
    while True:
        empty = np.int64(cells - popcount(occupied))
        landing = (occupied + bottom) & board
        forced = threats & landing
        if forced == _ZERO:
            break
        if (forced & (forced - _ONE)) | ((forced << _ONE) & threats):
            return -sign * (empty // 2)  # two threats, or one on top of the other
        if not FOLLOWS_FORCED_REPLIES:
            break
        if empty <= 2:
            return 0
        reply = own | forced
        own = occupied ^ own
        occupied |= forced
        threats = winning_cells(reply, desk) & board & ~occupied
        alpha, sign = -alpha - 1, -sign

    nodes = load(desk + NODES) + _ONE
    store(desk + NODES, nodes)
    if _out_of_time(nodes, desk):
        return _STOPPED
    allowed = (forced if forced else landing) & ~(threats >> _ONE)
    if allowed == _ZERO:
        return -sign * (empty // 2)
    if empty <= 2:
        return 0
    low, high = -((empty - 2) // 2), (empty - 1) // 2  # a loss in four, a win in three
    if high <= alpha:
        return sign * high
    if low > alpha:
        return sign * low

    plies = cells - np.uint64(empty)
    key = key_of(own, occupied, plies, desk)
    prefetch(bucket_of(key, desk))
    frame = load(desk + FRAMES) + plies * load(desk + FRAME_BYTES)
    live, score = _look_at_children(
        own, occupied, landing, allowed, threats, empty, alpha, frame, desk
    )
    if live == _ZERO:
        return sign * score
    if SEES_WIN_IN_THREE:
        high = (empty - 3) // 2  # since a win in three would have been seen
        if high <= alpha:
            return sign * high
    entry = find(key, desk)
    if entry != _ZERO:
        low, high = max(low, low_of(entry)), min(high, high_of(entry))
        if high <= alpha:
            return sign * high
        if low > alpha:
            return sign * low
    other = occupied ^ own
    if ASKS_TABLE_FOR_CHILDREN and empty > TABLE_FOR_CHILDREN_UNTIL:
        score = _score_in_table(live, allowed, other, occupied, plies, alpha, desk)
        if score > alpha:
            return sign * score

    best = -_STOPPED
    ranks = frame + load(desk + CHUNKS) * _CHUNK_BYTES
    while live:
        lane = _best_left(live, ranks)
        live &= ~(_ONE << lane)
        wins = load(frame + lane * _WORD_BYTES)
        score = -search(other, occupied | (_column(lane, desk) & allowed), wins, -alpha - 1, desk)
        if load_shared(desk + STOP):
            return _STOPPED
        best = max(best, score)
        if best > alpha:
            break
    if best > alpha:
        low = best = max(low, best)
    else:
        high = best = min(high, best)
    keep(key, low, high, load(desk + NODES) - nodes, desk)
    return sign * best


@jit_inlined
def _next_question(low: int, high: int, nodes: np.uint64) -> int:
    """Which alpha to ask about next. Short wins and losses are cheap to find and to rule out, so
    they come first; if that does not settle it soon, whether anyone wins at all is the question
    that rules out most."""
    if nodes > np.uint64(QUICK_NODES) and low < 0:
        if high > 0:
            return 0
        if high == 0:
            return -1
    middle = low + (high - low) // 2
    if middle <= 0:
        return min(middle, -(-low // 2))
    return max(middle, high // 2)


@jit_for(NOTHING(WORD, WORD, INT, INT, INT, WORD))
def prove(
    own: np.uint64, occupied: np.uint64, low: int, high: int, weak: int, desk: np.uint64
) -> None:
    """Narrow the bounds of a position's score, LOW and HIGH on the desk, until they meet; or, if
    `weak`, until they tell who wins. Stopped early, they still hold.

    The game is not over. A score outside `low` to `high` is taken for the nearer of them.
    """
    board = load(desk + BOARD)
    empty_cells = board & ~occupied
    wins = winning_cells(own, desk) & empty_cells
    threats = winning_cells(occupied ^ own, desk) & empty_cells
    empty = np.int64(popcount(empty_cells))
    if wins & (occupied + load(desk + BOTTOM)):
        low = high = min(max((empty + 1) // 2, low), high)
    else:
        high = max(low, min(high, (empty - 1) // 2))
        low = min(high, max(low, -(empty // 2)))
    store(desk + LOW, np.uint64(low))
    store(desk + HIGH, np.uint64(high))
    begun = load(desk + NODES)
    while low < high and not (weak and (low > 0 or high < 0)):
        if weak:
            alpha = 0 if high > 0 else -1
        else:
            alpha = _next_question(low, high, load(desk + NODES) - begun)
        score = search(own, occupied, threats, alpha, desk)
        if load_shared(desk + STOP):
            return
        if score > alpha:
            low = min(score, high)
        else:
            high = max(score, low)
        store(desk + LOW, np.uint64(low))
        store(desk + HIGH, np.uint64(high))


@jit
def prove_many(
    own: Words, occupied: Words, bounds: Ints, nodes: Ints, weak: int, fresh: bool, desk: np.uint64
) -> int:
    """Prove many positions one after the other; returns how many were begun before a stop.

    What is proven of each goes to `bounds` [position, low or high]. If `fresh`, each position finds
    an empty table.
    """
    for number in range(own.size):
        if fresh:
            clear(desk)
        before = load(desk + NODES)
        prove(own[number], occupied[number], -_STOPPED, _STOPPED, weak, desk)
        bounds[number, 0] = np.int64(load(desk + LOW))
        bounds[number, 1] = np.int64(load(desk + HIGH))
        nodes[number] = np.int64(load(desk + NODES) - before)
        if load_shared(desk + STOP):
            return number + 1
    return int(own.size)
