"""What a player's answers together may take, whatever they are answers to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kinarow.players.isolated.fair_clock import WallClock
from kinarow.players.player import OUT_OF_TIME, ForfeitError


class Allowance:
    """Seconds of waiting for one player, used up by everything that is waited for: that its file
    is run, that it gets ready, that it chooses; and that it is started again."""

    def __init__(self, seconds: float, spent: float = 0.0) -> None:
        self.seconds = seconds
        self.spent = spent
        self.kept_waiting = 0.0
        """Seconds that were not counted, since the processor was somebody else's."""
        self._starts = 0

    @property
    def left(self) -> float:
        return max(0.0, self.seconds - self.spent)

    @contextmanager
    def start(self) -> Iterator[None]:
        """Starting a process is no fault of the player's the first time."""
        self._starts += 1
        if self._starts == 1:
            yield
        else:
            with self.counted(WallClock()):
                yield

    @contextmanager
    def counted(self, clock: WallClock) -> Iterator[None]:
        """What is done meanwhile is waiting; nothing is waited for when all is used up."""
        if not self.left:
            raise UsedUpError(self.seconds)
        counted, waited = clock.counted, clock.waited
        clock.begin()
        try:
            yield
        finally:
            clock.look()
            self.spent += clock.counted - counted
            self.kept_waiting += clock.waited - waited


class UsedUpError(ForfeitError):
    """A player has used up what it may take in all."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"{OUT_OF_TIME}: its {seconds:g} s in all were used up")

    def __reduce__(self) -> tuple[type[UsedUpError], tuple[float]]:
        return type(self), (self.seconds,)
