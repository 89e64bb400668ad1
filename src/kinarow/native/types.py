"""Names for the types that kernels with a fixed signature are compiled for."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

# The same arrays as mypy sees them.
Bytes = NDArray[np.int8]
Ints = NDArray[np.int64]
SmallInts = NDArray[np.int32]
Words = NDArray[np.uint64]
Board = Any
"""A word, or a wide board (`native/wide.py`), the same one throughout a kernel."""
Boards = Any
"""Eight of them in lanes."""

INT: Final = types.int64
WORD: Final = types.uint64
BOOLEAN: Final = types.boolean
NOTHING: Final = types.void

_ARRAYS: Final[dict[str, Any]] = {
    "bytes": types.int8,
    "small_ints": types.int32,
    "ints": types.int64,
    "words": types.uint64,
}


def array(kind: str, dimensions: int = 1) -> Any:
    """The type of an array that lies in memory in one piece."""
    return types.Array(_ARRAYS[kind], dimensions, "C")


def pair_of(member: Any) -> Any:
    """The type of a pair."""
    return types.UniTuple(member, 2)


def record(fields: dict[str, Any], named_tuple: type) -> Any:
    """The type of a named tuple of arrays or numbers."""
    members = tuple(fields.values())
    if len(set(members)) == 1:  # numba tells these from others
        return types.NamedUniTuple(members[0], len(members), named_tuple)
    return types.NamedTuple(members, named_tuple)


BOARD_FUNCTION_SIGNATURE: Final = types.float64(array("ints", 2), INT, INT)
BOARD_FUNCTION: Final[Any] = types.FunctionType(BOARD_FUNCTION_SIGNATURE)
"""A compiled function from (board, me, opponent) to a score, passed to a kernel as a value."""
