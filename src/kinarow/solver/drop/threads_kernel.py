"""How several threads share one search.

All ask the same question of the same table. A thread that is about to search a move that another
one is searching puts it off, and takes the next one; what it has put off it finds in the table
later. The first move of a position is never put off, since it often makes the others needless. So
threads part where a position has no refutation and all moves have to be searched. This is what
Weill (1996) calls ABDADA, with the marks in a table of their own.

While a thread is at work, another may settle a position on its way there. So each node that can be
shared notes its key and question on its frame; from time to time these are looked up, and if one
is settled the thread gives up what it is doing below.
"""

from kinarow.bitboards.desk_kernel import (
    BUSY,
    BUSY_PLACES,
    CELLS,
    FRAME_BYTES,
    FRAMES,
    NOTES,
    UNWIND,
)
from kinarow.native.board_access import load_board, low_word, store_board
from kinarow.native.intrinsics import load, load_shared, store, store_shared
from kinarow.native.kernels import inlined
from kinarow.native.types import Board
from kinarow.native.words import Int, Word
from kinarow.solver.drop.table_kernel import find, high_of, low_of

SHARED_UNTIL = 16
"""Empty cells from which on a position is shared: below, marks cost more than they save."""

_ZERO, _ONE = Word(0), Word(1)
_WORD_BYTES, _ALPHA, _HOLDS = Word(8), Word(16), Word(24)
_PLACE_SHIFT, _LAST_PLACE = Word(20), Word(BUSY_PLACES - 1)


@inlined
def is_shared(empty: int, desk: Word) -> bool:
    return empty > SHARED_UNTIL and load(desk + BUSY) != _ZERO


@inlined
def place_of(key: Board, desk: Word) -> Word:
    """Where a position is marked while it is searched; two may have the same place, at the cost of
    some time."""
    place = (low_word(key) >> _PLACE_SHIFT) & _LAST_PLACE
    return load(desk + BUSY) + place * _WORD_BYTES


@inlined
def is_busy(place: Word, key: Board) -> bool:
    return load_shared(place) == low_word(key) | _ONE


@inlined
def mark(place: Word, key: Board) -> None:
    store_shared(place, low_word(key) | _ONE)


@inlined
def unmark(place: Word) -> None:
    store_shared(place, _ZERO)


@inlined
def note(key: Board, alpha: int, frame: Word, desk: Word) -> None:
    """Note on a frame what is asked about which position."""
    notes = frame + load(desk + NOTES)
    store_board(notes, key)
    store(notes + _ALPHA, Word(alpha))
    store(notes + _HOLDS, _ONE)


@inlined
def strike_out(shared: bool, frame: Word, desk: Word) -> None:
    if shared:
        store(frame + load(desk + NOTES) + _HOLDS, _ZERO)


@inlined
def is_settled(key: Board, alpha: int, desk: Word) -> bool:
    """Whether the table says if a score is above alpha."""
    entry = find(key, desk)
    return entry != _ZERO and (low_of(entry) > alpha or high_of(entry) <= alpha)


@inlined
def settled_score(key: Board, alpha: int, otherwise: int, desk: Word) -> Int:
    """The bound by which the table settles whether a score is above alpha."""
    entry = find(key, desk)
    if entry != _ZERO and low_of(entry) > alpha:
        return low_of(entry)
    if entry != _ZERO and high_of(entry) <= alpha:
        return high_of(entry)
    return Int(otherwise)


@inlined
def gives_up(like: Board, desk: Word) -> bool:
    """Whether a position on the way here is settled; the highest such is where to unwind to."""
    if load(desk + BUSY) == _ZERO:
        return False
    for plies in range(load(desk + CELLS)):
        frame = load(desk + FRAMES) + Word(plies) * load(desk + FRAME_BYTES)
        notes = frame + load(desk + NOTES)
        if load(notes + _HOLDS) == _ZERO:
            continue
        if is_settled(load_board(like, notes), Int(load(notes + _ALPHA)), desk):
            store(desk + UNWIND, Word(plies) + _ONE)
            return True
    return False
