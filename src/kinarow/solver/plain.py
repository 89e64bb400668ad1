"""The readable solver: an exact value by looking at everything, in plain Python.

The oracle of the compiled solvers on small boards, and what solves the last moves of boards that
are too large for them.
"""

from __future__ import annotations

from kinarow.game import Position
from kinarow.game.geometry import bits_of
from kinarow.solver.solution import Bounds, score_of_win
from kinarow.work.budget import Budget

MOST_PLIES = 400
"""More empty cells than this would be too deep for Python's stack, and hopeless anyway."""


def widest(position: Position) -> Bounds:
    """What holds of every score: nobody wins before the next stone."""
    soonest_loss = score_of_win(position, position.plies + 2)
    return Bounds(-soonest_loss, score_of_win(position, position.plies + 1))


def score_of_finished(position: Position) -> int | None:
    """The score of a game that is over; None while it goes on."""
    ending = position.ending()
    if ending is None:
        return None
    return 0 if ending.winner is None else -score_of_win(position, position.plies)


class _SpentError(Exception):
    """The budget is used up."""


def prove_plainly(position: Position, budget: Budget | None = None) -> tuple[int | None, int]:
    """A position's score, None if the budget is used up first; and how many positions it took."""
    known: dict[tuple[int, int], int] = {}
    limit = budget or Budget()

    def score(here: Position) -> int:
        stones = (here.first, here.second)
        if stones in known:
            return known[stones]
        if limit.is_over or (limit.nodes is not None and len(known) >= limit.nodes):
            raise _SpentError
        best = score_of_finished(here)
        if best is None:
            bounds = widest(here)
            best = bounds.low
            for move in bits_of(here.landing_cells()):
                best = max(best, -score(here.play_bit(move)))
                if best == bounds.high:
                    break
        known[stones] = best
        return best

    if position.spec.cell_count - position.plies > MOST_PLIES:
        return None, 0
    try:
        return score(position), len(known)
    except _SpentError:
        return None, len(known)
