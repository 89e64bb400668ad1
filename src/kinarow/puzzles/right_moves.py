"""Which moves of a position are right, as far as that can be proven."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from kinarow.forcing import knows
from kinarow.game import Cell, GameSpec, Position
from kinarow.puzzles.puzzle import Aim
from kinarow.solver.shared import shared_solver
from kinarow.solver.solver import is_solvable
from kinarow.work.budget import Budget

_SOLVER_NODES = 3_000_000
"""For all moves of a position; one that takes more is no puzzle."""
_MEGABYTES = 64
_LARGEST_WITHOUT_GRAVITY = 25
"""Cells of a board that is solved; on a larger one forced wins are looked for."""
_FINDING_NODES = 20_000
"""For a forced win where nothing is known of the position."""
_FORCED_NODES = 50_000
"""For a move that might be one: about a tenth of a second."""
_solving = threading.Lock()
"""One must not forget what another is about to use."""


@dataclass(frozen=True, slots=True)
class RightMoves:
    """The moves that keep what a position is worth."""

    aim: Aim
    moves: tuple[Cell, ...]
    only: bool
    """Whether all others are proven not to."""


def can_be_judged(spec: GameSpec) -> bool:
    """Whether moves of a game can be proven to be right: by the solver, or by threats."""
    return _is_solved(spec) or knows(spec)


def _is_solved(spec: GameSpec) -> bool:
    """Whether the solver has a chance at least in late positions."""
    return is_solvable(spec) and (spec.gravity or spec.cell_count <= _LARGEST_WITHOUT_GRAVITY)


def right_moves(position: Position, budget: Budget | None = None) -> RightMoves | None:
    """The right moves of a position; None where it is lost, or nothing is proven of it. The budget
    is the solver's for all moves together."""
    budget = budget or Budget(_SOLVER_NODES)
    if position.is_over:
        return None
    if _is_solved(position.spec):
        return _solved(position, budget)
    from kinarow.forcing.forced import find_forced_win

    win = find_forced_win(position, Budget(_FINDING_NODES, stop=budget.stop))
    return None if win is None else RightMoves("win", (win.move,), only=False)


def wins_by_force(position: Position, move: Cell, stop: threading.Event | None = None) -> bool:
    """Whether a move is proven to win, on a board that is too large to be solved."""
    from kinarow.forcing.forced import find_forced_win

    return bool(find_forced_win(position, Budget(_FORCED_NODES, stop=stop), first=move))


def _solved(position: Position, budget: Budget) -> RightMoves | None:
    solver = shared_solver(position.spec, megabytes=_MEGABYTES)
    with _solving:
        solver.forget()  # else what can be solved would depend on what was asked before
        solution = solver.solve_within(budget, position, weak=True, moves=True)
    outcomes = {move: value.outcome for move, value in (solution.moves or {}).items()}
    if solution.outcome not in ("win", "draw") or None in outcomes.values():
        return None
    kept = tuple(move for move, outcome in outcomes.items() if outcome == solution.outcome)
    return RightMoves(solution.outcome, kept, only=True)
