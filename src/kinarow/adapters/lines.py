"""Lines in and out, for programs that speak with kinarow through pipes."""

from __future__ import annotations

import io
import select
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import IO, Final, cast

_LONGEST_LINE: Final = 1 << 16
_MOST_LINES_AHEAD: Final = 1000
"""How many are looked at before they are read, of somebody who never stops talking."""


class Lines:
    """Lines as they come, and which of them have come before they are read."""

    def __init__(
        self, parts: Iterator[list[str]], has_more: Callable[[], bool] = lambda: False
    ) -> None:
        """`parts` are lines that came together; `has_more` tells whether there is another part that
        need not be waited for."""
        self._parts, self._has_more = parts, has_more
        self._unread: deque[str] = deque()

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> str:
        while not self._unread:
            self._unread.extend(next(self._parts))
        return self._unread.popleft()

    def arrived(self) -> list[str]:
        """What is there already and is not read yet."""
        with suppress(StopIteration):
            while len(self._unread) < _MOST_LINES_AHEAD and self._has_more():
                self._unread.extend(next(self._parts))
        return list(self._unread)


def lines_of(lines: Iterable[str]) -> Lines:
    """Lines that are given: all of a list are there from the beginning."""
    if isinstance(lines, Lines):
        return lines
    return Lines(iter([list(lines)]) if isinstance(lines, Sequence) else ([one] for one in lines))


def lines_from(stream: IO[bytes]) -> Lines:
    """The lines of a stream, whatever is in them; of very long ones the beginning."""
    return Lines(_parts(cast(io.BufferedReader, stream)), partial(_can_be_read, stream))


def _parts(stream: io.BufferedReader) -> Iterator[list[str]]:
    begun = b""
    while part := stream.read1(_LONGEST_LINE):
        *whole, begun = (begun + part).split(b"\n")
        begun = begun[:_LONGEST_LINE]
        yield [_text(line) for line in whole]
    if begun:
        yield [_text(begun)]


def _text(line: bytes) -> str:
    return line[:_LONGEST_LINE].decode("utf-8", "replace").strip()


def _can_be_read(stream: IO[bytes]) -> bool:
    try:
        return bool(select.select([stream], [], [], 0)[0])
    except (OSError, ValueError):  # in memory, or a pipe of Windows, which cannot be asked
        return False


class LineWriter:
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
