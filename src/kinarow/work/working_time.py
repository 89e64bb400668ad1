"""A clock that stands still while kernels are made ready.

A limit of seconds is for the work that was asked for: that a kernel is compiled on the first run,
which takes longer than many a limit, or found in the cache, is none of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Clock:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.pauses = 0
        """How many are under way: kernels are made of kernels, in several threads."""
        self.paused_at = self.paused_for = 0.0

    def now(self) -> float:
        with self.lock:
            return (self.paused_at if self.pauses else time.perf_counter()) - self.paused_for

    def pause(self) -> None:
        with self.lock:
            if not self.pauses:
                self.paused_at = time.perf_counter()
            self.pauses += 1

    def resume(self) -> None:
        with self.lock:
            self.pauses -= 1
            if not self.pauses:
                self.paused_for += time.perf_counter() - self.paused_at


_clock = _Clock()


def working_time() -> float:
    """Seconds from some moment on, without those in which kernels were made ready."""
    return _clock.now()


def stop_the_clock() -> None:
    """From now on a kernel is made ready."""
    _clock.pause()


def start_the_clock() -> None:
    """It is ready; each call of `stop_the_clock` needs one."""
    _clock.resume()


@contextmanager
def getting_ready() -> Iterator[None]:
    """While this lasts, the clock stands still."""
    stop_the_clock()
    try:
        yield
    finally:
        start_the_clock()
