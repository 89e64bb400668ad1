"""What moves are worth under perfect play, in moves until the end where that is known: exact
values, and on boards too large for them what threats force.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from kinarow.forcing import knows
from kinarow.forcing.proof import ForcedWin
from kinarow.game import Cell, Position
from kinarow.search.ordering import moves_near_stones
from kinarow.solver.shared import shared_solver
from kinarow.solver.solution import Outcome, last_stone
from kinarow.solver.solver import is_solvable
from kinarow.work.budget import Budget

_NODES_OF_THREATS = 30_000
"""For each question whether a side wins by force: a few hundredths of a second."""
_NODES_OF_LOSS = 200_000
_NODES_A_MOVE = 20_000
"""For each move on a board that is too large to be solved."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth for the side to move, as far as it is known."""

    exact: int | None = None
    """The score."""
    outcome: Outcome | None = None
    moves: int | None = None
    """How many own moves the side to move has left until the game is decided."""
    stone: int | None = None
    """The number of the winner's stone that decides it."""

    @staticmethod
    def of(here: Position, exact: int | None) -> Worth:
        if exact is None:
            return Worth()
        outcome: Outcome = "win" if exact > 0 else "loss" if exact < 0 else "draw"
        if not exact or not here.spec.gravity:
            return Worth(exact, outcome)
        last = last_stone(here, exact)
        return Worth(exact, outcome, (last - here.plies + (exact > 0)) // 2, (last + 1) // 2)


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """What a move is worth for the side that plays it."""

    position: Position
    move: Cell
    worth: Worth
    line: tuple[Cell, ...] = ()
    """How it wins or loses if that is forced, the move itself first."""

    def to_json(self) -> dict[str, Any]:
        line = {"line": [cell.name for cell in self.line]} if self.line else {}
        name, cell = self.position.move_text(self.move), self.move.name
        return {"move": name, "cell": cell, **asdict(self.worth), **line}


def worth_of_moves(here: Position, seconds: float, stop: threading.Event) -> Iterator[MoveWorth]:
    """The exact value of each move, as they are proven; null for one that was not in time. If one
    wins, or all lose, how it goes on comes with one more line on the best of them."""
    solver = shared_solver(here.spec)
    solver.get_ready()  # which takes seconds that nobody asked for
    budget = Budget(seconds=seconds, stop=stop)
    moves, nodes = list(here.legal_moves()), None
    values: dict[Cell, int | None] = {}
    if not is_solvable(here.spec):
        # Only what is forced can be known there.
        nodes = _NODES_A_MOVE
        told = set()
        for forced in forced_moves(here, budget.share(0.5)):
            told.add(forced.move)
            yield forced
        moves = [move for move in moves if move not in told]
    central_first = sorted(moves, key=lambda m: abs(2 * m.column - here.spec.columns + 1))
    for move, value in solver.values(here, central_first, budget, nodes):
        values[move] = value
        yield MoveWorth(here, move, Worth.of(here, value))
        if stop.is_set():
            return
    yield from _best_line(here, values, budget)


def _best_line(
    here: Position, values: dict[Cell, int | None], budget: Budget
) -> Iterator[MoveWorth]:
    """How the best move wins, or loses if all do, as far as that is known."""
    known = {move: value for move, value in values.items() if value is not None}
    if not known:
        return
    best = max(known, key=lambda move: known[move])
    if known[best] < 0 and len(known) < len(values):
        return
    line = _decided_line(here, best, known[best], budget)
    if line:
        yield MoveWorth(here, best, Worth.of(here, known[best]), line)


def forced_moves(here: Position, budget: Budget) -> Iterator[MoveWorth]:
    """Moves of which threats alone say how the game ends: a win and its line; all moves, where the
    other side wins against each; or, where it threatens to, those near the stones that do not stop
    that."""
    if not knows(here.spec):
        return
    from kinarow.forcing.forced import find_forced_loss, find_forced_win

    win = find_forced_win(here, budget.share(0.5))
    if win is not None:
        won = Worth(1, "win", (win.stones + 1) // 2)
        yield MoveWorth(here, win.move, won, tuple(win.line))
        return
    loss = find_forced_loss(here, Budget(_NODES_OF_LOSS, stop=budget.stop))
    if loss is not None:
        lost = Worth(-1, "loss", loss.stones // 2)
        yield from (MoveWorth(here, move, lost) for move in here.legal_moves())
        return
    near = moves_near_stones(here)
    far = next((move for move in here.legal_moves() if move not in near), None)
    if far is not None and _refuted(here, far) is None:
        return  # a stone far from all others is as good as none: nothing is threatened
    for move in near:
        if budget.is_over:
            return
        answer = _refuted(here, move)
        if answer is not None:
            lost = Worth(-1, "loss", (answer.stones + 1) // 2)
            yield MoveWorth(here, move, lost, (move, *answer.line))


def _refuted(here: Position, move: Cell) -> ForcedWin | None:
    """The other side's forced win after a move."""
    from kinarow.forcing.forced import find_forced_win

    return find_forced_win(here.play(move), Budget(_NODES_OF_THREATS))


def _decided_line(here: Position, move: Cell, exact: int, budget: Budget) -> tuple[Cell, ...]:
    """Where stones fall: how the game is won or lost after a move of known value, if that is found
    in time; the move itself comes first."""
    if not exact or not here.spec.gravity or budget.is_spent:
        return ()
    child = here.play(move)
    found = shared_solver(here.spec).solve_within(budget, child, line=True)
    is_whole = len(found.line) == last_stone(here, exact) - child.plies
    return (move, *found.line) if is_whole else ()
