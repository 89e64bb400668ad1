"""What kernels can say beside Python: declared here for Python and its type checker, while the code
of each lies in `codes`, under the same name, for numba alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, NoReturn, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])


class Instruction:
    """A function that only kernels can call."""

    def __init__(self, declared: Callable[..., object]) -> None:
        update_wrapper(self, declared)

    def __call__(self, *_arguments: Any) -> NoReturn:
        raise TypeError(f"{self.__name__} is an instruction: only kernels can give it")  # type: ignore[attr-defined]


def instruction(declared: Function) -> Function:
    """Declare one; what it does, its docstring says."""
    return cast(Function, Instruction(declared))
