"""The transposition table as several threads share it, by its address.

Entries are those of `table_kernel`. Two threads may write one at the same time, and a third may
read it meanwhile: so what is told of the score lies mixed with the score itself, and two words that
do not belong together have, but for one chance in 2⁴⁰, another check.
"""

from typing import Any

import numpy as np

from kinarow.native.intrinsics import load_shared, signed, store_shared
from kinarow.native.jit import jit_inlined
from kinarow.search.table_kernel import (
    bound_in,
    check_of,
    depth_in,
    entry_word,
    has_check,
    slot_of,
)

_ENTRY_BYTES, _SECOND = np.uint64(16), np.uint64(8)
_MIX = np.uint64(0x9E37_79B9_7F4A_7C15)
_NOTHING = np.uint64(0)


@jit_inlined
def _entry_at(slot: int, table: np.uint64) -> np.uint64:
    return table + np.uint64(slot) * _ENTRY_BYTES


@jit_inlined
def _word_of(entry: np.uint64) -> Any:
    return load_shared(entry) ^ (load_shared(entry + _SECOND) * _MIX)


@jit_inlined
def look_up(table: np.uint64, bits: int, key: np.uint64) -> tuple[np.uint64, int]:
    """The entry for a key: its word, which says depth, bound and move, and its score; 0 as its word
    if there is none."""
    slot, check = slot_of(key, bits), check_of(key)
    for i in (slot, slot ^ 1):
        entry = _entry_at(i, table)
        score = load_shared(entry + _SECOND)
        word = load_shared(entry) ^ (score * _MIX)
        if has_check(word, check) and bound_in(word):
            return word, signed(score)
    return _NOTHING, 0


@jit_inlined
def write_down(
    table: np.uint64, bits: int, key: np.uint64, depth: int, bound: int, move: int, score: int
) -> None:
    """Keep a result; of two slots the one that took less depth gives way."""
    slot, check = slot_of(key, bits), check_of(key)
    entry = _entry_at(slot, table)
    there = _word_of(entry)
    if not has_check(there, check):
        beside = _entry_at(slot ^ 1, table)
        other = _word_of(beside)
        if has_check(other, check) or depth_in(other) < depth_in(there):
            entry = beside
    word = entry_word(check, move, depth, bound)
    store_shared(entry, word ^ (np.uint64(score) * _MIX))
    store_shared(entry + _SECOND, np.uint64(score))
