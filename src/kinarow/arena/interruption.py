"""A contest that ended before its last game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interruption:
    """How far a contest had come when it was stopped.

    >>> print(Interruption(40, 2000))
    interrupted: 40 of 2000 games
    """

    games: int
    """How many of its games count."""
    of: int
    """How many it was to have."""

    def to_json(self) -> dict[str, int]:
        """Plain values."""
        return {"games": self.games, "of": self.of}

    def __str__(self) -> str:
        return f"interrupted: {self.games} of {self.of} games"
