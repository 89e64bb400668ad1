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
_WORD = np.uint64(64)


@jit_inlined
def least_image(hashes: Words) -> int:
    """Which image of the position has the least hash."""
    least = 0
    for image in range(1, hashes.size):
        if hashes[image] < hashes[least]:
            least = image
    return least


@jit_inlined
def slot_of(key: np.uint64, bits: int) -> int:
    """Where an entry for a key is looked for first; the other place is its neighbour."""
    return np.int64(key >> (_WORD - np.uint64(bits)))


@jit_inlined
def check_of(key: np.uint64) -> np.uint64:
    """What tells a key from the others of its slot."""
    return (key << _CHECK_SHIFT) >> _CHECK_SHIFT


@jit_inlined
def has_check(word: np.uint64, check: np.uint64) -> bool:
    return word >> _CHECK_SHIFT == check


@jit_inlined
def move_in(word: np.uint64) -> int:
    """The number of an entry's move, −1 if it has none."""
    return np.int64((word >> _MOVE_SHIFT) & _MOVE_MASK) - 1


@jit_inlined
def depth_in(word: np.uint64) -> int:
    return np.int64((word >> _DEPTH_SHIFT) & _DEPTH_MASK)


@jit_inlined
def bound_in(word: np.uint64) -> int:
    """0 in a word that is no entry."""
    return np.int64(word & _BOUND_MASK)


@jit_inlined
def entry_word(check: np.uint64, move: int, depth: int, bound: int) -> np.uint64:
    return (
        (check << _CHECK_SHIFT)
        | (np.uint64(move + 1) << _MOVE_SHIFT)
        | (np.uint64(depth) << _DEPTH_SHIFT)
        | np.uint64(bound)
    )


@jit_inlined
def find(table: Table, bits: int, key: np.uint64) -> int:
    """Where the entry for a key is, −1 if there is none."""
    slot, check = slot_of(key, bits), check_of(key)
    for i in (slot, slot ^ 1):
        word = table.entries[2 * i]
        if has_check(word, check) and bound_in(word):
            return i
    return -1


@jit_inlined
def entry_depth(table: Table, i: int) -> int:
    return depth_in(table.entries[2 * i])


@jit_inlined
def entry_bound(table: Table, i: int) -> int:
    return bound_in(table.entries[2 * i])


@jit_inlined
def entry_cell(table: Table, i: int, image: int) -> int:
    """The entry's move on the board as it lies, −1 if it has none."""
    move = move_in(table.entries[2 * i])
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
    slot, check = slot_of(key, bits), check_of(key)
    i = slot
    if not has_check(table.entries[2 * slot], check):
        other = slot ^ 1
        if has_check(table.entries[2 * other], check) or entry_depth(table, other) < entry_depth(
            table, slot
        ):
            i = other
    move = table.images[image, cell] if cell >= 0 else NO_CELL
    table.entries[2 * i] = entry_word(check, move, depth, bound)
    table.entries[2 * i + 1] = np.uint64(score)
