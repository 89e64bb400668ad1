"""What the solver has proven so far: a table of positions with a lower and an upper bound.

A position's key is one word: in each column the mover's stones, and one bit on top of them all.
Multiplying by an odd number is a permutation of the keys, so the upper bits of the product can
choose the bucket and the lower bits tell the rest: an entry is one word, and no two positions are
ever taken for each other.

    rest of the key │ work (6 bits) │ low + 32 (6) │ high + 32 (6)

The invariant: low ≤ score for the side to move ≤ high, for the position of that key or, in the
opening, its mirror image. A bucket is two entries in one cache line. `work` is the logarithm of the
nodes that it took: the entry that took more stays longer.

The table begins small enough for the processor's caches and grows fourfold, in place, as it fills:
most positions are solved long before memory outside the caches is needed.
"""

import numpy as np

from kinarow.native.intrinsics import leading_zeros, load, store
from kinarow.native.jit import jit_for, jit_inlined
from kinarow.native.types import NOTHING, WORD
from kinarow.solver.desk_kernel import (
    BOTTOM,
    COLUMNS,
    GROW_AT,
    KEY_BITS,
    KEY_MASK,
    REST_BITS,
    STRIDE,
    TABLE,
    TABLE_BITS,
    TABLE_LIMIT,
    TABLE_START,
    WRITTEN,
)

BUCKET_BYTES = 16
DATA_BITS = 18
"""The part of an entry that is not the key."""

MIRROR_PLIES = 10
"""Up to here a position shares its entry with its mirror image; later they hardly ever meet."""

_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_WORD_BYTES, _BUCKET_SHIFT = np.uint64(8), np.uint64(4)
_DATA, _DATA_MASK = np.uint64(DATA_BITS), np.uint64(2**DATA_BITS - 1)
_WORK_SHIFT, _LOW_SHIFT, _FIELD = np.uint64(12), np.uint64(6), np.uint64(63)
_ZERO_SCORE = 32
_MIRROR_PLIES = np.uint64(MIRROR_PLIES)
_ODD_NUMBER = np.uint64(0x9E3779B97F4A7C15)  # 2⁶⁴ divided by the golden ratio: mixes well
_NEVER = np.uint64(2**62)


@jit_inlined
def key_of(own: np.uint64, occupied: np.uint64, plies: np.uint64, desk: np.uint64) -> np.uint64:
    """The permuted key of a position."""
    key = own | (occupied + load(desk + BOTTOM))
    if plies <= _MIRROR_PLIES:
        key = min(key, _mirrored(key, desk))
    return (key * _ODD_NUMBER) & load(desk + KEY_MASK)


@jit_inlined
def _mirrored(key: np.uint64, desk: np.uint64) -> np.uint64:
    stride = load(desk + STRIDE)
    column, image = (_ONE << stride) - _ONE, _ZERO
    for _ in range(load(desk + COLUMNS)):
        image = (image << stride) | (key & column)
        key >>= stride
    return image


@jit_inlined
def bucket_of(key: np.uint64, desk: np.uint64) -> np.uint64:
    """The address of a key's bucket."""
    return load(desk + TABLE) + ((key >> load(desk + REST_BITS)) << _BUCKET_SHIFT)


@jit_inlined
def _rest_of(key: np.uint64, desk: np.uint64) -> np.uint64:
    return key & ((_ONE << load(desk + REST_BITS)) - _ONE)


@jit_inlined
def find(key: np.uint64, desk: np.uint64) -> np.uint64:
    """The entry for a key, 0 if there is none: no entry is 0, since high + 32 never is."""
    rest, bucket = _rest_of(key, desk), bucket_of(key, desk)
    entry = load(bucket)
    if entry != _ZERO and (entry >> _DATA) == rest:
        return entry
    entry = load(bucket + _WORD_BYTES)
    if entry != _ZERO and (entry >> _DATA) == rest:
        return entry
    return _ZERO


@jit_inlined
def low_of(entry: np.uint64) -> np.int64:
    return np.int64((entry >> _LOW_SHIFT) & _FIELD) - _ZERO_SCORE


@jit_inlined
def high_of(entry: np.uint64) -> np.int64:
    return np.int64(entry & _FIELD) - _ZERO_SCORE


@jit_inlined
def _work_of(entry: np.uint64) -> np.uint64:
    return (entry >> _WORK_SHIFT) & _FIELD


@jit_inlined
def keep(key: np.uint64, low: int, high: int, nodes: np.uint64, desk: np.uint64) -> None:
    """Write down what is proven of a position, and how many nodes it took."""
    rest, bucket = _rest_of(key, desk), bucket_of(key, desk)
    bounds = (np.uint64(low + _ZERO_SCORE) << _LOW_SHIFT) | np.uint64(high + _ZERO_SCORE)
    work = _FIELD - leading_zeros(nodes | _ONE)
    entry = (rest << _DATA) | (work << _WORK_SHIFT) | bounds
    first, second = load(bucket), load(bucket + _WORD_BYTES)
    if first != _ZERO and (first >> _DATA) == rest:
        store(bucket, entry)
    elif second != _ZERO and (second >> _DATA) == rest:
        store(bucket + _WORD_BYTES, entry)
    else:
        if _work_of(first) <= work:
            store(bucket, entry)
            store(bucket + _WORD_BYTES, first)
        else:
            store(bucket + _WORD_BYTES, entry)
        written = load(desk + WRITTEN) + _ONE
        store(desk + WRITTEN, written)
        if written >= load(desk + GROW_AT):
            _grow(desk)


@jit_inlined
def set_size(bits: np.uint64, desk: np.uint64) -> None:
    """Use 2^bits buckets; what they hold is the caller's business."""
    store(desk + TABLE_BITS, bits)
    store(desk + REST_BITS, load(desk + KEY_BITS) - bits)
    full = (_ONE << bits) if bits + _TWO <= load(desk + TABLE_LIMIT) else _NEVER
    store(desk + GROW_AT, full)


@jit_for(NOTHING(WORD))
def _grow(desk: np.uint64) -> None:
    """Four times as many buckets: bucket i becomes 4i to 4i+3, from the last one down, so that
    nothing is overwritten before it is moved."""
    table, rest_bits = load(desk + TABLE), load(desk + REST_BITS) - _TWO
    mask = (_ONE << rest_bits) - _ONE
    bucket = _ONE << load(desk + TABLE_BITS)
    while bucket:
        bucket -= _ONE
        old = table + (bucket << _BUCKET_SHIFT)
        first, second = load(old), load(old + _WORD_BYTES)
        new = table + (bucket << (_BUCKET_SHIFT + _TWO))
        for word in range(8):
            store(new + np.uint64(word) * _WORD_BYTES, _ZERO)
        for entry in (first, second):
            if entry != _ZERO:
                rest = entry >> _DATA
                place = new + ((rest >> rest_bits) << _BUCKET_SHIFT)
                if load(place) != _ZERO:
                    place += _WORD_BYTES
                store(place, ((rest & mask) << _DATA) | (entry & _DATA_MASK))
    set_size(load(desk + TABLE_BITS) + _TWO, desk)


@jit_for(NOTHING(WORD))
def begin(desk: np.uint64) -> None:
    """Take an empty table into use, small as yet."""
    store(desk + WRITTEN, _ZERO)
    set_size(load(desk + TABLE_START), desk)


@jit_for(NOTHING(WORD))
def clear(desk: np.uint64) -> None:
    """Forget everything, and begin small again."""
    address = load(desk + TABLE)
    end = address + (_ONE << (load(desk + TABLE_BITS) + _BUCKET_SHIFT))
    while address < end:
        store(address, _ZERO)
        address += _WORD_BYTES
    begin(desk)
