"""Memory that solvers' kernels work on."""

from __future__ import annotations

import mmap
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError

NO_LIMIT: Final = 2**62

_HUGE_PAGE = 2 << 20
# By default such memory is shared with child processes, and systems give that no large pages.
_OF_THIS_PROCESS: dict[str, int] = (
    {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
)


def zeroed(size: int) -> NDArray[np.uint64]:
    """Memory for a table, in large pages where the system has them: a search jumps about in it,
    and small pages would cost a lookup each time. Pages come into being when first touched."""
    try:
        memory = mmap.mmap(-1, size + _HUGE_PAGE, **_OF_THIS_PROCESS)
    except OSError:
        raise KinarowError(f"there are no {size >> 20} MB of memory available") from None
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    words = np.frombuffer(memory, dtype=np.uint64)
    skipped = -words.ctypes.data % _HUGE_PAGE // words.itemsize
    return words[skipped : skipped + size // words.itemsize]
