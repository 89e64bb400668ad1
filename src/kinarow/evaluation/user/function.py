"""Evaluators made of functions of the running program: lambdas and closures, too."""

from __future__ import annotations

import hashlib
import inspect
import pickle
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from kinarow.errors import EvaluatorError
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.evaluation.user.parameters import Rows
from kinarow.work.prints import Prints


class FunctionEvaluator(UserEvaluator):
    """A function of this program. It has no file that other processes could run: it is tried and
    searched in this one, and goes to others only if Python can send it."""

    def __init__(self, function: Callable[..., Any], rows: Rows = "top") -> None:
        code = getattr(inspect.unwrap(function), "__code__", None)
        self.path = Path(code.co_filename if code else type(function).__name__)
        self.function = function
        self.attribute = str(getattr(function, "__name__", type(function).__name__))
        self.name = self.attribute.strip("<>")
        self._version = _fingerprint(function)
        self.parameters = self._parameters(rows)

    @cached_property
    def prints(self) -> Prints:
        return Prints(self.name, shown=None)  # its author is there, and asked for it

    @property
    def in_file(self) -> None:
        return None

    @property
    def text(self) -> str:
        return self.name

    @property
    def source(self) -> str:
        return "a function of a program"

    @property
    def listing(self) -> str:
        try:
            return inspect.getsource(self.function).rstrip()
        except (OSError, TypeError):
            return ""

    def __reduce__(self) -> tuple[object, ...]:
        try:
            pickle.dumps(self.function)
        except Exception:
            raise EvaluatorError(
                f"the function {self.name} cannot be sent to other processes: use one worker, or "
                "write it into a file and name that, as in my_eval.py"
            ) from None
        return FunctionEvaluator, (self.function, self.parameters.rows)


def _fingerprint(function: Callable[..., Any]) -> str:
    """Of a function's code and of all that it reads, so that what was compiled from it is not used
    any more when a number that it reads has changed."""
    digest = hashlib.sha256()
    for piece in _pieces(function, set()):
        digest.update(f"{piece};".encode(errors="backslashreplace"))
    return digest.hexdigest()


def _pieces(value: Any, seen: set[int]) -> Iterator[object]:
    if value is None or isinstance(value, int | float | complex | str | bytes):
        yield repr(value)
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    yield type(value).__name__
    parts: tuple[object, ...]
    match value:
        case MethodType():
            parts = (value.__func__, getattr(value.__self__, "__dict__", id(value.__self__)))
        case FunctionType():
            names = value.__code__.co_names
            read = {n: value.__globals__[n] for n in names if n in value.__globals__}
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            parts = (value.__code__, value.__defaults__, cells, read)
        case CodeType():
            parts = (value.co_code, value.co_names, value.co_consts)
        case Mapping():
            parts = tuple(value.items())
        case tuple() | list():
            parts = tuple(value)
        case type() | ModuleType():
            parts = (value.__name__,)
        case _ if hasattr(value, "tobytes"):  # an array
            parts = (str(getattr(value, "shape", "")), value.tobytes())
        case _:
            parts = (id(value),)
    for part in parts:
        yield from _pieces(part, seen)
