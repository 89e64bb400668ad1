"""What is known of the moves of a position, each with a score of its own."""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.game import Cell, Position
from kinarow.score import Score, in_words, is_proven

_TOLD = 4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move with its score for the side that makes it."""

    move: Cell
    score: Score
    depth: int
    """How many plies were looked at, the move included."""
    line: tuple[Cell, ...]
    """What is expected, from the move on."""

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {
            "cell": self.move.name,
            "score": self.score,
            "depth": self.depth,
            "line": [cell.name for cell in self.line],
        }


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """What is known of the moves that were looked at: proven wins first, then those that were
    looked at most deeply, of these the best first; proven losses last."""

    position: Position
    candidates: tuple[Candidate, ...]
    nodes: int

    @property
    def depth(self) -> int:
        """How deeply the leading moves were looked at."""
        return max(candidate.depth for candidate in self.candidates)

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {
            "depth": self.depth,
            "nodes": self.nodes,
            "candidates": [candidate.to_json() for candidate in self.candidates],
        }

    def __repr__(self) -> str:
        name = self.position.move_text
        told = (f"{name(one.move)} {in_words(one.score)}" for one in self.candidates[:_TOLD])
        return f"<Analysis: {self.position.mover.mark}, {self.depth} plies: {', '.join(told)}>"


def best_first(one: Candidate) -> tuple[float, float, float]:
    """The order of an analysis."""
    proven = (one.score > 0) - (one.score < 0) if is_proven(one.score) else 0
    return -proven, -one.depth, -one.score
