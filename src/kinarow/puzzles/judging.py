"""An answer to a puzzle judged: right or not, and why."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable
from dataclasses import dataclass

from kinarow.errors import KinarowError
from kinarow.game import Cell, Side
from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_making import reason_for
from kinarow.puzzles.right_moves import RightMoves, wins_by_force
from kinarow.reasons.mistake import why_not_won
from kinarow.reasons.reason import Reason
from kinarow.reasons.reason_words import told


@dataclass(frozen=True, slots=True, repr=False)
class Answered:
    """What became of an answer to a puzzle.

    >>> from kinarow import answer_puzzle, find_puzzles
    >>> puzzle = find_puzzles("connect4", theme="at once")[0]
    >>> answer_puzzle(puzzle, puzzle.answers[0]).right
    True
    """

    puzzle: Puzzle
    move: Cell
    right: bool
    reason: Reason | None
    """Why the right move wins or holds."""
    allowed: Reason | None
    """Of a wrong answer: what it allows, where that is known."""

    def words(self, mark: Callable[[Side], str] = operator.attrgetter("mark")) -> list[str]:
        """The verdict and the reasons, in lines."""
        puzzle, text = self.puzzle, self.puzzle.position.move_text
        best = " or ".join(map(text, puzzle.answers))
        only = f"only {best} {'wins' if puzzle.aim == 'win' else 'holds'}."
        if self.right:
            lines = [f"Right: {text(self.move)}."]
            if puzzle.only and not self.reason:
                lines.append(f"No short reason is known, but {only}")
        elif puzzle.only:
            lines = [f"No: {only}"]
        else:
            lines = [f"{text(self.move)} is not proven to win; {best} is."]
        if self.allowed:
            lines += [f"After {text(self.move)}: {told(self.allowed, mark)[0]}"]
        return lines + (told(self.reason, mark) if self.reason else [])

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        text = self.puzzle.position.move_text
        return {
            "puzzle": self.puzzle.key,
            "move": text(self.move),
            "cell": self.move.name,
            "right": self.right,
            "answers": [{"move": text(move), "cell": move.name} for move in self.puzzle.answers],
            "reason": self.reason.to_json() if self.reason else None,
            "allowed": self.allowed.to_json() if self.allowed else None,
            "words": self.words(),
        }

    def __repr__(self) -> str:
        return f"<Answered: {self.words()[0]}>"

    def __str__(self) -> str:
        return "\n".join(self.words())


def judged(puzzle: Puzzle, move: Cell, stop: threading.Event | None = None) -> Answered:
    """An answer compared with what is proven."""
    position = puzzle.position
    if not position.is_legal(move):
        raise KinarowError(f"{position.move_text(move)} is not a legal move")
    is_right = move in puzzle.answers
    if not is_right and not puzzle.only:
        is_right = wins_by_force(position, move, stop)
    reason = reason_for(position, RightMoves(puzzle.aim, puzzle.answers, puzzle.only), stop)
    allowed = None if is_right else why_not_won(position.play(move), stop)
    return Answered(puzzle, move, is_right, reason, allowed)
