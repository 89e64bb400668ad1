"""What a question may take, and what of it is spent."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TypeVar

from kinarow.errors import KinarowError
from kinarow.work.deadline import MOST_SECONDS
from kinarow.work.working_time import working_time

_LOOK_EVERY_SECONDS = 0.005

Number = TypeVar("Number", int, float)


@dataclass(slots=True)
class Budget:
    """Nodes, seconds, and the patience of whoever asked: `stop` is set when it is over. Seconds run
    from when this is made, without those in which kernels are made ready; None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    stop: threading.Event | None = None
    spent: int = field(default=0, init=False)
    """Of the nodes."""
    begun: float = field(default_factory=working_time, init=False)
    whole: Budget | None = None
    """What this is a part of: all that is spent here is spent there, too."""

    @classmethod
    def asked(
        cls,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: threading.Event | None = None,
    ) -> Budget:
        """What somebody asks for; what makes no sense is refused."""
        if seconds is not None and not 0 < seconds <= MOST_SECONDS:
            raise KinarowError(
                f"seconds must be more than 0 and at most {MOST_SECONDS}, not {seconds}"
            )
        return cls(nodes, seconds, stop)

    @property
    def elapsed(self) -> float:
        return working_time() - self.begun

    @property
    def nodes_left(self) -> int | None:
        return None if self.nodes is None else max(0, self.nodes - self.spent)

    @property
    def seconds_left(self) -> float | None:
        return None if self.seconds is None else max(0.0, self.seconds - self.elapsed)

    @property
    def is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()

    @property
    def is_over(self) -> bool:
        """Whether its time is up, or nobody waits any more."""
        return self.is_stopped or self.seconds_left == 0

    @property
    def is_spent(self) -> bool:
        return self.nodes_left == 0 or self.is_over

    def spend(self, nodes: int) -> None:
        self.spent += nodes
        if self.whole is not None:
            self.whole.spend(nodes)

    def part(self, nodes: int | None = None) -> Budget:
        """For one question of several: what is left, at most so many nodes."""
        return Budget(least(nodes, self.nodes_left), self.seconds_left, self.stop, self)

    def share(self, share: float) -> Budget:
        """The same by shares of the whole, whatever is left of it."""
        nodes = None if self.nodes is None else max(1, int(self.nodes * share))
        seconds = None if self.seconds is None else self.seconds * share
        return Budget(nodes, seconds, self.stop, self)

    def watched(self, tell: Callable[[], None]) -> AbstractContextManager[None]:
        """While this lasts, `tell` is called once it is over: so work in compiled code is ended."""
        has_no_end = self.seconds is None and self.stop is None
        return nullcontext() if has_no_end else self._watching(tell)

    @contextmanager
    def _watching(self, tell: Callable[[], None]) -> Iterator[None]:
        done, lock = threading.Event(), threading.Lock()

        def watch() -> None:
            while not self.is_over:
                often = None if self.stop is None else _LOOK_EVERY_SECONDS
                if done.wait(least(often, self.seconds_left)):
                    return
            with lock:
                if not done.is_set():
                    tell()

        threading.Thread(target=watch, daemon=True).start()
        try:
            yield
        finally:
            with lock:  # it has told before this ends, or never will
                done.set()


def least(one: Number | None, other: Number | None) -> Number | None:
    """The smaller of two limits."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
