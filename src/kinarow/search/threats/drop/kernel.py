"""The search of threats with gravity, at native speed, on boards of one word.

Alpha-beta over what the solver sees at first sight: a forced reply costs no depth, moves that lose
at once are left out, a win in three is taken, and a side that needs only answer on top of the other
one's stones holds the draw (`bitboards.follow_up_kernel`). Only quiet positions are judged, in
which nobody can complete a line with the next stone.

A *verdict* is a score for the side to move and two bits that say what of it is proven: that this
side has a draw at least, or at most. A verdict with both is an exact draw. Wins and losses are
always proven.
"""

import numpy as np

from kinarow.bitboards.desk_kernel import BOARD as SOLVERS_BOARD
from kinarow.bitboards.desk_kernel import CHUNKS, STRIDE
from kinarow.bitboards.follow_up_kernel import follower_wins_by
from kinarow.bitboards.lines_kernel import winning_cells
from kinarow.bitboards.moves_kernel import after_moves, best_lane, move_in_lane, wins_in_three
from kinarow.bitboards.order_kernel import ranks_by_promise, ranks_by_winning_cells
from kinarow.native.board_access import board_in_lane, lanes_with_stones, store_boards
from kinarow.native.intrinsics import load, load_shared, signed, store, trailing_zeros
from kinarow.native.jit import jit_for, jit_inlined, jit_part
from kinarow.native.lanes import store_lanes
from kinarow.native.types import INT, NOTHING, WORD
from kinarow.score import CERTAIN, least_proven
from kinarow.search.drop.desk_kernel import (
    BOARD,
    BOTTOM,
    CELLS,
    CODES,
    CUTOFFS,
    EMPTY_SUM,
    FEATURES,
    FRAME_BYTES,
    FRAMES,
    IMAGES,
    LINE_LENGTH,
    MIRROR,
    NODE_LIMIT,
    NODES,
    ORIGINS,
    ROOT_KEY,
    ROOT_MIRRORED,
    ROOT_STONES,
    ROOT_SUM,
    STOP,
    TABLE,
    TABLE_BITS,
    TABLE_HITS,
    take_stone,
    word_at,
)
from kinarow.search.drop.frame_kernel import (
    count_up,
    key_after,
    line_at,
    raise_line_over,
    set_line,
)
from kinarow.search.drop.shared_table_kernel import look_up, write_down
from kinarow.search.table_kernel import EXACT, LOWER, UPPER, bound_in, depth_in, move_in
from kinarow.search.threats.drop.desk_kernel import (
    DEEPER,
    FREE,
    LANES,
    LEAF_CHANCE,
    LEAF_COUNT,
    LEAF_ROOM,
    LEAF_SHARE,
    LEAVES,
    LEFT_OUT,
    PROBCUT,
    PROOFS,
    REDUCE,
    RULES,
    SO_FAR,
    gain_of_pairs,
    opinion,
    put_pairs,
)

BOUNDLESS = 2**41
STOPPED_THREATS = -(2**63)
"""No verdict: the search was told to stop, or ran out of nodes."""

AT_LEAST_DRAW, AT_MOST_DRAW = 1, 2
DRAW = AT_LEAST_DRAW | AT_MOST_DRAW
FULLY_KNOWN = 255
"""The depth of an entry that looking further cannot change."""
_PROVING = 64
"""With more plies left than a board of one word has cells, nothing is judged and all is exact."""
TO_THE_END = 2 * _PROVING
"""Plies to begin such a search with, so that there are enough left at its end."""

_PROMISE_FROM = 18
"""Empty cells from which on moves are ranked by all that is known of them, as in the solver."""
_LEAST_LEFT_TO_REDUCE, _FIRST_TO_REDUCE = 3, 3
_LEAST_LEFT_TO_REDUCE_MORE, _FIRST_TO_REDUCE_MORE = 5, 4
_LEAST_LEFT_TO_PROBCUT, _PLIES_OF_PROBCUT = 6, 4
_MOST_LEFT_TO_BELIEVE = 4
"""Plies up to which ProbCut asks no search but the evaluator."""
_NEAR_CERTAIN = least_proven(CERTAIN)
_MOST_CHANCES = 6

_ZERO, _ONE, _WORD = np.uint64(0), np.uint64(1), np.uint64(8)
_NO_BIT = np.uint64(64)
_CHUNK_BYTES, _CHUNK_LANES = np.uint64(64), np.uint64(8)
_BEFORE_ALL = np.uint64(1 << 62)


@jit_inlined
def verdict(score: int, proven: int) -> int:
    return score * 4 + proven


@jit_inlined
def score_in(found: int) -> int:
    return found >> 2


@jit_inlined
def proven_in(found: int) -> int:
    return found & DRAW


@jit_inlined
def _turned(found: int) -> int:
    """The same verdict for the other side."""
    proven = proven_in(found)
    return verdict(-score_in(found), (proven >> 1) | ((proven & 1) << 1))


@jit_inlined
def _sharpened(score: int, proven: int) -> int:
    """A score that does not contradict what is proven."""
    if (proven & AT_LEAST_DRAW and score < 0) or (proven & AT_MOST_DRAW and score > 0):
        return 0
    return score


@jit_inlined
def _last_stone_of(score: int, stones: np.uint64, desk: np.uint64) -> int:
    """The last stone by which the side to move wins that has so much by Pons' scores."""
    last = signed(load(desk + CELLS)) + 2 - 2 * score
    same_side: int = last - ((last - signed(stones) - 1) & 1)
    return same_side


@jit_inlined
def _look_at_moves(
    own: np.uint64, occupied: np.uint64, landing: np.uint64, allowed: np.uint64,
    threats: np.uint64, empty: int, frame: np.uint64, desk: np.uint64,
) -> tuple[np.uint64, np.uint64, int, np.uint64]:  # fmt: skip
    """What the moves show at first sight: the lanes of all, each with the mover's winning cells and
    its rank on the frame; the lanes after which the mover holds the draw; and a score that is
    proven for one of them, `-BOUNDLESS` if there is none, with its lane."""
    rules, stones = load(desk + RULES), load(desk + CELLS) - np.uint64(empty)
    lanes = frame + load(desk + LANES)
    ranks = lanes + load(rules + CHUNKS) * _CHUNK_BYTES
    live, held, sure, sure_lane = _ZERO, _ZERO, -BOUNDLESS, _ZERO
    for number in range(load(rules + CHUNKS)):
        chunk, first_lane = np.uint64(number) * _CHUNK_BYTES, np.uint64(number) * _CHUNK_LANES
        moves, empty_after, landing_after, wins_after = after_moves(
            own, occupied, landing, allowed, chunk, rules
        )
        legal = lanes_with_stones(moves)
        won = wins_in_three(legal, landing_after, wins_after, own, rules)
        if won:
            score = CERTAIN - signed(stones) - 3
            return _ZERO, _ZERO, score, trailing_zeros(won) + first_lane
        holds, scores, open_lines = follower_wins_by(
            occupied ^ own, empty_after, landing_after, wins_after, np.uint64(empty - 1), rules
        )
        if load(desk + PROOFS):
            holds &= legal
            held |= holds << first_lane
            store_lanes(lanes + chunk, scores)
            while holds:
                lane = trailing_zeros(holds)
                holds &= holds - _ONE
                by = signed(load(lanes + chunk + lane * _WORD))
                score = CERTAIN - _last_stone_of(by, stones, desk) if by > 0 else 0
                if score > sure:
                    sure, sure_lane = score, lane + first_lane
        store_boards(lanes + chunk, wins_after)
        if empty >= _PROMISE_FROM:
            rank = ranks_by_promise(
                own, occupied, threats, moves, wins_after, landing_after, open_lines, empty,
                chunk, rules,
            )  # fmt: skip
        else:
            rank = ranks_by_winning_cells(wins_after, landing_after, threats, chunk, rules)
        store_lanes(ranks + chunk, rank)
        live |= legal << first_lane
    return live, held, sure, sure_lane


@jit_inlined
def _is_settled(
    word: np.uint64, found: int, left: int, low: int, high: int, desk: np.uint64
) -> bool:
    """Whether an entry of the table answers for a position with so many plies left."""
    score, bound, depth = score_in(found), bound_in(word), depth_in(word)
    holds = depth >= left if load(desk + DEEPER) else depth == left
    at_least = bound != UPPER and (holds or (load(desk + DEEPER) and score > _NEAR_CERTAIN))
    at_most = bound != LOWER and (holds or (load(desk + DEEPER) and score < -_NEAR_CERTAIN))
    return (at_least and score >= high) or (at_most and score <= low) or (at_least and at_most)


@jit_inlined
def _write_down(
    key: np.uint64, mirrored: np.uint64, left: int, bound: int, bit: np.uint64, found: int,
    desk: np.uint64,
) -> None:  # fmt: skip
    bits = signed(load(desk + TABLE_BITS))
    if bits == 0:
        return
    move = signed(bit)
    if mirrored < key:
        key = mirrored
        if bit != _NO_BIT:
            move = signed(word_at(load(desk + MIRROR), bit))
    write_down(load(desk + TABLE), bits, key, left, bound, move, found)


@jit_inlined
def _refutation_in_table(
    live: np.uint64, allowed: np.uint64, side: np.uint64, key: np.uint64, mirrored: np.uint64,
    left: int, low: int, high: int, desk: np.uint64,
) -> tuple[np.uint64, int]:  # fmt: skip
    """A move after which the table knows enough, with the verdict; no bit if there is none."""
    rules = load(desk + RULES)
    while live:
        lane = trailing_zeros(live)
        live &= live - _ONE
        bit = trailing_zeros(move_in_lane(lane, allowed, rules))
        next_key = key_after(key, 0, side, bit, desk)
        next_mirrored = key_after(mirrored, 1, side, bit, desk)
        word, found = look_up(
            load(desk + TABLE), signed(load(desk + TABLE_BITS)), min(next_key, next_mirrored)
        )
        refutes = word != _ZERO and -score_in(found) >= high
        if refutes and _is_settled(word, found, left - 1, -high, -low, desk):
            return bit, verdict(-score_in(found), _turned(found) & AT_LEAST_DRAW)
    return _NO_BIT, 0


@jit_part  # not inlined: only learning needs it
def _keep_leaf(
    own: np.uint64, occupied: np.uint64, left: int, frame: np.uint64, desk: np.uint64
) -> None:
    """Write down where the best line of a node ends, by chance; the oldest such ends give way."""
    chance = load(desk + LEAF_CHANCE)
    chance ^= chance << np.uint64(13)
    chance ^= chance >> np.uint64(7)
    chance ^= chance << np.uint64(17)
    store(desk + LEAF_CHANCE, chance)
    if signed(chance % load(desk + LEAF_SHARE)) >= min(left, _MOST_CHANCES):
        return
    line = line_at(frame, desk)
    for i in range(load(frame + LINE_LENGTH)):
        own, occupied = own ^ occupied, occupied | (_ONE << word_at(line, np.uint64(i)))
    entry = load(desk + LEAVES) + load(desk + LEAF_COUNT) % load(desk + LEAF_ROOM) * (_WORD + _WORD)
    store(entry, own)
    store(entry + _WORD, occupied)
    count_up(LEAF_COUNT, desk)


@jit_inlined
def _is_forced_after(move: np.uint64, landing: np.uint64, wins: np.uint64) -> bool:
    """Whether a move with these winning cells afterwards has to be answered."""
    answered: bool = (wins & ((move << _ONE) | (move ^ landing))) != _ZERO
    return answered


@jit_for(INT(INT, WORD, WORD, WORD, WORD, WORD, WORD, INT, INT, INT, WORD))
def visit_threats(
    ply: int, own: np.uint64, occupied: np.uint64, threats: np.uint64, pair: np.uint64,
    key: np.uint64, mirrored: np.uint64, left: int, low: int, high: int, desk: np.uint64,
) -> int:  # fmt: skip
    """The verdict on a node, or `STOPPED_THREATS`; its best line is on its frame. From
    `TO_THE_END` plies on nothing is judged: the verdict is true.

    `threats` are the empty cells that complete a line for the opponent; the mover cannot complete
    one at once. `pair` are the evaluator's sums.
    """
    if count_up(NODES, desk) >= load_shared(desk + NODE_LIMIT) or load_shared(load(desk + STOP)):
        return STOPPED_THREATS
    frame = load(desk + FRAMES) + np.uint64(ply) * load(desk + FRAME_BYTES)
    store(frame + LINE_LENGTH, _ZERO)
    rules, board = load(desk + RULES), load(desk + BOARD)
    stones = load(desk + ROOT_STONES) + np.uint64(ply)
    side, empty = stones & _ONE, signed(load(desk + CELLS) - stones)
    if empty == 0:
        return verdict(0, DRAW)
    other = occupied ^ own
    landing = (occupied + load(desk + BOTTOM)) & board
    forced = threats & landing
    if forced:
        bit = trailing_zeros(forced)
        if ((forced & (forced - _ONE)) | ((forced << _ONE) & threats)) != _ZERO:
            set_line(bit, frame, desk)
            return verdict(signed(stones) + 2 - CERTAIN, AT_MOST_DRAW)
        after = occupied | forced
        next_threats = winning_cells(own | forced, rules) & board & ~after
        next_pair = pair + put_pairs(bit, side, desk)
        found = visit_threats(
            ply + 1, other, after, next_threats, next_pair,
            key_after(key, 0, side, bit, desk), key_after(mirrored, 1, side, bit, desk),
            left if load(desk + FREE) else left - 1, -high, -low, desk,
        )  # fmt: skip
        take_stone(bit, side, desk)
        if found == STOPPED_THREATS:
            return found
        raise_line_over(bit, frame, desk)
        return _turned(found)
    is_root, is_proving = ply == 0, left >= _PROVING
    allowed = landing & ~(threats >> _ONE)
    if is_root:
        allowed &= ~load(desk + LEFT_OUT)
    if allowed == _ZERO:
        set_line(trailing_zeros(landing), frame, desk)
        return verdict(signed(stones) + 2 - CERTAIN, AT_MOST_DRAW)
    if empty <= 2:
        set_line(trailing_zeros(allowed), frame, desk)
        return verdict(0, DRAW)
    if left <= 0:
        return verdict(opinion(pair, own, other, side, desk), 0)
    if not is_root:
        # No sooner than a win in three, a loss in four.
        most, least = CERTAIN - signed(stones) - 3, signed(stones) + 4 - CERTAIN
        if low >= most:
            return verdict(most, 0)
        if high <= least:
            return verdict(least, 0)
        low, high = max(low, least), min(high, most)

    known, table_bit = 0, _NO_BIT
    if load(desk + TABLE_BITS):
        word, found = look_up(
            load(desk + TABLE), signed(load(desk + TABLE_BITS)), min(key, mirrored)
        )
        if word != _ZERO:
            count_up(TABLE_HITS, desk)
            if not is_root:
                if _is_settled(word, found, left, low, high, desk):
                    return found
                if load(desk + DEEPER):
                    known = proven_in(found)
                    if (known & AT_LEAST_DRAW and high <= 0) or (known & AT_MOST_DRAW and low >= 0):
                        return verdict(0, known)
            table_bit = np.uint64(move_in(word))
            if table_bit != _NO_BIT and mirrored < key:
                table_bit = word_at(load(desk + MIRROR), table_bit)

    margin = signed(load(desk + PROBCUT))
    is_judged = low > -_NEAR_CERTAIN and high < _NEAR_CERTAIN
    if margin and low + 1 == high and is_judged and not is_proving:
        # What a less deep search, or none, finds far from what is asked is believed.
        if left <= _MOST_LEFT_TO_BELIEVE:
            judged_now = opinion(pair, own, other, side, desk)
            off = margin + margin * left // 2
            if judged_now >= high + off:
                return verdict(high, 0)
            if judged_now <= low - off:
                return verdict(low, 0)
        elif left >= _LEAST_LEFT_TO_PROBCUT:
            plies = left - _PLIES_OF_PROBCUT
            found = visit_threats(
                ply, own, occupied, threats, pair, key, mirrored, plies,
                high + margin - 1, high + margin, desk,
            )  # fmt: skip
            if found == STOPPED_THREATS:
                return found
            if score_in(found) >= high + margin:
                return verdict(high, proven_in(found) & AT_LEAST_DRAW)
            found = visit_threats(
                ply, own, occupied, threats, pair, key, mirrored, plies,
                low - margin, low - margin + 1, desk,
            )  # fmt: skip
            if found == STOPPED_THREATS:
                return found
            store(frame + LINE_LENGTH, _ZERO)
            if score_in(found) <= low - margin:
                return verdict(low, proven_in(found) & AT_MOST_DRAW)
    live, held, sure, sure_lane = _look_at_moves(
        own, occupied, landing, allowed, threats, empty, frame, desk
    )
    best, best_bit = -BOUNDLESS, _NO_BIT
    first_low = low
    if sure >= 0:
        known |= AT_LEAST_DRAW
        best_bit = trailing_zeros(move_in_lane(sure_lane, allowed, rules))
        if live == _ZERO or sure >= high:
            set_line(best_bit, frame, desk)
            return verdict(sure, known)
        if sure > _NEAR_CERTAIN:
            best = sure
            if best > low:
                low = best
                set_line(best_bit, frame, desk)
                if is_root:
                    store(desk + SO_FAR, np.uint64(best))
    if not is_root:
        # What is proven need not be asked.
        if known & AT_LEAST_DRAW and low < -1:
            low = -1
        if known & AT_MOST_DRAW and high > 1:
            high = 1
    lanes = frame + load(desk + LANES)
    ranks = lanes + load(rules + CHUNKS) * _CHUNK_BYTES
    if table_bit != _NO_BIT:
        store(ranks + table_bit // load(rules + STRIDE) * _WORD, _BEFORE_ALL)
    if is_proving and not is_root and load(desk + TABLE_BITS):
        bit, found = _refutation_in_table(live, allowed, side, key, mirrored, left, low, high, desk)
        if bit != _NO_BIT:
            set_line(bit, frame, desk)
            return found
    tried, at_most = 0, AT_MOST_DRAW
    while live:
        lane = best_lane(live, ranks)
        live &= ~(_ONE << lane)
        move = move_in_lane(lane, allowed, rules)
        bit, wins = trailing_zeros(move), board_in_lane(own, lanes, lane)
        is_quiet = not _is_forced_after(move, landing, wins)
        if left == 1 and is_quiet and empty > 3:
            # A leaf, which need not be visited for that.
            count_up(NODES, desk)
            next_pair = pair + gain_of_pairs(bit, side, desk)
            score = -opinion(next_pair, other, own | move, side ^ _ONE, desk)
            found = verdict(score, 0)
            store(frame + load(desk + FRAME_BYTES) + LINE_LENGTH, _ZERO)
        else:
            next_pair = pair + put_pairs(bit, side, desk)
            next_key = key_after(key, 0, side, bit, desk)
            next_mirrored = key_after(mirrored, 1, side, bit, desk)
            after, plies = occupied | move, left - 1
            is_narrow = tried > 0 and high - 1 > low
            if (
                load(desk + REDUCE)
                and tried >= _FIRST_TO_REDUCE
                and left >= _LEAST_LEFT_TO_REDUCE
                and not is_proving
                and is_quiet
            ):
                is_late = tried >= _FIRST_TO_REDUCE_MORE and left >= _LEAST_LEFT_TO_REDUCE_MORE
                plies = left - (3 if is_late else 2)
            found = visit_threats(
                ply + 1, other, after, wins, next_pair, next_key, next_mirrored, plies,
                -(low + 1) if is_narrow else -high, -low, desk,
            )  # fmt: skip
            if plies < left - 1 and found != STOPPED_THREATS and -score_in(found) > low:
                # Better than thought, or so it seems: as deeply as the others.
                plies = left - 1
                found = visit_threats(
                    ply + 1, other, after, wins, next_pair, next_key, next_mirrored, plies,
                    -(low + 1) if is_narrow else -high, -low, desk,
                )  # fmt: skip
            if is_narrow and found != STOPPED_THREATS and low < -score_in(found) < high:
                found = visit_threats(
                    ply + 1, other, after, wins, next_pair, next_key, next_mirrored, plies,
                    -high, -low, desk,
                )  # fmt: skip
            take_stone(bit, side, desk)
            if found == STOPPED_THREATS:
                return found
            found = _turned(found)
        tried += 1
        proven = proven_in(found)
        if held >> lane & _ONE:
            proven |= AT_LEAST_DRAW
        score = _sharpened(score_in(found), proven)
        known |= proven & AT_LEAST_DRAW
        at_most &= proven
        if score > best:
            best, best_bit = score, bit
            if score > low:
                low = score
                raise_line_over(bit, frame, desk)
                if is_root:
                    store(desk + SO_FAR, np.uint64(score))
            if score >= high:
                count_up(CUTOFFS, desk)
                break
    if best < high:
        known |= at_most  # of all moves
    best = _sharpened(best, known)
    bound = UPPER
    if known == DRAW or first_low < best < high:
        bound = EXACT
    elif best >= high:
        bound = LOWER
    depth = FULLY_KNOWN if known == DRAW else left
    is_a_guess = known == 0 and abs(best) < _NEAR_CERTAIN
    if load(desk + LEAF_ROOM) and left > 1 and is_a_guess and best > first_low:
        _keep_leaf(own, occupied, left, frame, desk)
    found = verdict(best, known)
    _write_down(key, mirrored, depth, bound, best_bit, found, desk)
    return found


@jit_for(NOTHING(WORD, WORD, WORD))
def lay_out_pairs(first: np.uint64, second: np.uint64, desk: np.uint64) -> None:
    """Bring the codes, the sums and the hashes to the position that both sides' stones make up."""
    codes, origins = load(desk + CODES), load(desk + ORIGINS)
    for feature in range(load(desk + FEATURES)):
        at = np.uint64(feature) * _WORD
        store(codes + at, load(origins + at))
    pair, key = load(desk + EMPTY_SUM), _ZERO
    mirrored = _ZERO if load(desk + IMAGES) == np.uint64(2) else ~_ZERO
    for number in range(2):
        side, stones = np.uint64(number), second if number else first
        while stones:
            bit = trailing_zeros(stones)
            stones &= stones - _ONE
            pair += put_pairs(bit, side, desk)
            key = key_after(key, 0, side, bit, desk)
            mirrored = key_after(mirrored, 1, side, bit, desk)
    store(desk + ROOT_SUM, pair)
    store(desk + ROOT_KEY, key)
    store(desk + ROOT_MIRRORED, mirrored)


@jit_for(WORD(WORD, WORD, WORD))
def cells_that_complete(own: np.uint64, other: np.uint64, rules: np.uint64) -> np.uint64:
    """The empty cells that complete a line, whether or not stones can land there; `rules` is the
    address of a solver's desk."""
    cells: np.uint64 = winning_cells(own, rules) & load(rules + SOLVERS_BOARD) & ~(own | other)
    return cells
