"""Alpha-beta at native speed for games with gravity on a board of one word.

The same search as `general.kernel.search`: it visits the same positions in the same order. But
boards are words, a node is a call that passes them on in registers, and the evaluator's features
are few (`evaluation.compiled.line_tables`). Scores are for the side to move at the node (negamax);
leaves are scored for one side, usually the root's, and negated where the other is to move.
"""

from typing import Any

import numpy as np

from kinarow.native.intrinsics import load, load_shared, signed, store, trailing_zeros
from kinarow.native.jit import jit_for, jit_inlined
from kinarow.native.types import INT, NOTHING, WORD
from kinarow.score import WON
from kinarow.search.constants_kernel import (
    INFINITE,
    KILLER_FIRST,
    KILLER_SECOND,
    LARGEST_HISTORY,
    TABLE_MOVE_FIRST,
)
from kinarow.search.drop.deferred_kernel import LEAST_LEFT, be_done_with, begin_with, is_busy
from kinarow.search.drop.desk_kernel import (
    BUSY,
    CELLS,
    CODES,
    COLUMNS,
    CUTOFFS,
    DEPTH,
    EMPTY_SUM,
    FEATURES,
    FRAME_BYTES,
    FRAMES,
    HISTORY,
    IMAGES,
    JUDGE,
    KILLER,
    LINE_LENGTH,
    MIRROR,
    MOVES,
    NODE_LIMIT,
    NODES,
    ORDER,
    ORIGINS,
    RANKS,
    ROOT_KEY,
    ROOT_MIRRORED,
    ROOT_STONES,
    ROOT_SUM,
    SECOND_KILLER,
    STOP,
    TABLE,
    TABLE_BITS,
    TABLE_HITS,
    TARGET,
    TRAP_WEIGHT,
    gain_of,
    judged,
    landing_of,
    put_stone,
    take_stone,
    winning_of,
    word_at,
)
from kinarow.search.drop.frame_kernel import count_up, key_after, raise_line_over, set_line
from kinarow.search.drop.shared_table_kernel import look_up, write_down
from kinarow.search.table_kernel import EXACT, LOWER, UPPER, bound_in, depth_in, move_in

STOPPED_SEARCH = -(2**63)
"""No score: the search was told to stop, or ran out of nodes."""

_ZERO, _ONE, _WORD, _SIDE_BYTES = np.uint64(0), np.uint64(1), np.uint64(8), np.uint64(64 * 8)
_NO_BIT = np.uint64(64)
_BIT_MASK, _LAST_PLACE = np.uint64(63), np.uint64(63)
_PLACE_SHIFT, _MERIT_SHIFT = np.uint64(6), np.uint64(12)


@jit_inlined
def _first_in_order(cells: np.uint64, desk: np.uint64) -> Any:
    """The one of some landing cells that is tried first."""
    order = load(desk + ORDER)
    while load(order) & cells == _ZERO:
        order += _WORD
    return load(order) & cells


@jit_inlined
def _last_ply_on_bits(
    own: np.uint64, other: np.uint64, stones: np.uint64, total: int, low: int, high: int,
    frame: np.uint64, desk: np.uint64,
) -> int:  # fmt: skip
    """The score of a node whose children are leaves."""
    side, landing = stones & _ONE, landing_of(own, other, desk)
    wins = _ZERO
    if stones + _ONE >= load(desk + TARGET) * np.uint64(2) - _ONE:
        wins = winning_of(own, desk) & landing
    has_traps = load(desk + TRAP_WEIGHT) != _ZERO
    sign = 1 if side == load(desk + JUDGE) else -1
    best, best_bit, visited = -INFINITE, _NO_BIT, _ZERO
    order = load(desk + ORDER)
    for _ in range(load(desk + COLUMNS)):
        cell = load(order) & landing
        order += _WORD
        if cell == _ZERO:
            continue
        visited += _ONE
        bit = trailing_zeros(cell)
        if cell & wins:
            score = WON - signed(stones + _ONE)
        elif has_traps:
            after = total + gain_of(bit, side, desk)
            score = -judged(after, other, own | cell, side ^ _ONE, desk)
        else:
            score = sign * (total + gain_of(bit, side, desk))
        if score > best:
            best, best_bit = score, bit
            if best >= high:
                count_up(CUTOFFS, desk)
                break
    store(desk + NODES, load(desk + NODES) + visited)
    if best > low:
        set_line(best_bit, frame, desk)
    return best


@jit_inlined
def _list_moves_on_bits(
    landing: np.uint64, side: np.uint64, table_bit: np.uint64, frame: np.uint64, desk: np.uint64
) -> np.uint64:
    """Write down the moves to try; returns how many. A move is one word: its merit, then its place
    from the end of the order, so that no two are equal, then the number of its bit."""
    order, columns = load(desk + ORDER), load(desk + COLUMNS)
    history = desk + HISTORY + side * _SIDE_BYTES
    killer, second_killer = load(frame + KILLER), load(frame + SECOND_KILLER)
    count = _ZERO
    for place in range(columns):
        cell = word_at(order, np.uint64(place)) & landing
        if cell == _ZERO:
            continue
        bit = trailing_zeros(cell)
        merit = word_at(history, bit)
        if bit == table_bit:
            merit = np.uint64(TABLE_MOVE_FIRST)
        elif bit == killer:
            merit = np.uint64(KILLER_FIRST)
        elif bit == second_killer:
            merit = np.uint64(KILLER_SECOND)
        later = _LAST_PLACE - np.uint64(place)
        word = (merit << _MERIT_SHIFT) | (later << _PLACE_SHIFT) | bit
        store(frame + MOVES + count * _WORD, word)
        count += _ONE
    return count


@jit_inlined
def _take_best_of(left: np.uint64, frame: np.uint64) -> Any:
    """The number of the bit of the best of so many moves; the last of them takes its place."""
    moves = frame + MOVES
    chosen, best = moves, load(moves)
    last = moves + (left - _ONE) * _WORD
    at = moves + _WORD
    while at <= last:
        if load(at) > best:
            chosen, best = at, load(at)
        at += _WORD
    store(chosen, load(last))
    return best & _BIT_MASK


@jit_inlined
def _remember_cutoff_at(
    bit: np.uint64, side: np.uint64, left: int, frame: np.uint64, desk: np.uint64
) -> None:
    if load(frame + KILLER) != bit:
        store(frame + SECOND_KILLER, load(frame + KILLER))
        store(frame + KILLER, bit)
    place = desk + HISTORY + side * _SIDE_BYTES + bit * _WORD
    store(place, load(place) + np.uint64(left * left))
    if load(place) > np.uint64(LARGEST_HISTORY):
        for i in range(128):
            old = desk + HISTORY + np.uint64(i) * _WORD
            store(old, load(old) >> _ONE)


@jit_inlined
def _keep_result(
    key: np.uint64, mirrored: np.uint64, left: int, bound: int, bit: np.uint64, score: int,
    desk: np.uint64,
) -> None:  # fmt: skip
    bits = signed(load(desk + TABLE_BITS))
    if bits == 0:
        return
    if mirrored < key:
        key, bit = mirrored, word_at(load(desk + MIRROR), bit)
    write_down(load(desk + TABLE), bits, key, left, bound, signed(bit), score)


@jit_inlined
def _ask_table(
    key: np.uint64, mirrored: np.uint64, left: int, low: int, high: int, desk: np.uint64
) -> tuple[bool, int, Any]:
    """Whether the table says all that is asked, which only a narrow window is; the score, if so;
    and the number of the bit of the move that was best, `_NO_BIT` if none is known."""
    bits = signed(load(desk + TABLE_BITS))
    word, score = look_up(load(desk + TABLE), bits, min(key, mirrored))
    if word == _ZERO:
        return False, score, _NO_BIT
    count_up(TABLE_HITS, desk)
    if high - 1 == low and depth_in(word) == left:
        bound = bound_in(word)
        if (
            bound == EXACT
            or (bound == LOWER and score >= high)
            or (bound == UPPER and score <= low)
        ):
            return True, score, _NO_BIT
    bit = np.uint64(move_in(word))
    return False, score, word_at(load(desk + MIRROR), bit) if mirrored < key else bit


@jit_inlined
def _comes_before(bit: np.uint64, best: np.uint64, desk: np.uint64) -> bool:
    ranks = load(desk + RANKS)
    before: bool = word_at(ranks, bit) < word_at(ranks, best)
    return before


@jit_for(INT(INT, WORD, WORD, INT, WORD, WORD, INT, INT, WORD))
def visit_drop(
    ply: int, own: np.uint64, other: np.uint64, total: int, key: np.uint64, mirrored: np.uint64,
    low: int, high: int, desk: np.uint64,
) -> int:  # fmt: skip
    """The score of a node, or `STOPPED_SEARCH`; its best line is on its frame."""
    if count_up(NODES, desk) >= load_shared(desk + NODE_LIMIT) or load_shared(load(desk + STOP)):
        return STOPPED_SEARCH
    frame = load(desk + FRAMES) + np.uint64(ply) * load(desk + FRAME_BYTES)
    store(frame + LINE_LENGTH, _ZERO)
    stones = load(desk + ROOT_STONES) + np.uint64(ply)
    side, left = stones & _ONE, signed(load(desk + DEPTH)) - ply
    if stones == load(desk + CELLS):
        return judged(total, own, other, side, desk)
    if left == 1:
        return _last_ply_on_bits(own, other, stones, total, low, high, frame, desk)
    landing = landing_of(own, other, desk)
    if stones + np.uint64(3) >= load(desk + TARGET) * np.uint64(2):
        # Before that, nobody has k − 1 stones.
        wins = winning_of(own, desk) & landing
        if wins:
            set_line(trailing_zeros(_first_in_order(wins, desk)), frame, desk)
            won: int = WON - signed(stones + _ONE)
            return won
        # A threat must be parried: any other move loses with the next stone but one.
        threats = winning_of(other, desk) & landing
        if threats:
            landing = _first_in_order(threats, desk)
    table_bit = _NO_BIT
    if load(desk + TABLE_BITS):
        is_settled, score, table_bit = _ask_table(key, mirrored, left, low, high, desk)
        if is_settled:
            return score
    untried = _list_moves_on_bits(landing, side, table_bit, frame, desk)
    best, best_bit, first_low, is_first = -INFINITE, _NO_BIT, low, True
    busy, put_off = load(desk + BUSY) if left >= LEAST_LEFT else _ZERO, _ZERO
    while untried or put_off:
        if not untried:
            # Other threads were at these; what they found is in the table by now, or soon.
            untried = _list_moves_on_bits(put_off, side, table_bit, frame, desk)
            busy, put_off = _ZERO, _ZERO
        bit = _take_best_of(untried, frame)
        untried -= _ONE
        next_key = key_after(key, 0, side, bit, desk)
        next_mirrored = key_after(mirrored, 1, side, bit, desk)
        if busy:
            if not is_first and is_busy(min(next_key, next_mirrored), busy):
                put_off |= _ONE << bit
                continue
            begin_with(min(next_key, next_mirrored), busy)
        # At the root, a move that is only as good as the best one so far takes its place if it
        # comes before it in the order. So the chosen move does not depend on what was tried first.
        tie = ply == 0 and best_bit != _NO_BIT and _comes_before(bit, best_bit, desk)
        floor = low - 1 if tie else low
        narrow = not is_first and high - 1 > floor
        is_first = False
        after = total + put_stone(bit, side, desk)
        moved = own | (_ONE << bit)
        score = visit_drop(
            ply + 1, other, moved, after, next_key, next_mirrored,
            -(floor + 1) if narrow else -high, -floor, desk,
        )  # fmt: skip
        if narrow and score != STOPPED_SEARCH and floor < -score < high:
            # Better than thought: how much better, a full window will tell.
            score = visit_drop(
                ply + 1, other, moved, after, next_key, next_mirrored, -high, -floor, desk
            )
        if busy:
            be_done_with(min(next_key, next_mirrored), busy)
        if score == STOPPED_SEARCH:
            return score
        score = -score
        take_stone(bit, side, desk)
        if score > best or (tie and score == best):
            best, best_bit = score, bit
            if score > floor:
                low = score
                raise_line_over(bit, frame, desk)
            if score >= high:
                count_up(CUTOFFS, desk)
                _remember_cutoff_at(bit, side, left, frame, desk)
                _keep_result(key, mirrored, left, LOWER, bit, score, desk)
                return best
    bound = EXACT if best > first_low else UPPER
    _keep_result(key, mirrored, left, bound, best_bit, best, desk)
    return best


@jit_for(NOTHING(WORD, WORD, WORD))
def lay_out(first: np.uint64, second: np.uint64, desk: np.uint64) -> None:
    """Bring the codes, the sum and the hashes to the position that both sides' stones make up."""
    codes, origins = load(desk + CODES), load(desk + ORIGINS)
    for feature in range(load(desk + FEATURES)):
        at = np.uint64(feature) * _WORD
        store(codes + at, load(origins + at))
    total, key = signed(load(desk + EMPTY_SUM)), _ZERO
    mirrored = _ZERO if load(desk + IMAGES) == np.uint64(2) else ~_ZERO
    for number in range(2):
        side, stones = np.uint64(number), second if number else first
        while stones:
            bit = trailing_zeros(stones)
            stones &= stones - _ONE
            total += put_stone(bit, side, desk)
            key, mirrored = (
                key_after(key, 0, side, bit, desk),
                key_after(mirrored, 1, side, bit, desk),
            )
    store(desk + ROOT_SUM, np.uint64(total))
    store(desk + ROOT_KEY, key)
    store(desk + ROOT_MIRRORED, mirrored)
