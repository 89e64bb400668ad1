"""Puzzles made of played games: the positions in which someone gave the value away.

On boards too large to be solved that cannot be said: there they are the positions in which the move
that was played was not proven to win, within what a proof may take, and another move is.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from kinarow.game import Position, Side
from kinarow.grading.review import SECONDS_A_MOVE
from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_making import difficulty_of, is_right, theme_of
from kinarow.puzzles.right_moves import right_moves
from kinarow.work.budget import Budget
from kinarow.work.progress import Progress, silent


def mistakes_of(
    line: Sequence[Position],
    *,
    sides: Sequence[Side] = tuple(Side),
    seconds: float | None = SECONDS_A_MOVE,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> list[Puzzle]:
    """The positions of a game in which one of these sides gave the value away, as puzzles; or, on
    boards too large to be solved, played what was not proven to win where another move is. What
    cannot be solved within so many seconds is left out. When `stop` is set, there are no more."""
    found: list[Puzzle] = []
    moves = len(line) - 1
    for number in range(moves):
        if stop is not None and stop.is_set():
            break
        progress(number / moves, f"looking at the moves: {number} of {moves}")
        if line[number].mover not in sides:
            continue
        puzzle = puzzle_of_move(line[: number + 2], seconds=seconds, stop=stop)
        if puzzle is not None:
            found.append(puzzle)
    return found


def puzzle_of_move(
    line: Sequence[Position],
    *,
    seconds: float | None = SECONDS_A_MOVE,
    stop: threading.Event | None = None,
) -> Puzzle | None:
    """The puzzle to find what was better than the last move of a line, if that gave the value away;
    or, on boards too large to be solved, was not proven to win where another move is. None if
    `stop` was set before that is known."""
    before = line[-2]
    played = before.move_to(line[-1])
    right = right_moves(before, Budget(seconds=seconds, stop=stop))
    if right is None or is_right(before, played, right, stop):
        return None
    theme, difficulty = theme_of(before, right, stop), difficulty_of(before, right, stop)
    if stop is not None and stop.is_set():
        return None  # what was not proven might have been
    return Puzzle(tuple(line[:-1]), right.aim, right.moves, right.only, theme, difficulty, played)
