"""Names for the types that kernels with a fixed signature are compiled for."""

from __future__ import annotations

from typing import Any

from numba import types

INT = types.int64
BYTES = types.Array(types.int8, 1, "C")
INTS = types.Array(types.int64, 1, "C")
SMALL_INTS = types.Array(types.int32, 1, "C")
SMALL_INTS_2D = types.Array(types.int32, 2, "C")
INTS_2D = types.Array(types.int64, 2, "C")
WORDS = types.Array(types.uint64, 1, "C")
WORDS_3D = types.Array(types.uint64, 3, "C")
BOARD = types.Array(types.int8, 2, "C")

BOARD_FUNCTION_SIGNATURE = types.float64(BOARD, INT, INT)
BOARD_FUNCTION: Any = types.FunctionType(BOARD_FUNCTION_SIGNATURE)
"""A compiled function from (board, me, opponent) to a score, passed to a kernel as a value."""

NOTHING = types.void
