"""The agent that plays the most valuable square; it does not search and does not block by rule."""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.game import Position
from kinarow.players.player import Choice, Predictable


@dataclass(frozen=True, slots=True)
class SquareValuePlayer(Predictable):
    """See `kinarow.evaluation.square_value`."""

    @property
    def name(self) -> str:
        return "square-value"

    def choose(self, position: Position) -> Choice:
        from kinarow.evaluation.square_value import best_square

        best = best_square(position, position.mover)
        if best.wins:
            return Choice(best.cell, reason="completes a line, worth infinity")
        numbers = " ".join(map(str, best.numbers))
        return Choice(best.cell, best.value, f"the largest of {numbers} is {best.value:g}")
