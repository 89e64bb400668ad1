"""Memory that solvers' kernels work on, which know it by its address."""

from __future__ import annotations

import mmap
from ctypes import Array, addressof, c_uint64
from typing import Any, Final

from kinarow.errors import KinarowError

WORD_BITS: Final = 64
WORD_BYTES: Final = 8
NO_LIMIT: Final = 2**62

_HUGE_PAGE = 2 << 20
# By default such memory is shared with child processes, and systems give that no large pages.
_OF_THIS_PROCESS: dict[str, int] = (
    {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
)


Memory = Array[c_uint64]
"""Words in a row."""


def words(count: int) -> Memory:
    """A few words, all zero."""
    return (c_uint64 * count)()


def zeroed(size: int) -> Memory:
    """Memory for a table, in large pages where the system has them: a search jumps about in it,
    and small pages would cost a lookup each time. Pages come into being when first touched."""
    try:
        memory = mmap.mmap(-1, size + _HUGE_PAGE, **_OF_THIS_PROCESS)
    except OSError:
        raise KinarowError(f"there are no {size >> 20} MB of memory available") from None
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    skipped = -addressof(c_uint64.from_buffer(memory)) % _HUGE_PAGE
    return (c_uint64 * (size // WORD_BYTES)).from_buffer(memory, skipped)


def fill(desk: Memory, values: dict[Any, int]) -> None:
    """Lay values on a desk, by the names of `desk_kernel`."""
    from kinarow.bitboards.desk_kernel import index

    for offset, value in values.items():
        desk[index(offset)] = value


def signed(word: int) -> int:
    """The number that a word stands for, of which one bit is the sign."""
    return word - (1 << WORD_BITS) if word >> (WORD_BITS - 1) else word
