"""What the threads of one search are looking at, so that they look at different moves.

Before a thread searches a move, it writes down the hash of the position after it; one that meets
the same move meanwhile puts it off, and finds in the table later what came out. It is a hint alone:
hashes that share a place, or are written at the same time, cost time and change no result.
"""

import numpy as np

from kinarow.native.intrinsics import load_shared, store_shared
from kinarow.native.jit import jit_inlined

BUSY_BITS = 12
LEAST_LEFT = 4
"""How many plies must be left below a node: shallow searches are over before others could help."""

_SHIFT, _WORD, _NOTHING = np.uint64(64 - BUSY_BITS), np.uint64(8), np.uint64(0)


@jit_inlined
def is_busy(key: np.uint64, busy: np.uint64) -> bool:
    at_it: bool = load_shared(busy + (key >> _SHIFT) * _WORD) == key
    return at_it


@jit_inlined
def begin_with(key: np.uint64, busy: np.uint64) -> None:
    store_shared(busy + (key >> _SHIFT) * _WORD, key)


@jit_inlined
def be_done_with(key: np.uint64, busy: np.uint64) -> None:
    if is_busy(key, busy):
        store_shared(busy + (key >> _SHIFT) * _WORD, _NOTHING)
