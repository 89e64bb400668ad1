"""Time that counts: how long a player was waited for, less what it waited for a processor.

On a machine that does other work, too, a player that thinks for 0.4 s may answer after 4 s, which
is not its fault. What its threads waited for a processor is taken off (`work/processor_time.py`),
and what the referee's waited that ask it. A player that computes in several threads at once keeps
itself waiting: as long as it does, all time counts. So it does on systems that do not say.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Final

from kinarow.errors import SandboxError
from kinarow.sandbox.census import all_below
from kinarow.work.processor_time import Seconds, ThreadTime, thread_time

LOOK_AFTER: Final = 0.05
"""Seconds after which all threads of a player are looked at, and not only its first ones."""
LOOK_EVERY: Final = 0.1
STRETCH: Final = 20
"""However busy the machine is, nobody is waited for longer than so many times a limit."""


class TooBusyError(SandboxError):
    """The machine had so much else to do that nobody knows how long a player would have taken."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(
            f"the machine was too busy to be fair: of {STRETCH * seconds:g} s, the processor was "
            f"somebody else's for all but {seconds:g} s"
        )

    def __reduce__(self) -> tuple[type[TooBusyError], tuple[float]]:
        return type(self), (self.seconds,)


class WallClock:
    """All time counts."""

    def __init__(self) -> None:
        self.counted = 0.0
        self.waited = 0.0
        """Seconds that did not count, since the processor was somebody else's."""
        self._at = time.monotonic()

    def begin(self) -> None:
        """From here on time counts; what was before does not."""
        self._at = time.monotonic()

    def look(self, *, closely: bool = False) -> None:
        """Count the time since the last look."""
        self.counted += self._passed()

    def _passed(self) -> float:
        before, self._at = self._at, time.monotonic()
        return self._at - before


class FairClock(WallClock):
    """For the processes of a player, and the threads of this one that speak with them."""

    def __init__(self, top: int, referees: Iterable[int | None], *, is_players: bool) -> None:
        """`top` is the player's process, or one of ours that has started all of the player's; no
        code of the player's has run yet."""
        super().__init__()
        self._top, self._is_players = top, is_players
        self._first = _known((process, process) for process in self._processes())
        threads = {threading.get_native_id(), *referees} - {None}
        self._own = _known((os.getpid(), thread) for thread in threads if thread is not None)
        self._all: dict[tuple[int, int], ThreadTime] = {}
        """Of a question that takes long, all threads of the player by process and number."""
        self._prepaid = 0.0
        """Waiting that was not counted before the kernel has told of it."""

    def begin(self) -> None:
        for thread in (*self._own, *self._first):
            thread.since()
        self._all = {}
        self._prepaid = 0.0
        super().begin()

    def look(self, *, closely: bool = False) -> None:
        passed = self._passed()
        delay = sum(thread.since().waited for thread in self._own)
        seen = [thread.since() for thread in self._first]
        ready = 0
        if closely:
            ready, found = self._look_at_all()
            seen = found or seen
        ran = sum(each.ran for each in seen)
        delay += sum(each.waited for each in seen)
        if ready > 1:
            delay = 0.0
        elif ready == 1 and not ran:  # it still waits, of which the kernel tells when that is over
            self._prepaid += max(0.0, passed - delay)
            delay = passed
        else:
            told = min(delay, self._prepaid)
            self._prepaid -= told
            delay -= told
        counts = min(passed, max(ran, passed - delay))
        self.counted += counts
        self.waited += passed - counts

    def _processes(self) -> Iterator[int]:
        if self._is_players:
            yield self._top
        yield from all_below(self._top)

    def _look_at_all(self) -> tuple[int, list[Seconds]]:
        """How many threads are ready to run, or run; and of each what it did since the last look:
        at the first look of a question there was none."""
        is_first, before = not self._all, self._all
        self._all, found, ready = {}, [], 0
        for process in self._processes():
            for thread in _threads(process):
                key = process, thread
                known = before.get(key) or thread_time(process, thread, is_new=not is_first)
                if known is not None:
                    self._all[key] = known
                    found.append(known.since())
                    ready += known.is_ready()
        return ready, [] if is_first else found


def _known(threads: Iterable[tuple[int, int]]) -> list[ThreadTime]:
    found = (thread_time(process, thread) for process, thread in threads)
    return [thread for thread in found if thread is not None]


def _threads(process: int) -> list[int]:
    try:
        return list(map(int, os.listdir(f"/proc/{process}/task")))
    except OSError:
        return []


def clock_for(top: int, referees: Iterable[int | None], *, is_players: bool) -> WallClock:
    """A clock for the processes of a player, as fair as the system lets it be: see `FairClock`."""
    if sys.platform == "linux" and os.path.exists("/proc/self/schedstat"):
        return FairClock(top, referees, is_players=is_players)
    return WallClock()
