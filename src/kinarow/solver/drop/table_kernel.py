"""What the solver has proven so far: a table of positions with a lower and an upper bound.

A position's key is a board: in each column the mover's stones, and one bit on top of them all.
Multiplying by an odd number is a permutation of the keys, so the upper bits of the product can
choose the bucket and the lower bits tell the rest: an entry has the bits of a board, one word or
two, and no two positions are ever taken for each other.

    rest of the key │ work (6 bits) │ low + 32 (6) │ high + 32 (6)        two words: + 64, 7 bits

The invariant: low ≤ score for the side to move ≤ high, for the position of that key or, in the
opening, its mirror image. A bucket is two entries in one cache line. `work` is the logarithm of the
nodes that it took: the entry that took more stays longer.

The table begins small enough for the processor's caches and grows fourfold, in place, as it fills:
most positions are solved long before memory outside the caches is needed.
"""

from kinarow.bitboards.desk_kernel import (
    BOTTOM,
    BUCKET_SHIFT,
    COLUMNS,
    GROW_AT,
    KEY_BITS,
    KEY_FACTOR,
    KEY_MASK,
    REST_BITS,
    STRIDE,
    TABLE,
    TABLE_BITS,
    TABLE_LIMIT,
    TABLE_START,
    WRITTEN,
)
from kinarow.native.board_access import (
    as_board,
    load_board,
    load_entry,
    low_word,
    store_entry,
    words_in,
)
from kinarow.native.intrinsics import leading_zeros, load, store
from kinarow.native.kernels import export, inlined
from kinarow.native.types import NOTHING, WORD, Board
from kinarow.native.words import Int, Word

BUCKET_ENTRIES = 2
DATA_BITS = {1: 18, 2: 20}
"""The part of an entry of one word, or of two, that is not the key."""

MIRROR_PLIES = 10
"""Up to here a position shares its entry with its mirror image; later they hardly ever meet."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_WORD_BYTES, _WORK = Word(8), Word(63)
_LEAST_SCORE_BITS, _WORK_BITS = Word(5), Word(6)
_MIRROR_PLIES = Word(MIRROR_PLIES)
_NEVER = Word(2**62)


@inlined
def key_of(own: Board, occupied: Board, plies: Word, desk: Word) -> Board:
    """The permuted key of a position."""
    key = own | (occupied + load_board(own, desk + BOTTOM))
    if plies <= _MIRROR_PLIES:
        image = _mirrored(key, desk)
        if image < key:
            key = image
    return (key * load_board(own, desk + KEY_FACTOR)) & load_board(own, desk + KEY_MASK)


@inlined
def _mirrored(key: Board, desk: Word) -> Board:
    stride, image = load(desk + STRIDE), as_board(key, _ZERO)
    column = (as_board(key, _ONE) << stride) - _ONE
    for _ in range(load(desk + COLUMNS)):
        image = (image << stride) | (key & column)
        key = key >> stride
    return image


@inlined
def bucket_of(key: Board, desk: Word) -> Word:
    bucket = low_word(key >> load(desk + REST_BITS))
    return load(desk + TABLE) + (bucket << load(desk + BUCKET_SHIFT))


@inlined
def _rest_of(key: Board, desk: Word) -> Board:
    return key & ((as_board(key, _ONE) << load(desk + REST_BITS)) - _ONE)


@inlined
def _score_bits(like: Board) -> Word:
    return _LEAST_SCORE_BITS + words_in(like)


@inlined
def _data_bits(like: Board) -> Word:
    return _WORK_BITS + _score_bits(like) + _score_bits(like)


@inlined
def _zero_score(like: Board) -> Int:
    return Int(_ONE << (_score_bits(like) - _ONE))


@inlined
def find(key: Board, desk: Word) -> Board:
    """The entry for a key, 0 if there is none: no entry is 0, since no score in it is."""
    rest, bucket, data = _rest_of(key, desk), bucket_of(key, desk), _data_bits(key)
    entry = load_entry(key, bucket)
    if entry != _ZERO and (entry >> data) == rest:
        return entry
    entry = load_entry(key, bucket + words_in(key) * _WORD_BYTES)
    if entry != _ZERO and (entry >> data) == rest:
        return entry
    return as_board(key, _ZERO)


@inlined
def _score_at(entry: Board, shift: Word) -> Int:
    score = (low_word(entry) >> shift) & ((_ONE << _score_bits(entry)) - _ONE)
    return Int(score) - _zero_score(entry)


@inlined
def low_of(entry: Board) -> Int:
    return _score_at(entry, _score_bits(entry))


@inlined
def high_of(entry: Board) -> Int:
    return _score_at(entry, _ZERO)


@inlined
def _work_of(entry: Board) -> Word:
    return (low_word(entry) >> (_score_bits(entry) + _score_bits(entry))) & _WORK


@inlined
def keep(key: Board, low: int, high: int, nodes: Word, desk: Word) -> None:
    """Write down what is proven of a position, and how many nodes it took."""
    rest, bucket = _rest_of(key, desk), bucket_of(key, desk)
    second_place = bucket + words_in(key) * _WORD_BYTES
    bits, data, zero = _score_bits(key), _data_bits(key), _zero_score(key)
    work = _WORK - leading_zeros(nodes | _ONE)
    facts = (work << (bits + bits)) | (Word(low + zero) << bits) | Word(high + zero)
    entry = (rest << data) | facts
    first, second = load_entry(key, bucket), load_entry(key, second_place)
    if first != _ZERO and (first >> data) == rest:
        store_entry(bucket, entry)
    elif second != _ZERO and (second >> data) == rest:
        store_entry(second_place, entry)
    else:
        if _work_of(first) <= work:
            store_entry(bucket, entry)
            store_entry(second_place, first)
        else:
            store_entry(second_place, entry)
        written = load(desk + WRITTEN) + _ONE
        store(desk + WRITTEN, written)
        if written >= load(desk + GROW_AT):
            grow(key, desk)


@inlined
def set_size(bits: Word, desk: Word) -> None:
    """Use 2^bits buckets; what they hold is the caller's business."""
    store(desk + TABLE_BITS, bits)
    store(desk + REST_BITS, load(desk + KEY_BITS) - bits)
    full = (_ONE << bits) if bits + _TWO <= load(desk + TABLE_LIMIT) else _NEVER
    store(desk + GROW_AT, full)


@export(NOTHING(WORD, WORD))
def grow(like: Board, desk: Word) -> None:
    """Four times as many buckets: bucket i becomes 4i to 4i+3, from the last one down, so that
    nothing is overwritten before it is moved."""
    table, rest_bits = load(desk + TABLE), load(desk + REST_BITS) - _TWO
    shift, data = load(desk + BUCKET_SHIFT), _data_bits(like)
    entry_bytes = words_in(like) * _WORD_BYTES
    mask = (as_board(like, _ONE) << rest_bits) - _ONE
    data_mask = (_ONE << data) - _ONE
    bucket = _ONE << load(desk + TABLE_BITS)
    while bucket:
        bucket -= _ONE
        old = table + (bucket << shift)
        first, second = load_entry(like, old), load_entry(like, old + entry_bytes)
        new = table + (bucket << (shift + _TWO))
        emptied = new
        while emptied < new + (_ONE << (shift + _TWO)):
            store(emptied, _ZERO)
            emptied += _WORD_BYTES
        for entry in (first, second):
            if entry != _ZERO:
                rest = entry >> data
                place = new + (low_word(rest >> rest_bits) << shift)
                if load_entry(like, place) != _ZERO:
                    place += entry_bytes
                store_entry(place, ((rest & mask) << data) | (low_word(entry) & data_mask))
    set_size(load(desk + TABLE_BITS) + _TWO, desk)


@export(NOTHING(WORD))
def begin(desk: Word) -> None:
    """Take an empty table into use, small as yet."""
    store(desk + WRITTEN, _ZERO)
    set_size(load(desk + TABLE_START), desk)


@export(NOTHING(WORD))
def clear(desk: Word) -> None:
    """Forget everything, and begin small again."""
    address = load(desk + TABLE)
    end = address + (_ONE << (load(desk + TABLE_BITS) + load(desk + BUCKET_SHIFT)))
    while address < end:
        store(address, _ZERO)
        address += _WORD_BYTES
    begin(desk)
