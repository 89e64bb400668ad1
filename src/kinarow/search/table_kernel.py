"""The transposition table.

An entry is two words: `check (40 bits) | move (14) | depth (8) | bound (2)`, and the score. A score
needs all of its 64 bits, since it may be the order of a user's float; the pair lies in one cache
line.

Its invariant: an entry found under a key states what is true of every position with that key at
exactly that remaining depth. Only entries of the very depth that is needed are used for scores
(others only for their move), so a search with the table says the same as one without. A position's
key is the least hash of its images under the symmetries that the evaluator declares, so images
share an entry; the move is kept as it is in the image with that hash.
"""

from typing import NamedTuple

import numpy as np

from kinarow.native.jit import jit_inlined
from kinarow.native.types import SmallInts, Words, array, record

EXACT, LOWER, UPPER = 1, 2, 3
NO_CELL = -1


class Table(NamedTuple):
    entries: Words
    images: SmallInts
    """[image, cell]: where each symmetry takes a cell."""
    originals: SmallInts
    """[image, cell]: and where that came from."""


TABLE_TYPE = record(
    {
        "entries": array("words"),
        "images": array("small_ints", 2),
        "originals": array("small_ints", 2),
    },
    Table,
)

_CHECK_SHIFT, _MOVE_SHIFT, _DEPTH_SHIFT = np.uint64(24), np.uint64(10), np.uint64(2)
_MOVE_MASK, _DEPTH_MASK, _BOUND_MASK = np.uint64(0x3FFF), np.uint64(0xFF), np.uint64(3)
_ONE, _WORD = np.uint64(1), np.uint64(64)


@jit_inlined
def least_image(hashes: Words) -> int:
    """Which image of the position has the least hash."""
    least = 0
    for image in range(1, hashes.size):
        if hashes[image] < hashes[least]:
            least = image
    return least


@jit_inlined
def find(table: Table, bits: int, key: np.uint64) -> int:
    """Where the entry for a key is, −1 if there is none."""
    slot = np.int64(key >> (_WORD - np.uint64(bits)))
    check = (key << np.uint64(24)) >> np.uint64(24)
    for i in (slot, slot ^ 1):
        word = table.entries[2 * i]
        if word >> _CHECK_SHIFT == check and word & _BOUND_MASK:
            return i
    return -1


@jit_inlined
def entry_depth(table: Table, i: int) -> int:
    return np.int64((table.entries[2 * i] >> _DEPTH_SHIFT) & _DEPTH_MASK)


@jit_inlined
def entry_bound(table: Table, i: int) -> int:
    return np.int64(table.entries[2 * i] & _BOUND_MASK)


@jit_inlined
def entry_cell(table: Table, i: int, image: int) -> int:
    """The entry's move on the board as it lies, −1 if it has none."""
    move = np.int64((table.entries[2 * i] >> _MOVE_SHIFT) & _MOVE_MASK) - 1
    return table.originals[image, move] if move >= 0 else NO_CELL


@jit_inlined
def entry_score(table: Table, i: int) -> int:
    return np.int64(table.entries[2 * i + 1])


@jit_inlined
def keep(
    table: Table, bits: int, key: np.uint64, image: int, depth: int, bound: int, cell: int,
    score: int,
) -> None:  # fmt: skip
    """Keep a result; of two slots the one that took less depth gives way."""
    slot = np.int64(key >> (_WORD - np.uint64(bits)))
    check = (key << np.uint64(24)) >> np.uint64(24)
    i = slot
    if table.entries[2 * slot] >> _CHECK_SHIFT != check:
        other = slot ^ 1
        if table.entries[2 * other] >> _CHECK_SHIFT == check or entry_depth(
            table, other
        ) < entry_depth(table, slot):
            i = other
    move = table.images[image, cell] + 1 if cell >= 0 else 0
    table.entries[2 * i] = (
        (check << _CHECK_SHIFT)
        | (np.uint64(move) << _MOVE_SHIFT)
        | (np.uint64(depth) << _DEPTH_SHIFT)
        | np.uint64(bound)
    )
    table.entries[2 * i + 1] = np.uint64(score)
