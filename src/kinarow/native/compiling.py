"""Hearing when a kernel is compiled, also where numba may never be needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_reports: list[Callable[[], None]] = []


@contextmanager
def when_compiling(report: Callable[[], None]) -> Iterator[None]:
    """Call `report` when a kernel is compiled; one found in the cache is not."""
    _reports.append(report)
    try:
        yield
    finally:
        _reports.remove(report)


def tell_of_compiling() -> None:
    """What `jit` has numba call when it begins to compile."""
    for report in tuple(_reports):
        report()
