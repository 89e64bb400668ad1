"""What an engine and kinarow have said to each other: the state of one process."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

from kinarow.errors import shortened
from kinarow.game import GameSpec, Position
from kinarow.players.engines.process import EngineProcess
from kinarow.players.isolated.child_process import STARTING_SECONDS
from kinarow.players.player import Choice, ForfeitError, LateError


@dataclass(frozen=True, slots=True)
class MoveLimits:
    """What an engine may spend on a move."""

    seconds: float
    """After these it has lost."""
    depth: int | None = None
    nodes: int | None = None

    @property
    def told_milliseconds(self) -> int:
        """What the engine is told: a little less, for the way through the pipes."""
        return max(1, round(1000 * (self.seconds - min(0.1, self.seconds / 10))))


class Conversation(Protocol):
    """One process, spoken to in its protocol about games of one kind."""

    @property
    def process(self) -> EngineProcess: ...

    @property
    def goodbye(self) -> str:
        """What tells the engine to leave."""
        ...

    def continues(self, position: Position) -> bool:
        """Whether the engine can be asked about a position without a new game."""
        ...

    def begin(self, spec: GameSpec, limits: MoveLimits) -> bool:
        """A new game; False if the engine wants to be started anew for it."""
        ...

    def choose(self, position: Position, limits: MoveLimits) -> Choice: ...


@dataclass
class Clock:
    """The time that an engine has for one answer."""

    process: EngineProcess
    seconds: float
    until: float = 0.0

    def __post_init__(self) -> None:
        self.until = time.monotonic() + self.seconds

    def hear(self) -> str:
        return self.process.hear(self.seconds, self.until)


class StartingClock(Clock):
    """The time that an engine has to get ready."""

    def __init__(self, process: EngineProcess) -> None:
        super().__init__(process, STARTING_SECONDS)

    def hear(self) -> str:
        try:
            return super().hear()
        except LateError:
            raise ForfeitError(f"was not ready within {self.seconds:g} s") from None


def refused(words: str) -> ForfeitError:
    """For an engine that says it cannot do what it is asked to."""
    return ForfeitError(f"refuses: {shortened(words, 100)}")


def garbled(line: str) -> ForfeitError:
    """For an engine that answers something else than a move."""
    return ForfeitError(f"answered {shortened(line)!r} instead of a move")
