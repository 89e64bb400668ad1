"""What a user's code prints: its first lines are for its author to see, of the rest only the number
is told. A search asks for a hundred thousand boards."""

from __future__ import annotations

import io
import sys
from typing import Final
from weakref import WeakSet

SHOWN: Final = 20
"""Lines of each file's, in each process."""


class Prints(io.TextIOBase):
    """Takes the place of standard output while a user's code runs: it is not part of ours."""

    def __init__(self, name: str, shown: int | None = SHOWN) -> None:
        self.name, self.shown = name, shown
        self.lines = 0
        """That were printed so far, the last one perhaps not to its end."""
        self._at_start = True
        _all.add(self)

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        for line in text.splitlines(keepends=True):
            self.lines += self._at_start
            if self.shown is None or self.lines <= self.shown:
                sys.stderr.write(line)
            self._at_start = line.endswith("\n")
        return len(text)

    def flush(self) -> None:
        sys.stderr.flush()

    @property
    def left_out(self) -> int:
        """How many lines nobody has seen."""
        return 0 if self.shown is None else max(0, self.lines - self.shown)


def take_left_out() -> list[str]:
    """A sentence for each file of this process whose lines were not all shown; said once."""
    told = sorted((one for one in _all if one.left_out), key=lambda one: one.name)
    _all.difference_update(told)
    return [
        f"{one.name} printed {one.lines:,} lines, of which {one.left_out:,} are not shown"
        for one in told
    ]


_all: WeakSet[Prints] = WeakSet()
