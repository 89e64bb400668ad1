"""Compiling what a user wrote as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.core import errors

from kinarow.native.types import BOARD_FUNCTION_SIGNATURE


def compile_function(function: FunctionType) -> Callable[..., Any]:
    """The function, compiled together with the functions of its file that it calls.

    Bounds are checked, so that an index off the board is an error and not a wrong number. Nothing
    is cached: a user edits helpers in other files too.
    """
    namespace = function.__globals__
    compiled: dict[str, Any] = {key: _constant(value) for key, value in namespace.items()}
    for key, value in namespace.items():
        if isinstance(value, FunctionType) and value.__globals__ is namespace:
            compiled[key] = _compile(value, compiled)
    return _compile(function, compiled)


def _compile(function: FunctionType, namespace: dict[str, Any]) -> Callable[..., Any]:
    """Rebuilt over names that mean compiled functions, so that each finds the others."""
    rebuilt = FunctionType(
        function.__code__,
        namespace,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    compiled: Callable[..., Any] = numba.njit(boundscheck=True, nogil=True)(rebuilt)
    return compiled


def reason(error: Exception) -> str:
    """The part of numba's long complaint that a person can use."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [
        line for line in lines if line and not line.startswith(("Failed in", "During:", "File"))
    ]
    return telling[0] if telling else type(error).__name__


NUMBA_ERRORS = (errors.NumbaError,)


def _constant(value: object) -> object:
    """A list of numbers as an array, which compiled code can read; anything else as it is."""
    if isinstance(value, list):
        try:
            array = np.array(value)
        except ValueError:
            return value
        if array.dtype.kind in "if" and array.size:
            return array
    return value


def as_board_function(
    function: Callable[..., Any], arguments: list[str], game: object, judges_for_first: bool
) -> Any:
    """A compiled function as one of (board, me, opponent), a value that kernels can be given.

    `arguments` are expressions of board, me, opponent and game, those that it is to be called with.
    """
    score = f"float(function({', '.join(arguments)}))"
    if judges_for_first:
        score = f"{score} if me == 1 else 0.0 - {score}"
    # Written out, since compiled code can neither choose nor order arguments; all of it is ours.
    names = {"function": function, "game": game}
    wrapper = eval(f"lambda board, me, opponent: {score}", names)  # noqa: S307
    return numba.njit(BOARD_FUNCTION_SIGNATURE, nogil=True)(wrapper)


@lru_cache(maxsize=1)
def no_function() -> Any:
    """What kernels are given where there is no user's function."""
    return numba.njit(BOARD_FUNCTION_SIGNATURE, nogil=True)(lambda board, me, opponent: 0.0)
