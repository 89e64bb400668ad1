"""Kernels, noted down: what they are made of, and which machine code runs when Python calls one.

A kernel is a function of Python that is compiled: beforehand, into the library that comes with
kinarow (`library.py`), or by numba, on the first call. So a file of kernels needs nothing when it
is imported but what is noted of it. `jit.py` has the decorators of kernels that only numba runs.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from functools import update_wrapper
from typing import Any, TypeVar, cast

from kinarow.native.types import Signature
from kinarow.work.working_time import getting_ready

Function = TypeVar("Function", bound=Callable[..., object])


class Role(Enum):
    KERNEL = auto()
    """Called by kernels, or by Python as well."""
    PART = auto()
    """Called by kernels alone: its code is a part of theirs."""
    INLINED = auto()
    """As a part, and its code goes where it is called."""


class Kernel:
    """A function for the compiler, and a function that runs for Python."""

    def __init__(self, function: Callable[..., object], role: Role, is_export: bool = False):
        self.function, self.role, self.is_export = function, role, is_export
        self.signatures: list[Signature] = []
        self.dispatcher: Any = None
        """What numba knows it by, once it was asked for (`codes/numba_kernels.py`)."""
        self.run: Callable[..., Any] = self._find
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return self.run(*arguments)

    @property
    def symbol(self) -> str:
        """Its name in the library."""
        return f"{self.function.__module__}.{self.function.__name__}".replace(".", "_")

    def _find(self, *arguments: Any) -> Any:
        """The first call: find out who runs it."""
        make_ready(self)
        return self.run(*arguments)

    @property
    def is_ready(self) -> bool:
        """Whether it runs at once when it is called."""
        return self.run != self._find

    def get_ready(self) -> None:
        self.run = self._from_library() or self.by_numba()

    def _from_library(self) -> Callable[..., Any] | None:
        if not self.is_export:
            return None
        from kinarow.native.library import open_library

        library = open_library()
        return library.function(self.symbol, self.signatures[0]) if library else None

    def by_numba(self) -> Callable[..., Any]:
        """The same compiled here, or found in numba's cache."""
        from kinarow.native.codes.numba_kernels import callable_for

        return callable_for(self)


def _noted(function: Any, signature: Signature, *, is_export: bool) -> Any:
    kernel = Kernel(function, Role.KERNEL, is_export)
    kernel.signatures.append(signature)
    return kernel


def export(signature: Signature) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A kernel that Python calls, by the library where there is one. It takes numbers alone, plain
    ones of Python; an address is one."""
    return lambda function: _noted(function, signature, is_export=True)


def kernel_for(signature: Signature) -> Callable[[Function], Function]:
    """A kernel that kernels call, compiled for this signature and no other."""

    def note(function: Function) -> Function:
        return cast(Function, _noted(function, signature, is_export=False))

    return note


def part(function: Function) -> Function:
    """A part of the kernels that call it, which alone can; it makes no arrays."""
    return cast(Function, Kernel(function, Role.PART))


def inlined(function: Function) -> Function:
    """A small part: its code goes where it is called."""
    return cast(Function, Kernel(function, Role.INLINED))


def make_ready(*kernels: object) -> None:
    """Find or compile kernels before they are called, while the clock stands still."""
    with getting_ready():
        for kernel in kernels:
            assert isinstance(kernel, Kernel)
            if not kernel.is_ready:
                kernel.get_ready()


def also_for(kernel: object, signature: Signature) -> None:
    """Have a kernel compiled for one signature more."""
    assert isinstance(kernel, Kernel)
    kernel.signatures.append(signature)
    if kernel.dispatcher is not None:
        from kinarow.native.codes.numba_kernels import compile_for

        compile_for(kernel, signature)
