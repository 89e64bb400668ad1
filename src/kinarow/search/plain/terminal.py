"""Positions that need no opinion: somebody has a line.

Everything else at the end of a search is scored by the evaluator, a full board without a line
included, and always for the root's side: evaluators need not be antisymmetric, so one side's score
cannot be had by negating the other's.
"""

from __future__ import annotations

from kinarow.game import Position, Side
from kinarow.game.ending import has_line
from kinarow.score import Score, loss_at, win_at


def decided(position: Position, side: Side) -> Score | None:
    """The score of a won or lost position, None where nobody has a line."""
    winner = position.mover.other  # only the side that moved last can have completed a line
    if not has_line(position.stones(winner), position.geometry):
        return None
    return win_at(position.plies) if winner is side else loss_at(position.plies)
