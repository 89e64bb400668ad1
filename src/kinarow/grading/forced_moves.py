"""What threats say of a move on a board that is too large to be solved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kinarow.forcing import knows
from kinarow.forcing.proof import ForcedLoss, ForcedWin
from kinarow.game import Cell, Position
from kinarow.work.budget import Budget

MOST_NODES: Final = 200_000
"""For each of the questions about a move: some tenths of a second."""


@dataclass(frozen=True, slots=True)
class ForcedMove:
    """A move, and the forced wins around it, as far as they were found."""

    kept: ForcedWin | None = None
    """The move wins by force."""
    missed: ForcedWin | None = None
    """Another move wins by force, and the move played was not found to."""
    allowed: ForcedWin | None = None
    """After the move the opponent wins by force."""
    lost: ForcedLoss | None = None
    """Whatever was played, the opponent wins by force."""

    @property
    def words(self) -> str:
        """In a few words; empty where nothing was found."""
        if self.kept:
            return f"wins within {self.kept.stones} stones"
        if self.missed:
            return f"missed: {self.missed.move} wins within {self.missed.stones} stones"
        if self.lost:
            return f"every move loses within {self.lost.stones} stones"
        if self.allowed:
            return f"allows {self.allowed.move}, which wins within {self.allowed.stones} stones"
        return ""

    def shown_json(self) -> list[dict[str, object]]:
        """The stones of the forced win that was found, with what else they answer; from the
        position before the move, or after it if the move allows the win."""
        win = self.kept or self.missed or self.allowed
        return win.shown_json() if win else []


NOTHING_FORCED: Final = ForcedMove()


def forced_move(position: Position, move: Cell, budget: Budget) -> ForcedMove:
    """Look for forced wins before and after a move."""
    if not knows(position.spec):
        return NOTHING_FORCED
    from kinarow.forcing.forced import find_forced_loss, find_forced_win

    def most() -> Budget:
        return Budget(min(budget.nodes or MOST_NODES, MOST_NODES), budget.seconds_left, budget.stop)

    kept = find_forced_win(position, most(), first=move)
    if kept:
        return ForcedMove(kept=kept)
    missed = find_forced_win(position, most())
    if missed:
        return ForcedMove(missed=missed)
    allowed = find_forced_win(position.play(move), most())
    if allowed is None:
        return NOTHING_FORCED
    return ForcedMove(allowed=allowed, lost=find_forced_loss(position, most()))
