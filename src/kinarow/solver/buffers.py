"""Memory that solvers' kernels work on, which know it by its address."""

from __future__ import annotations

import mmap
from ctypes import addressof, c_uint64
from typing import Final

from kinarow.bitboards.desk import WORD_BYTES, Memory
from kinarow.errors import KinarowError

NO_LIMIT: Final = 2**62

_HUGE_PAGE = 2 << 20
# By default such memory is shared with child processes, and systems give that no large pages.
_OF_THIS_PROCESS: dict[str, int] = (
    {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
)


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
