"""A played game, move by move, beside perfect play."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator, Evaluator
from kinarow.evaluation.changes import explain_move
from kinarow.game import Cell, Position
from kinarow.game.movetext import write_move
from kinarow.grading.accuracy import GradedMove
from kinarow.score import in_words
from kinarow.solver import Solver

Verdict = Literal["best", "slower", "sooner", "blunder", "unknown"]

_REASONS = 2
"""How many of the things that an evaluator liked are named."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game, and what it did to the game's value; all for the side that played it."""

    position: Position
    move: Cell
    graded: GradedMove | None
    """None where the solver could not solve the position within its limits."""

    @property
    def verdict(self) -> Verdict:
        """`best`; `slower` if a win is kept but takes longer, `sooner` if a loss comes sooner than
        it must; `blunder` if the outcome is given away."""
        if self.graded is None:
            return "unknown"
        if self.graded.is_best:
            return "best"
        if self.graded.blunder:
            return "blunder"
        return "slower" if self.graded.best > 0 else "sooner"

    @property
    def words(self) -> str:
        """The verdict, and how much later or sooner."""
        return self.graded.words if self.graded else "not solved"

    @property
    def better(self) -> tuple[Cell, ...]:
        """The best moves, where this was none of them."""
        if self.graded is None or self.graded.is_best:
            return ()
        labels = self.graded.labels
        return tuple(move for move, value in labels.items() if value == self.graded.best)

    def missed(self, evaluator: AnyEvaluator) -> str:
        """In words, what an evaluator made of a mistake."""
        if not self.better:
            return ""
        played, better = self._score(evaluator, self.move), self._score(evaluator, self.better[0])
        name, spec = evaluator.name, self.position.spec
        scores = f"{write_move(spec, self.move)} {in_words(played)}"
        scores += f", {write_move(spec, self.better[0])} {in_words(better)}"
        if played < better:
            return f"{name} saw the better move: {scores}"
        words = f"{name} saw no difference" if played == better else f"{name} liked it better"
        return f"{words}: {scores}{self._reasons(evaluator)}"

    def to_json(self, evaluator: AnyEvaluator) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        position, graded = self.position, self.graded
        return {
            "mover": int(position.mover),
            "move": position.move_text(self.move),
            "verdict": self.verdict,
            "words": self.words,
            "before": graded.best if graded else None,
            "after": graded.value if graded else None,
            "blunder": graded.blunder if graded else None,
            "better": [position.move_text(move) for move in self.better],
            "missed": self.missed(evaluator),
        }

    def _score(self, evaluator: AnyEvaluator, move: Cell) -> float:
        return evaluator.evaluate(self.position.after(move), self.position.mover)

    def _reasons(self, evaluator: AnyEvaluator) -> str:
        """What the played move added to the score."""
        if not isinstance(evaluator, Evaluator):
            return ""
        changes = explain_move(evaluator, self.position, self.move, self.position.mover).changes
        liked = sorted((c for c in changes if c.points > 0), key=lambda c: -c.points)[:_REASONS]
        named = [f"{c.term} at {' '.join(cell.name for cell in c.cells)}" for c in liked if c.cells]
        return f" (for {' and '.join(named)})" if named else ""


def review(
    positions: Sequence[Position],
    solver: Solver,
    nodes: int | None = None,
    stop: threading.Event | None = None,
) -> Iterator[ReviewedMove]:
    """The moves that lead from each position of a game to the next, as they are looked at."""
    if len(positions) < 2:
        raise KinarowError("a game with no moves has nothing to review")
    for position, child in pairwise(positions):
        if stop is not None and stop.is_set():
            return
        move = position.move_to(child)
        labels = solver.solve(position, moves=True, nodes=nodes, stop=stop).exact_moves
        yield ReviewedMove(position, move, GradedMove(position, move, labels) if labels else None)
