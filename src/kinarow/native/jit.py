"""The door to numba: a typed `jit`, and a way to hear when it compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

import numba
from numba.core import config, event

from kinarow.native import cache

Function = TypeVar("Function", bound=Callable[..., object])


def jit(function: Function) -> Function:
    """Compile a kernel on its first call, without the interpreter lock, and keep the result."""
    return _decorate(function)


def jit_inlined(function: Function) -> Function:
    """As `jit`, for small parts of kernels: their code goes where they are called. A real call
    would pass on every array of its arguments, word by word."""
    return _decorate(function, forceinline=True, _nrt=False)


def jit_for(signature: object) -> Callable[[Function], Function]:
    """As `jit`, for one signature and at once: what kernels need that take functions as values."""
    return lambda function: _decorate(function, signature, _nrt=False)


def _decorate(function: Function, signature: object = None, **options: bool) -> Function:
    folder = cache.folder()
    if folder is None:
        return cast(Function, numba.njit(signature, nogil=True, **options)(function))
    # Numba reads this setting while it decorates. It is put back at once, so that other users of
    # numba in this process keep their own cache.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        make = numba.njit(signature, nogil=True, cache=True, **options)
        return cast(Function, make(function))
    finally:
        config.CACHE_DIR = before


class _WhenCompiling(event.Listener):  # type: ignore[misc]  # numba has no types
    def __init__(self, report: Callable[[], None]) -> None:
        self.report = report

    def on_start(self, _event: event.Event) -> None:
        self.report()

    def on_end(self, _event: event.Event) -> None:
        pass


@contextmanager
def when_compiling(report: Callable[[], None]) -> Iterator[None]:
    """Call `report` when a kernel is compiled; one found in the cache is not."""
    with event.install_listener("numba:compile", _WhenCompiling(report)):
        yield
