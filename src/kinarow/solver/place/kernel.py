"""Who wins a game without gravity, by proof numbers.

One question at a time: can the attacker complete a line? The defender only has to prevent it. The
search (df-pn, Nagai 2002) always goes on where the least work is missing to a proof or a disproof.
For the side to move, `need` is how many positions must still be settled in its favour to reach its
aim, and `resist` how many for the opponent to keep it from it; the two change places with the move.

What a position shows by itself: a line that can be completed at once; two that the opponent can;
a move that makes two; and no line left that the attacker could complete. Where the opponent
threatens a move that makes two, only what stops it, or threatens more, is tried. Any stone is
better than none, so only cells on lines that someone can still complete are worth a move. Where
lines must be exact, an own stone may spoil an own line, so there every empty cell is worth one; but
a stone of the opponent's never helps, so that he can still parry only one of two threats, and hold
by pairs.
"""

from kinarow.bitboards.desk_kernel import (
    BOARD,
    EXACT,
    FRAME_BYTES,
    FRAMES,
    NODE_LIMIT,
    NODES,
    STEP_COUNT,
    STEPS,
    STOP,
    TARGET,
)
from kinarow.bitboards.lines_kernel import exact_winning_cells
from kinarow.game.bit_lines_kernel import completes_four, completes_line
from kinarow.native.intrinsics import (
    load,
    load_shared,
    popcount,
    prefetch,
    store,
    trailing_zeros,
)
from kinarow.native.kernels import export, inlined, kernel_for
from kinarow.native.types import WORD
from kinarow.native.words import Word
from kinarow.solver.place.table_kernel import SHARED_UNTIL, bucket_of, find, keep

_ZERO, _ONE, _TWO, _FOUR = Word(0), Word(1), Word(2), Word(4)
_WORD_BYTES, _PAIRS = Word(8), Word(64 * 8)
_HALF, _LOW_HALF = Word(32), Word(2**32 - 1)
_NEVER = Word(2**30)
_EVERY = Word(255)
_QUARTER = Word(2)
_SHARED_UNTIL = Word(SHARED_UNTIL)

WON = _NEVER
"""need 0, resist never: the side to move reaches its aim."""
LOST = _NEVER << _HALF
OPEN = _ZERO
"""Nothing can be said yet."""


@inlined
def _pair(need: Word, resist: Word) -> Word:
    return (min(need, _NEVER) << _HALF) | min(resist, _NEVER)


@inlined
def _need(pair: Word) -> Word:
    return pair >> _HALF


@inlined
def _resist(pair: Word) -> Word:
    return pair & _LOW_HALF


@inlined
def _completing(stones: Word, desk: Word) -> Word:
    """The cells, taken or not, where these stones lack one to win."""
    if load(desk + EXACT):
        return exact_winning_cells(stones, desk)
    found, target = _ZERO, load(desk + TARGET)
    for direction in range(load(desk + STEP_COUNT)):
        step = load(desk + STEPS + Word(direction) * _WORD_BYTES)
        if target == _FOUR:  # most games that can be solved at all
            found |= completes_four(stones, step)
        else:
            found |= completes_line(stones, step, target)
    return found


@inlined
def _cells_of_lines(stones: Word, desk: Word) -> Word:
    """The cells of all lines that lie within `stones`."""
    found, target = _ZERO, load(desk + TARGET)
    for direction in range(load(desk + STEP_COUNT)):
        step = load(desk + STEPS + Word(direction) * _WORD_BYTES)
        starts, distance = stones, step
        for _ in range(1, target):
            starts &= stones >> distance
            distance += step
        distance = _ZERO
        for _ in range(target):
            found |= starts << distance
            distance += step
    return found


@kernel_for(WORD(WORD, WORD, WORD))
def _is_paired_off(open_cells: Word, empty: Word, desk: Word) -> Word:
    """Whether the defender can hold every line within `open_cells`, the attacker's stones and empty
    ones, by pairs: if each line has two empty cells of its own, he answers the one by the other.

    Pairs are taken as they come, lines with the fewest empty cells first, so that a no may be wrong
    and a yes never is.
    """
    target, free = load(desk + TARGET), empty
    for size in range(_TWO, target + _ONE):
        for direction in range(load(desk + STEP_COUNT)):
            step = load(desk + STEPS + Word(direction) * _WORD_BYTES)
            starts, line, distance = open_cells, _ONE, step
            for _ in range(1, target):
                starts &= open_cells >> distance
                line |= _ONE << distance
                distance += step
            while starts:
                cells = (line << trailing_zeros(starts)) & empty
                starts &= starts - _ONE
                if popcount(cells) != Word(size):
                    continue
                cells &= free
                first = cells & (~cells + _ONE)
                second = (cells ^ first) & (~(cells ^ first) + _ONE)
                if second == _ZERO:
                    return _ZERO
                free ^= first | second
    return _ONE


@kernel_for(WORD(WORD, WORD, WORD, WORD))
def _decided(own: Word, other: Word, attacks: Word, desk: Word) -> Word:
    """WON or LOST for the side to move where the position shows it, OPEN elsewhere."""
    board = load(desk + BOARD)
    empty = board & ~(own | other)
    if _completing(own, desk) & empty:
        return WON
    threats = _completing(other, desk) & empty
    if threats & (threats - _ONE):
        return LOST
    if threats:
        return OPEN
    if _is_paired_off(board & ~(other if attacks else own), empty, desk):
        return LOST if attacks else WON
    return OPEN


@kernel_for(WORD(WORD, WORD, WORD, WORD))
def _worth_a_move(own: Word, other: Word, moves: Word, desk: Word) -> Word:
    """Of moves where nobody can complete a line at once, those that do not lose in three.

    Where the opponent's next stone would make two ways to complete a line, a stone must lie on that
    cell, on one of the two, or make a way of its own.
    """
    empty = load(desk + BOARD) & ~(own | other)
    parries, left = moves, empty
    while left:
        move = left & (~left + _ONE)
        left ^= move
        ways = _completing(other | move, desk) & empty & ~move
        rest = ways & (ways - _ONE)
        if rest:
            # Of three ways, a stone on one leaves two.
            parries &= move if rest & (rest - _ONE) else move | ways
    if parries == moves:
        return moves
    left = moves & ~parries
    while left:
        move = left & (~left + _ONE)
        left ^= move
        if _completing(own | move, desk) & empty & ~move:
            parries |= move
    return parries


@kernel_for(WORD(WORD, WORD, WORD, WORD, WORD, WORD))
def settle(
    own: Word, other: Word, attacks: Word, most_need: Word,
    most_resist: Word, desk: Word,
) -> Word:  # fmt: skip
    """Work on a position until its need or its resist reaches a limit; returns the pair of them.

    The position is not decided, and nobody has a line.
    """
    begun = load(desk + NODES) + _ONE
    store(desk + NODES, begun)
    if (begun & _EVERY) == _ZERO and begun >= load(desk + NODE_LIMIT):
        store(desk + STOP, _ONE)
    board = load(desk + BOARD)
    empty = board & ~(own | other)
    threats = _completing(other, desk) & empty
    moves = threats
    if threats == _ZERO:
        moves = empty
        if load(desk + EXACT) == _ZERO:
            moves &= _cells_of_lines(board & ~other, desk) | _cells_of_lines(board & ~own, desk)
        moves = _worth_a_move(own, other, moves, desk)
        if moves == _ZERO:  # seen before it is worked on, but for the first position
            keep(own, other, attacks, LOST, _ONE, desk)
            return LOST
    plies = popcount(own | other)
    frame = load(desk + FRAMES) + plies * load(desk + FRAME_BYTES)

    left = moves if plies >= _SHARED_UNTIL else _ZERO  # few have fewer, and theirs take long
    while left:
        move = left & (~left + _ONE)
        left ^= move
        prefetch(bucket_of(other, own | move, _ONE - attacks, desk))
    count, left = _ZERO, moves
    while left:
        move = left & (~left + _ONE)
        left ^= move
        pair = _decided(other, own | move, _ONE - attacks, desk)
        if pair == LOST:  # for the opponent: this move does it
            keep(own, other, attacks, WON, _ONE, desk)
            return WON
        if pair == OPEN:
            bucket = bucket_of(other, own | move, _ONE - attacks, desk)
            pair = find(bucket, desk)
            if pair == LOST:
                keep(own, other, attacks, WON, _ONE, desk)
                return WON
            if pair == _ZERO:  # as many answers to be refuted as there seem to be
                answers = _completing(own | move, desk) & empty & ~move
                if answers == _ZERO:
                    answers = _worth_a_move(other, own | move, empty & ~move, desk)
                    if answers == _ZERO:
                        keep(own, other, attacks, WON, _ONE, desk)
                        return WON
                pair = _pair(_ONE, popcount(answers))
        store(frame + count * _WORD_BYTES, move)
        store(frame + _PAIRS + count * _WORD_BYTES, pair)
        count += _ONE

    while True:
        need, second, resist, best = _NEVER, _NEVER, _ZERO, _ZERO
        for number in range(count):
            pair = load(frame + _PAIRS + Word(number) * _WORD_BYTES)
            resist += _need(pair)
            if _resist(pair) < need:
                second, need, best = need, _resist(pair), Word(number)
            elif _resist(pair) < second:
                second = _resist(pair)
        resist = min(resist, _NEVER)
        if need == _ZERO:
            resist = _NEVER
        if need >= most_need or resist >= most_resist or need == _ZERO or resist == _ZERO:
            break
        if load_shared(desk + STOP):
            break
        move = load(frame + best * _WORD_BYTES)
        pair = load(frame + _PAIRS + best * _WORD_BYTES)
        # The child is worth our while until another one is, or until it costs more than we may.
        child_most_resist = min(most_need, second + (second >> _QUARTER) + _ONE)
        child_most_need = min(most_resist - (resist - _need(pair)), _NEVER)
        pair = settle(other, own | move, _ONE - attacks, child_most_need, child_most_resist, desk)
        store(frame + _PAIRS + best * _WORD_BYTES, pair)
    pair = _pair(need, resist)
    keep(own, other, attacks, pair, load(desk + NODES) - begun + _ONE, desk)
    return pair


@export(WORD(WORD, WORD, WORD, WORD))
def answer(own: Word, other: Word, attacks: Word, desk: Word) -> Word:
    """WON or LOST for the side to move; anything else if the search was stopped before it knew."""
    pair = _decided(own, other, attacks, desk)
    if pair == OPEN:
        pair = find(bucket_of(own, other, attacks, desk), desk)
        if pair not in (WON, LOST):
            pair = settle(own, other, attacks, _NEVER, _NEVER, desk)
    return pair
