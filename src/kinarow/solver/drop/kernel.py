"""The exact score of a game with gravity, on boards of one word or of two.

Scores are Pascal Pons': the winner gets ⌊(cells + 2 − t) / 2⌋ where stone t ends the game, the
loser its negative, a draw is 0; always for the side to move. `search` answers one question, "is the
score above alpha?", and `prove` asks it until the score is known.

A node is told the opponent's winning cells (those that complete a line, whether or not a stone can
reach them now) and computes its own for each of its moves, eight at once: most nodes are settled by
what these show.
"""

from kinarow.bitboards.desk_kernel import (
    BEGUN,
    BOARD,
    BOTTOM,
    BUSY,
    CELLS,
    CHUNKS,
    FRAME_BYTES,
    FRAMES,
    HIGH,
    LEADER,
    LOW,
    NODE_LIMIT,
    NODES,
    OCCUPIED,
    OWN,
    STOP,
    TABLE_BITS,
    UNWIND,
)
from kinarow.bitboards.follow_up_kernel import follower_wins_by
from kinarow.bitboards.lines_kernel import winning_cells
from kinarow.bitboards.moves_kernel import after_moves, best_lane, move_in_lane, wins_in_three
from kinarow.bitboards.order_kernel import ranks_by_promise, ranks_by_winning_cells
from kinarow.native.board_access import (
    board_in_lane,
    lanes_with_stones,
    load_board,
    stone_count,
    store_boards,
    words_in,
)
from kinarow.native.intrinsics import (
    load,
    load_shared,
    prefetch,
    store,
    store_shared,
    trailing_zeros,
)
from kinarow.native.kernels import export, inlined, kernel_for
from kinarow.native.lanes import store_lanes
from kinarow.native.types import INT, NOTHING, WORD, Board
from kinarow.native.words import Int, Word
from kinarow.solver.drop.table_kernel import bucket_of, find, high_of, keep, key_of, low_of
from kinarow.solver.drop.threads_kernel import (
    gives_up,
    is_busy,
    is_shared,
    mark,
    note,
    place_of,
    settled_score,
    strike_out,
    unmark,
)

# What the search does beyond alpha-beta with a table; the benchmark of nodes switches them.
FOLLOWS_FORCED_REPLIES = True
SEES_WIN_IN_THREE = True
SEES_FOLLOW_UP = True
ASKS_TABLE_FOR_CHILDREN = True
RANKS_BY_PROMISE = True

TABLE_FOR_CHILDREN_UNTIL, LARGE_TABLE_FOR_CHILDREN_UNTIL = 14, 20
"""Empty cells from which on the children are looked up before any is searched: below, lookups cost
more than they save. In a large table, which caches do not help with, they cost more."""

LARGE_TABLE_BITS = 23
"""Buckets of a large table, as a power of two: from 128 MB on."""

PROMISE_FROM = 18
"""Empty cells from which on moves are ranked by all that is known of them: few positions have so
many, but what is searched in vain below one of them is long."""

QUICK_NODES = 100_000
"""Up to here, short wins and losses are asked for first; then who wins at all."""

_ZERO, _ONE = Word(0), Word(1)
_WORD_BYTES, _CHUNK_BYTES, _CHUNK_LANES = Word(8), Word(64), Word(8)
_EVERY = Word(1023)

_STOPPED = 1000
"""No score: returned when STOP is set, or when there is UNWIND to do."""


@inlined
def _out_of_time(nodes: Word, desk: Word) -> bool:
    if nodes >= load(desk + NODE_LIMIT):
        store(desk + STOP, _ONE)
    return load_shared(desk + STOP) != _ZERO


@inlined
def _ranks(like: Board, frame: Word, desk: Word) -> Word:
    """Where a frame has its children's ranks: after their winning cells."""
    return frame + load(desk + CHUNKS) * _CHUNK_BYTES * words_in(like)


@inlined
def _is_worth_lookups(empty: int, desk: Word) -> bool:
    if load(desk + TABLE_BITS) < Word(LARGE_TABLE_BITS):
        return empty > TABLE_FOR_CHILDREN_UNTIL
    return empty > LARGE_TABLE_FOR_CHILDREN_UNTIL


@inlined
def _score_in_table(
    live: Word, allowed: Board, other: Board, occupied: Board, plies: Word, alpha: int,
    desk: Word,
) -> int:  # fmt: skip
    """A score above alpha that the table proves for one of the children; alpha if there is none."""
    left = live
    while left:
        lane = trailing_zeros(left)
        left &= left - _ONE
        move = move_in_lane(lane, allowed, desk)
        prefetch(bucket_of(key_of(other, occupied | move, plies + _ONE, desk), desk))
    left = live
    while left:
        lane = trailing_zeros(left)
        left &= left - _ONE
        move = move_in_lane(lane, allowed, desk)
        entry = find(key_of(other, occupied | move, plies + _ONE, desk), desk)
        if entry != _ZERO and -high_of(entry) > alpha:
            return -high_of(entry)
    return alpha


@inlined
def _look_at_children(
    own: Board, occupied: Board, landing: Board, allowed: Board, threats: Board, empty: int,
    alpha: int, frame: Word, desk: Word,
) -> tuple[Word, int]:  # fmt: skip
    """The lanes of the moves to search, each with its winning cells and its rank on the frame; or
    no lanes, and a score above alpha that one of the moves shows at first sight."""
    live = _ZERO
    for number in range(load(desk + CHUNKS)):
        chunk = Word(number) * _CHUNK_BYTES
        wins_there = frame + chunk * words_in(own)
        moves, empty_after, landing_after, wins_after = after_moves(
            own, occupied, landing, allowed, chunk, desk
        )
        legal = lanes_with_stones(moves)
        if SEES_WIN_IN_THREE and wins_in_three(legal, landing_after, wins_after, own, desk):
            return _ZERO, (empty - 1) // 2
        if SEES_FOLLOW_UP:
            holds, scores, open_lines = follower_wins_by(
                occupied ^ own, empty_after, landing_after, wins_after, Word(empty - 1), desk
            )
            holds &= legal
            if holds and alpha < 0:
                return _ZERO, 0  # at least a draw, which is more than was asked
            store_lanes(wins_there, scores)
            while holds:
                score = Int(load(wins_there + trailing_zeros(holds) * _WORD_BYTES))
                holds &= holds - _ONE
                if score > alpha:
                    return _ZERO, score
        store_boards(wins_there, wins_after)
        ranks = _ranks(own, frame, desk) + chunk
        if RANKS_BY_PROMISE and empty >= PROMISE_FROM:
            rank = ranks_by_promise(
                own, occupied, threats, moves, wins_after, landing_after, open_lines, empty,
                chunk, desk,
            )  # fmt: skip
        else:
            rank = ranks_by_winning_cells(wins_after, landing_after, threats, chunk, desk)
        store_lanes(ranks, rank)
        live |= legal << (Word(number) * _CHUNK_LANES)
    return live, alpha


@kernel_for(INT(WORD, WORD, WORD, INT, WORD))
def search(own: Board, occupied: Board, threats: Board, alpha: int, desk: Word) -> int:
    """A bound of the score: one above alpha is a lower bound, any other an upper bound.

    `threats` are the empty cells that complete a line for the opponent. The mover cannot complete
    one at once, and the board is not full.
    """
    bottom, board = load_board(own, desk + BOTTOM), load_board(own, desk + BOARD)
    cells = load(desk + CELLS)
    sign = 1
    while True:
        empty = Int(cells - stone_count(occupied))
        landing = (occupied + bottom) & board
        forced = threats & landing
        if forced == _ZERO:
            break
        if ((forced & (forced - _ONE)) | ((forced << _ONE) & threats)) != _ZERO:
            return -sign * (empty // 2)  # two threats, or one on top of the other
        if not FOLLOWS_FORCED_REPLIES:
            break
        if empty <= 2:
            return 0
        reply = own | forced
        own = occupied ^ own
        occupied = occupied | forced
        threats = winning_cells(reply, desk) & board & ~occupied
        alpha, sign = -alpha - 1, -sign

    nodes = load(desk + NODES) + _ONE
    store(desk + NODES, nodes)
    if (nodes & _EVERY) == _ZERO and (_out_of_time(nodes, desk) or gives_up(own, desk)):
        return _STOPPED
    allowed = landing & ~(threats >> _ONE)
    if forced != _ZERO:
        allowed = allowed & forced
    if allowed == _ZERO:
        return -sign * (empty // 2)
    if empty <= 2:
        return 0
    low, high = -((empty - 2) // 2), (empty - 1) // 2  # a loss in four, a win in three
    if high <= alpha:
        return sign * high
    if low > alpha:
        return sign * low

    plies = cells - Word(empty)
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
    if ASKS_TABLE_FOR_CHILDREN and _is_worth_lookups(empty, desk):
        score = _score_in_table(live, allowed, other, occupied, plies, alpha, desk)
        if score > alpha:
            return sign * score

    shared = is_shared(empty, desk)
    if shared:
        note(key, alpha, frame, desk)
    best, ranks = -_STOPPED, _ranks(own, frame, desk)
    put_off, may_put_off, place, child_key = _ZERO, False, _ZERO, key
    while live | put_off:
        if live == _ZERO:
            live, put_off, may_put_off = put_off, _ZERO, False
        lane = best_lane(live, ranks)
        live &= ~(_ONE << lane)
        after = occupied | move_in_lane(lane, allowed, desk)
        if shared:
            child_key = key_of(other, after, plies + _ONE, desk)
            place = place_of(child_key, desk)
            if may_put_off and is_busy(place, child_key):
                put_off |= _ONE << lane
                continue
            mark(place, child_key)
        score = -search(other, after, board_in_lane(own, frame, lane), -alpha - 1, desk)
        if shared:
            unmark(place)
            may_put_off = True
        if score == -_STOPPED:
            if load(desk + UNWIND) != plies + _ONE:
                strike_out(shared, frame, desk)
                return _STOPPED
            store(desk + UNWIND, _ZERO)
            live |= _ONE << lane  # again, if what settled it is no longer in the table
            score = settled_score(key, alpha, best, desk)
            if score <= alpha and score != best:
                best = score
                break
        best = max(best, score)
        if best > alpha:
            break
    strike_out(shared, frame, desk)
    if best > alpha:
        low = best = max(low, best)
    else:
        high = best = min(high, best)
    keep(key, low, high, load(desk + NODES) - nodes, desk)
    return sign * best


@inlined
def _next_question(low: int, high: int, nodes: Word) -> int:
    """Which alpha to ask about next. Short wins and losses are cheap to find and to rule out, so
    they come first; if that does not settle it soon, whether anyone wins at all is the question
    that rules out most."""
    if nodes > Word(QUICK_NODES) and low < 0:
        if high > 0:
            return 0
        if high == 0:
            return -1
    middle = low + (high - low) // 2
    if middle <= 0:
        return min(middle, -(-low // 2))
    return max(middle, high // 2)


@export(NOTHING(WORD, INT, INT, INT, WORD))
def prove(like: Board, low: int, high: int, weak: int, desk: Word) -> None:
    """Narrow the bounds of a position's score, LOW and HIGH on the desk, until they meet; or, if
    `weak`, until they tell who wins. Stopped early, they still hold.

    The position is on the desk; its game is not over. A score outside `low` to `high` is taken for
    the nearer of them.
    """
    own, occupied = load_board(like, desk + OWN), load_board(like, desk + OCCUPIED)
    empty_cells = load_board(like, desk + BOARD) & ~occupied
    wins = winning_cells(own, desk) & empty_cells
    threats = winning_cells(occupied ^ own, desk) & empty_cells
    empty = Int(stone_count(empty_cells))
    if (wins & (occupied + load_board(like, desk + BOTTOM))) != _ZERO:
        low = high = min(max((empty + 1) // 2, low), high)
    else:
        high = max(low, min(high, (empty - 1) // 2))
        low = min(high, max(low, -(empty // 2)))
    leader = load(desk + LEADER)
    if load(desk + BUSY) == _ZERO:
        store(leader + LOW, Word(low))
        store(leader + HIGH, Word(high))
    while low < high and not (weak and (low > 0 or high < 0)):
        if weak:
            alpha = 0 if high > 0 else -1
        else:
            alpha = _next_question(low, high, load_shared(leader + NODES) - load(desk + BEGUN))
        score = search(own, occupied, threats, alpha, desk)
        if score == _STOPPED:
            return
        if score > alpha:
            low = min(score, high)
        else:
            high = max(score, low)
        # What the others have found out meanwhile.
        low = min(high, max(low, Int(load_shared(leader + LOW))))
        high = max(low, min(high, Int(load_shared(leader + HIGH))))
        store_shared(leader + LOW, Word(low))
        store_shared(leader + HIGH, Word(high))
