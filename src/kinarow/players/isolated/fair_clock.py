"""Time that counts: how long a player was waited for, less what it waited for a processor.

On a machine that does other work, too, a player that thinks for 0.4 s may answer after 4 s, which
is not its fault. What its threads waited for a processor is taken off (`work/processor_time.py`),
and what the referee's waited that ask it, but not what a player's threads kept each other waiting.
On systems that do not say, all time counts.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Final

from kinarow.errors import SandboxError
from kinarow.sandbox.limits.processes import all_below
from kinarow.work.processor_time import Seconds, ThreadTime, thread_time

LOOK_AFTER: Final = 0.05
"""Seconds after which all threads of a player are looked at, and not only its first ones."""
LOOK_EVERY: Final = 0.1
STRETCH: Final = 20
"""However busy the machine is, nobody is waited for longer than so many times a limit …"""
LEAST_PATIENCE: Final = 5.0
"""… or than this, in seconds, if little time is left: of a millisecond, chance can take all."""


def patience(seconds: float) -> float:
    """How long somebody is waited for who has so much time."""
    return max(STRETCH * seconds, LEAST_PATIENCE)


class TooBusyError(SandboxError):
    """The machine had so much else to do that nobody knows how long a player would have taken."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(
            f"the machine was too busy to be fair: of {patience(seconds):g} s, the processor was "
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
        self._unsettled = 0.0
        """Time in which it neither ran nor is known to have waited, up to when it was ready to run:
        it may be waiting still, of which the kernel tells when it runs."""

    def begin(self) -> None:
        for thread in (*self._own, *self._first):
            thread.since()
        self._all = {}
        self._unsettled = 0.0
        super().begin()

    def look(self, *, closely: bool = False) -> None:
        passed = self._passed()
        mine = sum(thread.since().waited for thread in self._own)
        seen = [thread.since() for thread in self._first]
        is_ready = False
        if closely:
            is_ready, found = self._look_at_all()
            seen = found or seen
        ran, waited = sum(each.ran for each in seen), _waited(seen)
        counts = 0.0
        if self._unsettled and (ran or waited):  # what it waited is told when that is over
            settled = min(self._unsettled, waited)
            counts, waited, self._unsettled = self._unsettled - settled, waited - settled, 0.0
        rest = max(0.0, passed - ran - waited - mine)
        if is_ready:
            self._unsettled += rest
            rest = 0.0
        counts += min(passed, ran + rest)
        self.counted += counts
        self.waited += passed - counts

    def _processes(self) -> Iterator[int]:
        if self._is_players:
            yield self._top
        yield from all_below(self._top)

    def _look_at_all(self) -> tuple[bool, list[Seconds]]:
        """Whether a thread is ready to run, or runs; and of each what it did since the last look:
        nothing is known at the first look of a question."""
        is_first, before = not self._all, self._all
        self._all = {}
        for process in self._processes():
            for thread in _threads(process):
                key = process, thread
                known = before.get(key) or thread_time(process, thread, is_new=not is_first)
                if known is not None:
                    self._all[key] = known
        found = [thread.since() for thread in self._all.values()]
        if self._all.keys() != before.keys():
            # Of those that have ended nobody knows any more what they did, and whom they kept
            # waiting.
            found = [Seconds(each.ran, 0.0) for each in found]
        is_ready = any(thread.is_ready() for thread in self._all.values())
        return is_ready, [] if is_first else found


def _waited(seen: list[Seconds]) -> float:
    """For how long a player's threads waited for others than each other: who waits while another
    one of them runs does not wait for anybody else."""
    ran = sum(each.ran for each in seen)
    return max([0.0, *(each.waited - (ran - each.ran) for each in seen)])


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
