"""A move that threw the result away: what it allowed, and what the right one would have kept."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable
from dataclasses import dataclass

from kinarow.game import Cell, Position, Side
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.reason import Reason
from kinarow.reasons.reason_words import told

_WORTH = {"win": "the win", "draw": "the draw"}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that threw the result away."""

    before: Position
    move: Cell
    better: tuple[Cell, ...]
    """The moves that would have kept the result, as far as they are known."""
    kept: str | None
    """What they would have kept: `win` or `draw`; None where that is not known."""
    allowed: Reason | None = None
    """What the move allowed: why the other side wins now, or does not lose."""
    right: Reason | None = None
    """Why the first of the better moves keeps the result, if a reason is known."""

    def words(self, mark: Callable[[Side], str] = operator.attrgetter("mark")) -> list[str]:
        """The mistake, and what the right move would have kept."""
        text = self.before.move_text
        mover = mark(self.before.mover)
        lines = [f"The mistake: {mover} {text(self.move)}{self._instead}."]
        if self.right:
            lines.append(f"  After {text(self.better[0])}: {told(self.right, mark)[0]}")
        return lines

    def told(self, mark: Callable[[Side], str] = operator.attrgetter("mark")) -> list[str]:
        """What it allowed, and why the right move was, each in a sentence, where it is known."""
        lines = [f"it allowed: {told(self.allowed, mark)[0]}"] if self.allowed else []
        if self.right:
            right = self.before.move_text(self.better[0])
            lines.append(f"right was {right}: {told(self.right, mark)[0]}")
        return lines

    @property
    def _instead(self) -> str:
        """The better moves, and what they would have done."""
        if not self.better:
            return ""
        better = " or ".join(map(self.before.move_text, self.better))
        if 1 < len(self.better) == len(self.before.legal_moves()) - 1:
            better = "any other move"
        done = f"kept {_WORTH[self.kept]}" if self.kept else "stopped it"
        if self.before.play(self.better[0]).winner is not None:
            done = "won at once"
        return f"; {better} would have {done}"

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        text = self.before.move_text
        return {
            "move": text(self.move),
            "better": [text(move) for move in self.better],
            "kept": self.kept,
            "allowed": self.allowed.to_json() if self.allowed else None,
            "right": self.right.to_json() if self.right else None,
            "words": self.told(),
        }


def explain_mistake(
    before: Position,
    move: Cell,
    better: tuple[Cell, ...],
    kept: str | None,
    *,
    stop: threading.Event | None = None,
) -> Mistake:
    """Look for the reasons that make a move a mistake: in the position that it led to, and in the
    one after the first of the better moves."""
    allowed = why_not_won(before.play(move), stop)
    right = why_kept(before.play(better[0]), kept, stop) if better else None
    return Mistake(before, move, better, kept, allowed, right)


def why_not_won(after: Position, stop: threading.Event | None = None) -> Reason | None:
    """After a mistake: why the side that is to move now wins, or at least does not lose."""
    finder = Finder(stop=stop)
    found = finder.decisive(after)
    if found is not None and found.side is after.mover:
        return found
    return finder.mover_holds(after)


def why_kept(
    after: Position, kept: str | None, stop: threading.Event | None = None
) -> Reason | None:
    """After the right move: why the side that made it wins, or does not lose."""
    finder = Finder(stop=stop)
    if kept != "win":
        return finder.follower_holds(after)
    found = finder.decisive(after)
    return found if found is not None and found.side is after.mover.other else None
