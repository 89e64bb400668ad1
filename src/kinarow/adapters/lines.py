"""Lines in and out, for programs that speak with kinarow through pipes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, Final

_LONGEST_LINE: Final = 1 << 16


def lines_from(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream, whatever is in them; of very long ones the beginning."""
    while line := stream.readline(_LONGEST_LINE):
        end = line
        while end and not end.endswith(b"\n"):
            end = stream.readline(_LONGEST_LINE)
        yield line.decode("utf-8", "replace").strip()


class Writer:
    """Writes whole lines at once, from any thread, until it is told to be silent."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write, self._lock, self._is_silent = write, threading.Lock(), False

    def __call__(self, line: str) -> None:
        with self._lock:
            if not self._is_silent:
                with suppress(BrokenPipeError):  # nobody listens any more; the end will come
                    self._write(f"{' '.join(line.split())}\n")

    def be_silent(self) -> None:
        with self._lock:
            self._is_silent = True
