"""Who is next: a few workers, and many who want them, each getting a turn."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Generic, TypeVar

from kinarow.errors import KinarowError

Worker = TypeVar("Worker")

_MOST_REMEMBERED = 1000


class BusyError(KinarowError):
    """More is asked than can be answered."""


class FairQueue(Generic[Worker]):
    """Free workers, handed out in turn: of those who wait, whoever has fewest workers is next, and
    of these whoever was served least recently. So one who asks a hundred things at once waits for
    them a hundred times, and somebody else with one question only once.

    If too many wait, the last question of whoever has most of them is given up.
    """

    def __init__(
        self,
        most_waiting: int,
        most_of_one: int | None = None,
        most_at_once: int | None = None,
    ) -> None:
        self.most_waiting = most_waiting
        self._most_of_one = most_of_one or most_waiting
        """Questions of one asker that may wait."""
        self._most_at_once = most_at_once
        """Workers that one asker may have; None: all of them."""
        self._idle: list[Worker] = []
        self._working: Counter[str] = Counter()
        """How many workers each asker has."""
        self._waiting: dict[str, deque[asyncio.Future[Worker]]] = {}
        self._served: dict[str, int] = {}
        """By asker, the number of the last turn that it had; those of long ago are forgotten."""
        self._turns = 0

    def qsize(self) -> int:
        return len(self._idle)

    def empty(self) -> bool:
        return not self._idle

    def add(self, worker: Worker) -> None:
        """A worker that nobody has had yet."""
        self._idle.append(worker)
        self._hand_out()

    def give_back(self, worker: Worker, asker: str) -> None:
        self._working[asker] -= 1
        if not self._working[asker]:
            del self._working[asker]
        self.add(worker)

    def others_wait(self, asker: str) -> bool:
        """Whether somebody else waits who could be served if this one were done."""
        return any(other != asker and self._may_have(other) for other in self._waiting)

    async def get(self, asker: str) -> Worker:
        """The next free worker; to be given back."""
        if self._idle and self._may_have(asker):
            # Whoever waits although one is free has as many as it may.
            return self._next_for(asker)
        self._check_room(asker)
        wanted: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(wanted)
        try:
            return await wanted
        except asyncio.CancelledError:
            if wanted.done() and not wanted.cancelled() and wanted.exception() is None:
                self.give_back(wanted.result(), asker)  # it came as the asker left
            raise
        finally:
            self._forget(asker, wanted)

    def _check_room(self, asker: str) -> None:
        own = len(self._waiting.get(asker, ()))
        if own >= self._most_of_one:
            raise BusyError(f"{own} of your questions wait already; please try again in a moment")
        if sum(map(len, self._waiting.values())) < self.most_waiting:
            return
        largest = max(self._waiting, key=lambda other: len(self._waiting[other]))
        if len(self._waiting[largest]) <= own + 1:
            raise BusyError("the lab is busy; please try again in a moment")
        given_up = self._waiting[largest][-1]
        self._forget(largest, given_up)
        given_up.set_exception(BusyError("the lab is busy, and you have asked most"))

    def _may_have(self, asker: str) -> bool:
        return self._most_at_once is None or self._working[asker] < self._most_at_once

    def _hand_out(self) -> None:
        while self._idle:
            served = [asker for asker in self._waiting if self._may_have(asker)]
            if not served:
                return
            asker = min(served, key=lambda one: (self._working[one], self._served.get(one, 0)))
            wanted = self._waiting[asker][0]
            self._forget(asker, wanted)
            if not wanted.done():
                wanted.set_result(self._next_for(asker))

    def _next_for(self, asker: str) -> Worker:
        self._turns += 1
        self._working[asker] += 1
        self._served.pop(asker, None)
        self._served[asker] = self._turns
        if len(self._served) > _MOST_REMEMBERED:
            del self._served[next(iter(self._served))]
        return self._idle.pop()  # the last that worked, so that no more are used than needed

    def _forget(self, asker: str, wanted: asyncio.Future[Worker]) -> None:
        theirs = self._waiting.get(asker)
        if theirs is not None and wanted in theirs:
            theirs.remove(wanted)
            if not theirs:
                del self._waiting[asker]
