"""Single machine instructions, and words of memory by their address, for kernels.

Numba has no way to say "fetch this line of memory now, I shall need it soon", and its arrays cost
too much in a recursion that passes them on. An address is a number and passes like one; whoever
uses these functions keeps the memory alive and inside its bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kinarow.native.instruction import instruction
from kinarow.native.words import Word

if TYPE_CHECKING:
    import numpy as np


def address_of(array: np.ndarray[Any, Any]) -> np.uint64:
    """Where an array's first element lies."""
    import numpy as np

    return np.uint64(array.ctypes.data)


@instruction
def load(address: Word) -> Any:
    """The word there."""


@instruction
def load_small(address: Word) -> int:
    """The signed number of four bytes there."""
    raise NotImplementedError


@instruction
def load_short(address: Word) -> int:
    """The signed number of two bytes there."""
    raise NotImplementedError


@instruction
def load_shared(address: Word) -> Word:
    """The word there, which another thread may just have written."""
    raise NotImplementedError


@instruction
def store(address: Word, word: Word) -> None:
    """Write a word."""


@instruction
def store_shared(address: Word, word: Word) -> None:
    """Write a word where another thread may be reading."""


@instruction
def signed(word: Word) -> int:
    """The same bits as a number that may be negative."""
    raise NotImplementedError


@instruction
def prefetch(address: Word) -> None:
    """Have the memory there at hand, soon and for some time."""


@instruction
def popcount(word: Word) -> Word:
    """How many bits are set."""
    raise NotImplementedError


@instruction
def trailing_zeros(word: Word) -> Word:
    """The number of the lowest bit that is set; 64 if none is."""
    raise NotImplementedError


@instruction
def leading_zeros(word: Word) -> Word:
    """63 less the number of the highest bit that is set; 64 if none is."""
    raise NotImplementedError
