"""Compiling what a user wrote as plain Python."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any, Final

import numba
import numpy as np
from numba.core import errors

from kinarow.errors import shortened
from kinarow.native.codes.numba_types import numba_signature
from kinarow.native.types import BOARD_FUNCTION_SIGNATURE


def compile_function(function: FunctionType) -> Callable[..., Any]:
    """The function, compiled together with the functions of its file that it calls.

    Bounds are checked, so that an index off the board is an error and not a wrong number. Nothing
    is cached: a user edits helpers in other files too.
    """
    namespace = function.__globals__
    compiled: dict[str, Any] = {key: _constant(value) for key, value in namespace.items()}
    # What a search's hundred thousand boards would print, nobody reads.
    compiled.setdefault("print", numba.njit(_print_nothing))
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


def _print_nothing(*_things: object) -> None:
    """Stands for `print` in compiled code."""


def reason(error: Exception, file: str) -> str:
    """What in a function cannot be compiled, in words for its author instead of the compiler's."""
    said = _COLOURS.sub("", str(error))
    line = _line(error, said, file)
    where = f"line {line} " if line else "it "
    for pattern, words in _MEANINGS:
        if found := re.search(pattern, said):
            return where + words.format(*map(_type_in_words, found.groups()))
    lines = [line.strip() for line in said.splitlines()]
    telling = [
        line for line in lines if line and not line.startswith(("Failed in", "During:", "File"))
    ]
    first = telling[0].partition(" Raised from ")[0] if telling else type(error).__name__
    return f"{where}is more than the compiler knows ({shortened(first, 100)})"


_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_MEANINGS: Final = (
    (r"\(STORE_GLOBAL\)", "changes a global variable"),
    (r"\(IMPORT_NAME\)", "imports inside the function"),
    (r"Exception object cannot be stored", "catches an exception by a name (except … as …)"),
    (r"use of yield in a closure", "has a generator expression (… for … in …)"),
    (r"Untyped global name '(\w+)':[^']*Cannot determine Numba type of <class '([^']+)'>",
     "uses {0}, which is {1}"),
    (r"Untyped global name '(\w+)'", "uses {0}, which the compiler does not know"),
    (r"NameError: name '(\w+)' is not defined", "uses {0}, which is not defined"),
    (r"Unknown attribute '(\w+)' of type Module\([^)]*'([\w.]+)'", "uses {1}.{0}"),
    (r"Unknown attribute '(\w+)' of type (\w+)", "uses .{0} of {1}"),
    (r"No implementation of function Function\(<(?:built-in )?function (\w+)",
     "calls {0} in a way that the compiler does not know"),
    (r"No implementation of function Function\(<class '([^']+)'>",
     "calls {0} in a way that the compiler does not know"),
    (r"Cannot unify (\w+).* and (\w+).* for '(\w+?)(?:\.\d+)?'",
     "gives {2} now one kind of value, now another ({0}, {1})"),
    (r"\(([A-Z][A-Z_]+)\) found", "has a statement that the compiler does not know ({0})"),
)  # fmt: skip
"""What numba says, and what of it in a user's function is meant."""


def _type_in_words(name: str) -> str:
    """The name of a type as people call it, of its own module or the compiler's."""
    known = {"dict": "a dictionary", "set": "a set", "list": "a list of different things",
             "tuple": "a tuple", "UniTuple": "a tuple", "reflected": "a list"}  # fmt: skip
    if name.startswith("kinarow_user_"):
        return f"an object of the class {name.rpartition('.')[2]}"
    return known.get(name, name)


def _line(error: Exception, said: str, file: str) -> int | None:
    """The line of the user's file that the compiler points at; it speaks of its own files, too."""
    places = [*re.findall(r'File "([^"]+)", line ([0-9]+)', said),
              *re.findall(r"Raised from (.*) \(([0-9]+)\)", said)]  # fmt: skip
    place = getattr(error, "loc", None)
    if place is not None:
        places.append((place.filename, place.line))
    own = [int(line) for name, line in places if os.path.basename(name) == os.path.basename(file)]
    return own[-1] if own else None


NUMBA_ERRORS: Final = (errors.NumbaError, errors.UnsupportedBytecodeError)


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
    score = f"0.0 + function({', '.join(arguments)})"  # float() takes no truth value
    if judges_for_first:
        score = f"{score} if me == 1 else 0.0 - ({score})"
    # Written out, since compiled code can neither choose nor order arguments; all of it is ours.
    names = {"function": function, "game": game}
    wrapper = eval(f"lambda board, me, opponent: {score}", names)  # noqa: S307
    return numba.njit(numba_signature(BOARD_FUNCTION_SIGNATURE), nogil=True)(wrapper)


@lru_cache(maxsize=1)
def no_function() -> Any:
    """What kernels are given where there is no user's function."""
    return numba.njit(numba_signature(BOARD_FUNCTION_SIGNATURE), nogil=True)(
        lambda board, me, opponent: 0.0
    )
