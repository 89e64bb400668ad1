"""A user's own player: a plain Python function in a file.

    def choose(board, me, opponent):          # or choose(board, me, opponent, game)
        return 3                              # a column from 0, or (row, column) without gravity

`board` and `game` are as for a user's evaluator; row 0 is on top.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from kinarow.errors import PlayerError, shortened
from kinarow.evaluation.user.evaluator import (
    SECONDS_A_CALL,
    AnswerError,
    UserFunction,
    load_module,
    quoted,
)
from kinarow.game import Cell, Position
from kinarow.players.player import Choice, Player
from kinarow.players.user.used_files import fingerprint

SECONDS_A_MOVE = SECONDS_A_CALL
_FARTHEST: Final = 10**6


@dataclass(frozen=True, slots=True)
class FilePlayer(Player):
    """Plays what a function in a file says."""

    path: Path
    identity: str = field(init=False, repr=False, compare=False)
    _function: UserFunction = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        path = existing_file(self.path)
        function = vars(load_module(path)).get("choose")
        if not callable(function):
            raise PlayerError(f"{path.name} has no function `choose(board, me, opponent)`")
        object.__setattr__(self, "path", path)
        object.__setattr__(self, "identity", f"{self.name} {fingerprint([path])}")
        object.__setattr__(self, "_function", UserFunction(path, function, "choose"))

    def __reduce__(self) -> tuple[object, ...]:
        return FilePlayer, (self.path,)

    @property
    def name(self) -> str:
        return f"file:{self.path.name}"

    def choose(self, position: Position) -> Choice:
        from kinarow.game.grid import grid_of

        board, spec, mover = grid_of(position), position.spec, position.mover
        try:
            read = partial(_move, position=position)
            move = self._function.call(board, spec, mover, read, SECONDS_A_MOVE)
        except AnswerError as error:
            raise PlayerError(f"{self.path.name}: choose returned {error}") from None
        return Choice(move, reason=f"{self.path.name} says so")


def _move(answer: Any, position: Position) -> Cell:
    whole, spec = whole_numbers(answer), position.spec
    if spec.gravity and len(whole) == 1:
        return dropped_into(whole[0], position)
    if not spec.gravity and len(whole) == 2:
        return Cell(whole[1], spec.rows - 1 - whole[0])
    wanted = "a column counted from 0" if spec.gravity else "a row and a column"
    raise AnswerError(f"{quoted(answer)}, not {wanted}")


def existing_file(path: Path | str) -> Path:
    """The whole path of a player's file."""
    try:
        if Path(path).is_file():
            return Path(path).resolve()
    except OSError:  # a name that is too long
        pass
    raise PlayerError(f"there is no file {shortened(str(path))}")


def split_class(text: str) -> tuple[Path, str]:
    """A file and the class that is meant in it, as in `players.py:alphaBetaAI`; or no class."""
    before, colon, name = text.rpartition(":")
    return (Path(before), name) if colon and before.endswith(".py") else (Path(text), "")


def dropped_into(column: int, position: Position) -> Cell:
    """Where a stone comes to lie in a column; if it cannot be played, a cell off the board, which
    the referee refuses."""
    landing = [move for move in position.legal_moves() if move.column == column]
    return landing[0] if landing else Cell(column, position.spec.rows)


def whole_numbers(answer: Any) -> list[int]:
    """One whole number or several, as a list; an empty one if the answer is something else, or
    farther away than any board reaches. It may run the user's code."""
    try:
        # More than any move has, and no more of what may be endless.
        numbers = list(islice(answer, 3)) if isinstance(answer, Iterable) else [answer]
        whole = [int(number) for number in numbers if -_FARTHEST < number < _FARTHEST]
        return whole if whole == numbers else []
    except Exception:
        return []
