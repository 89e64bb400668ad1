"""When a search ends."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from kinarow.errors import KinarowError
from kinarow.game import Position
from kinarow.work.budget import Budget
from kinarow.work.deadline import MOST_SECONDS

DEEPEST = 200
MOST_NODES = 10**15
"""Of one move: those of the longest game are still fit to be kept."""
_MOST_THREADS = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """The first limit that is reached ends a search; depth and nodes give the same result on every
    machine and in every run, seconds do not."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise KinarowError("a search needs a limit: depth, nodes or seconds")
        if self.depth is not None and not 1 <= self.depth <= DEEPEST:
            raise KinarowError(f"depth must be 1 to {DEEPEST} plies, not {self.depth}")
        if self.nodes is not None and not 1 <= self.nodes <= MOST_NODES:
            raise KinarowError(f"nodes must be 1 to {MOST_NODES}, not {self.nodes}")
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise KinarowError(f"seconds must be more than 0 and at most {MOST_SECONDS}")

    def budget(self, stop: threading.Event | None = None) -> Budget:
        """What a search within these limits may take, from now on."""
        return Budget(self.nodes, self.seconds, stop)


def deepest_of(position: Position, limits: Limits) -> int:
    """No line is longer than the board has empty cells."""
    return min(limits.depth or DEEPEST, position.spec.cell_count - position.plies)


def check_threads(threads: int) -> None:
    """Refuse a number of threads that makes no sense."""
    if not 1 <= threads <= _MOST_THREADS:
        raise KinarowError(f"threads must be 1 to {_MOST_THREADS}, not {threads}")
