"""What is known of positions without gravity: a table of proof numbers.

An entry is four words: the mover's stones, the opponent's, the pair of proof numbers, and the work
that they took. The stones are there in full, so no two positions are ever taken for each other; a
bit that no board uses says whether the mover attacks, since both questions share the table. In the
opening a position shares its entry with its images under the symmetries of the board.
"""

from kinarow.bitboards.desk_kernel import (
    BOARD,
    IMAGE_COUNT,
    IMAGES,
    KEY_OTHER,
    KEY_OWN,
    TABLE,
    TABLE_BITS,
)
from kinarow.native.intrinsics import load, popcount, store, trailing_zeros
from kinarow.native.kernels import inlined, kernel_for
from kinarow.native.types import NOTHING, WORD
from kinarow.native.words import Word

ENTRY_BYTES = 32
BUCKET_ENTRIES = 4
BUCKET_BYTES = ENTRY_BYTES * BUCKET_ENTRIES
SHARED_UNTIL = 12
"""Up to so many stones images share an entry; later they hardly ever meet."""

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT = Word(3)
_ENTRY_BYTES, _BUCKET_SHIFT = Word(ENTRY_BYTES), Word(7)
_OTHER, _PAIR, _WORK = Word(8), Word(16), Word(24)
_IMAGE_BYTES = Word(64 * 8)
_SHARED_UNTIL = Word(SHARED_UNTIL)
_MIXER, _OTHER_MIXER = Word(0x9E3779B97F4A7C15), Word(0xC2B2AE3D27D4EB4F)
_FOLD, _WORD_BITS = Word(29), Word(64)


@inlined
def _seen_through(board: Word, image: Word, desk: Word) -> Word:
    """A board seen through a symmetry of the game."""
    cells, moved = load(desk + IMAGES) + image * _IMAGE_BYTES, _ZERO
    while board:
        moved |= load(cells + (trailing_zeros(board) << _WORD_SHIFT))
        board &= board - _ONE
    return moved


@kernel_for(WORD(WORD, WORD, WORD, WORD))
def bucket_of(own: Word, other: Word, attacks: Word, desk: Word) -> Word:
    """The address of a position's bucket; its key is left on the desk."""
    board, key_own, key_other = load(desk + BOARD), own, other
    if popcount(own | other) <= _SHARED_UNTIL:
        for number in range(1, load(desk + IMAGE_COUNT)):
            image = Word(number)
            moved = _seen_through(own, image, desk)
            if moved <= key_own:
                moved_other = _seen_through(other, image, desk)
                if moved < key_own or moved_other < key_other:
                    key_own, key_other = moved, moved_other
    if attacks:
        key_own |= ~board & (board + _ONE)  # the spare bit of the first column
    store(desk + KEY_OWN, key_own)
    store(desk + KEY_OTHER, key_other)
    mixed = (key_own * _MIXER) ^ (key_other * _OTHER_MIXER)
    mixed = (mixed ^ (mixed >> _FOLD)) * _MIXER
    number = mixed >> (_WORD_BITS - load(desk + TABLE_BITS))
    return load(desk + TABLE) + (number << _BUCKET_SHIFT)


@inlined
def find(bucket: Word, desk: Word) -> Word:
    """The pair of proof numbers of the position whose key is on the desk; 0 if it has none."""
    entry, key_own, key_other = bucket, load(desk + KEY_OWN), load(desk + KEY_OTHER)
    for _ in range(BUCKET_ENTRIES):
        if load(entry) == key_own and load(entry + _OTHER) == key_other:
            return load(entry + _PAIR)
        entry += _ENTRY_BYTES
    return _ZERO


@kernel_for(NOTHING(WORD, WORD, WORD, WORD, WORD, WORD))
def keep(
    own: Word, other: Word, attacks: Word, pair: Word, work: Word,
    desk: Word,
) -> None:  # fmt: skip
    """Write down a position's proof numbers, in place of its own or of those that took least."""
    entry = bucket_of(own, other, attacks, desk)
    key_own, key_other = load(desk + KEY_OWN), load(desk + KEY_OTHER)
    place, least = entry, Word(2**63)
    for _ in range(BUCKET_ENTRIES):
        known = load(entry + _WORK)
        if load(entry) == key_own and load(entry + _OTHER) == key_other:
            place, work = entry, work + known
            break
        if known < least:
            place, least = entry, known
        entry += _ENTRY_BYTES
    store(place, key_own)
    store(place + _OTHER, key_other)
    store(place + _PAIR, pair)
    store(place + _WORK, work)
