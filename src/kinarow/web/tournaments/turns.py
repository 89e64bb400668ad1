"""Tournaments taking turns: a few play at a time, and every owner's get on."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

TURN_SECONDS: Final = 15.0
"""How long one plays while others wait."""
_LOOK_EVERY_SECONDS = 0.2


class Turns:
    """Places at which tournaments are played; who waits gets the place of whoever has had one for
    long enough. Of those who wait, an owner with fewest places is next, and then who came first."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._changed = threading.Condition()
        self._waiting: dict[Turn, None] = {}
        self._playing: Counter[str] = Counter()
        """How many places each owner has."""

    @contextmanager
    def turn(self, owner: str, stop: threading.Event) -> Iterator[Turn]:
        """Wait for a place, and have it until the end of the block; told to stop, do not wait."""
        mine = Turn(self, owner, stop)
        with self._changed:
            self._waiting[mine] = None
            while not stop.is_set() and not self._is_next(mine):
                self._changed.wait(_LOOK_EVERY_SECONDS)
            del self._waiting[mine]
            self._playing[owner] += 1
            mine.begin()
            self._changed.notify_all()
        try:
            yield mine
        finally:
            with self._changed:
                self._playing[owner] -= 1
                self._changed.notify_all()

    def _is_next(self, mine: Turn) -> bool:
        if self._playing.total() >= self._places:
            return False
        return mine is min(self._waiting, key=lambda turn: self._playing[turn.owner])

    def others_wait(self) -> bool:
        with self._changed:
            return bool(self._waiting)


class Turn(threading.Event):
    """Set when whoever has it should stop: paused, or to let somebody else play."""

    def __init__(self, turns: Turns, owner: str, stop: threading.Event) -> None:
        super().__init__()
        self.owner = owner
        self._turns = turns
        self._stop = stop
        self._ends = 0.0

    def begin(self) -> None:
        self._ends = time.monotonic() + TURN_SECONDS

    def is_set(self) -> bool:
        return self._stop.is_set() or (time.monotonic() > self._ends and self._turns.others_wait())
