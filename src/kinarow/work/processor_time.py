"""How long a thread has run, and how long it was ready to run while others did, as Linux counts it.

On a machine that does other work, too, that is the difference between what a call takes and when it
is done.
"""

from __future__ import annotations

import os
import threading
import time
from typing import NamedTuple


class Seconds(NamedTuple):
    """What a thread did for a while; the rest it slept."""

    ran: float
    waited: float


class ThreadTime:
    """What the kernel says of a thread of any process; `OSError` where it says nothing."""

    def __init__(self, process: int, thread: int) -> None:
        self._place = f"/proc/{process}/task/{thread}"
        self._opened = os.open(f"{self._place}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        self._ran = self._waited = 0

    def since(self) -> Seconds:
        """Since this was last asked, or since the thread began; nothing if it has ended."""
        try:
            ran, waited, _ = map(int, os.pread(self._opened, 100, 0).split())
        except (OSError, ValueError):
            return Seconds(0.0, 0.0)
        found = Seconds((ran - self._ran) / 1e9, (waited - self._waited) / 1e9)
        self._ran, self._waited = ran, waited
        return found

    def is_ready(self) -> bool:
        """Whether it runs, or would if there were a processor for it."""
        try:
            with open(f"{self._place}/stat", "rb") as file:
                return file.read().rpartition(b")")[2].split()[0] == b"R"
        except (OSError, IndexError):
            return False

    def __del__(self) -> None:
        if hasattr(self, "_opened"):
            os.close(self._opened)


def thread_time(process: int, thread: int, *, is_new: bool = False) -> ThreadTime | None:
    """A thread from now on, or, if it is new, from its beginning; None where nothing is known."""
    try:
        found = ThreadTime(process, thread)
    except OSError:
        return None
    if not is_new:
        found.since()
    return found


class OwnTime:
    """The seconds of this thread, without those in which it waited for a processor."""

    def __init__(self) -> None:
        self._thread = thread_time(os.getpid(), threading.get_native_id())
        self._at = time.perf_counter()

    def since(self) -> float:
        """Since this was last asked, or since it was made."""
        before, self._at = self._at, time.perf_counter()
        waited = self._thread.since().waited if self._thread else 0.0
        return max(0.0, self._at - before - waited)
