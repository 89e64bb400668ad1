"""Moves as numbers, as environments for learning have them.

With gravity an action is a column counted from 0; without, a cell in reading order from the upper
left corner. PettingZoo and OpenSpiel agree on that.
"""

from __future__ import annotations

from kinarow.errors import MoveError
from kinarow.game import Cell, GameSpec, Position


def action_count(spec: GameSpec) -> int:
    return spec.columns if spec.gravity else spec.cell_count


def action_of(spec: GameSpec, move: Cell) -> int:
    """
    >>> action_of(GameSpec.parse("tictactoe"), Cell(1, 2))  # b3: the middle of the top row
    1
    """
    return move.column if spec.gravity else (spec.rows - 1 - move.row) * spec.columns + move.column


def after_action(position: Position, action: int) -> Position:
    """The position after an action; a `MoveError` if it is not a legal one."""
    for move in position.legal_moves():
        if action_of(position.spec, move) == action:
            return position.play(move)
    raise MoveError(f"{action} is not a legal action here")
