"""What the page says instead of bare numbers: how many moves a win takes, what a move had to meet,
how large the scores of an evaluator usually are."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from kinarow.api.positions import forced_win
from kinarow.evaluation import AnyEvaluator
from kinarow.forcing import knows
from kinarow.forcing.proof import ForcedLoss, ForcedWin
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.threats import find_threats, winning_moves
from kinarow.grading.review import ReviewedMove
from kinarow.score import is_proven
from kinarow.solver.shared import shared_solver
from kinarow.solver.solution import last_stone
from kinarow.work.budget import Budget

_NODES_OF_THREATS = 30_000
"""For each question whether a side wins by force: a few hundredths of a second."""
_NODES_OF_LOSS = 200_000
_CELLS_FOR_SIZE = 800
_REACH = 2
"""A stone that meets a threat lies so near to one that is on the board."""


def in_moves(here: Position, exact: int | None) -> dict[str, Any]:
    """A value for the side to move: its score; `outcome`; `moves`, how many own moves the side to
    move has left until the game is decided, and `stone`, the number of the winner's stone that
    decides it, where they are known."""
    if exact is None:
        return {"exact": None, "outcome": None, "moves": None, "stone": None}
    outcome = "win" if exact > 0 else "loss" if exact < 0 else "draw"
    moves = stone = None
    if exact and here.spec.gravity:
        last = last_stone(here, exact)
        moves = (last - here.plies + (exact > 0)) // 2
        stone = (last + 1) // 2
    return {"exact": exact, "outcome": outcome, "moves": moves, "stone": stone}


def is_only_move(reviewed: ReviewedMove) -> bool:
    """Whether a move was the only one that kept a win or a draw."""
    graded = reviewed.graded
    if graded is None or not graded.keeps_outcome or graded.best < 0:
        return False
    others = [value for move, value in graded.labels.items() if move != reviewed.move]
    kept = (value > 0 if graded.best > 0 else value >= 0 for value in others)
    return bool(others) and not any(kept)


def threatened_cells(here: Position) -> list[Cell]:
    """Where the other side would win with its next stone, unless the side to move wins first."""
    if winning_moves(here):
        return []
    legal = set(here.legal_moves())
    return [c for c, side in find_threats(here) if side is here.mover.other and c in legal]


@lru_cache(maxsize=64)
def usual_size(evaluator: AnyEvaluator, spec: GameSpec) -> float:
    """How large an evaluator's scores usually are in a game: in the middle of those of some
    positions, always the same ones, so that bars of one evaluator have one scale."""
    sizes = []
    for here in _usual_positions(spec, 24 if evaluator.of_terms else 6):
        score = evaluator.evaluate(here, Side.FIRST)
        if score and not is_proven(score):
            sizes.append(abs(float(score)))
    return sorted(sizes)[len(sizes) // 2] if sizes else 1.0


@lru_cache(maxsize=16)
def _usual_positions(spec: GameSpec, count: int) -> tuple[Position, ...]:
    """Positions of games played at random, without gravity near the stones that are there."""
    random, found = Random(1), []
    for number in range(max(4, min(count, _CELLS_FOR_SIZE // spec.cell_count))):
        here = Position.start(spec)
        for _ in range(4 + 3 * number % 20):
            moves = here.legal_moves() if spec.gravity else _near(here) or here.legal_moves()
            child = here.play(random.choice(moves))
            if child.ending() is not None:
                break
            here = child
        found.append(here)
    return tuple(found)


def forced_moves(here: Position, seconds: float, stop: threading.Event) -> Iterator[dict[str, Any]]:
    """Moves of which threats alone say how the game ends: a win and its line; all moves, where the
    other side wins against each; or, where it threatens to, those near the stones that do not stop
    that."""
    if not knows(here.spec):
        return
    end = time.monotonic() + seconds
    win = forced_win(here, seconds=seconds / 2)
    if win is not None:
        yield {"move": here.move_text(win.move), "cell": win.move.name, **_by_force(win)}
        return
    loss = _lost(here, stop)
    if loss is not None:
        told = {"exact": -1, "outcome": "loss", "moves": loss.stones // 2, "stone": None}
        for move in here.legal_moves():
            yield {"move": here.move_text(move), "cell": move.name, **told}
        return
    near = _near(here)
    far = next((move for move in here.legal_moves() if move not in near), None)
    if far is not None and _refuted(here, far) is None:
        return  # a stone far from all others is as good as none: nothing is threatened
    for move in near:
        if stop.is_set() or time.monotonic() > end:
            return
        answer = _refuted(here, move)
        if answer is not None:
            yield {"move": here.move_text(move), "cell": move.name, **_by_force(answer, move)}


def _lost(here: Position, stop: threading.Event) -> ForcedLoss | None:
    """That the other side wins by force, whatever is played."""
    from kinarow.forcing.forced import find_forced_loss

    return find_forced_loss(here, Budget(_NODES_OF_LOSS, stop=stop))


def _refuted(here: Position, move: Cell) -> ForcedWin | None:
    """The other side's forced win after a move."""
    child = here.play(move)
    return None if child.ending() is not None else forced_win(child, nodes=_NODES_OF_THREATS)


def _by_force(win: ForcedWin, allowed_by: Cell | None = None) -> dict[str, Any]:
    """What a forced win says of its own first move, or of the one that allows it. Lines begin with
    the move that is spoken of."""
    return {
        "exact": -1 if allowed_by else 1,
        "outcome": "loss" if allowed_by else "win",
        "moves": (win.stones + 1) // 2,
        "stone": None,
        "line": [cell.name for cell in ((allowed_by, *win.line) if allowed_by else win.line)],
    }


def decided_line(here: Position, move: Cell, exact: int, budget: Budget) -> list[str]:
    """Where stones fall: how the game is won or lost after a move of known value, if that is found
    in time; the move itself comes first."""
    if not exact or not here.spec.gravity or budget.is_spent:
        return []
    child = here.play(move)
    found = shared_solver(here.spec).solve_within(budget, child, line=True)
    is_whole = len(found.line) == last_stone(here, exact) - child.plies
    return [cell.name for cell in (move, *found.line)] if is_whole else []


def _near(here: Position) -> list[Cell]:
    """The legal moves near the stones, those with most stones around first."""
    taken = here.geometry.cells_in(here.first | here.second)
    counts: dict[Cell, int] = {}
    for move in here.legal_moves():
        around = sum(
            max(abs(move.column - c.column), abs(move.row - c.row)) <= _REACH for c in taken
        )
        if around:
            counts[move] = around
    return sorted(counts, key=lambda move: -counts[move])
