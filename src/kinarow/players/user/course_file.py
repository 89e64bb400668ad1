"""A player written for the skeleton of the UC Davis Connect Four project, as it is.

    class alphaBetaAI(connect4Player):
        def play(self, env, move):            # later versions call it move_dict
            move[:] = [3]                     # or move_dict["move"] = 3

`play` is stopped when its time is up, and what it left in `move` last is played; where that cannot
be, a random column, as by the course's environment (docs/kaggle.md).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kinarow.errors import PlayerError, unknown
from kinarow.evaluation.user.evaluator import AnswerError, alone, failure_in, load_module, quoted
from kinarow.game import Position
from kinarow.game.geometry import bits_of
from kinarow.players.builtin.simple import luck
from kinarow.players.player import Choice, Player, written
from kinarow.players.user.from_file import existing_file, split_class, whole_numbers
from kinarow.players.user.used_files import fingerprint
from kinarow.work.deadline import within
from kinarow.work.prints import Prints

if TYPE_CHECKING:
    from kinarow.players.user.course_modules import Drawn, Move

Result = TypeVar("Result")

COURSE_SECONDS: Final = 3.0
GRACE: Final = 2.0
"""What stopping it may take on top, on a busy machine; code that cannot be stopped loses then."""


@dataclass(slots=True)
class CoursePlayer(Player):
    """Plays what a class with `play(env, move)` plays."""

    path: Path
    class_name: str = ""
    """Without one, it is the last class of the file that can play."""
    seconds: float = COURSE_SECONDS
    """What a move may take."""
    identity: str = field(init=False, repr=False, compare=False)
    _class: Any = field(init=False, repr=False, compare=False)
    _prints: Prints = field(init=False, repr=False, compare=False)
    _game: int = field(default=0, init=False, repr=False, compare=False)
    _player: Any = field(default=None, init=False, repr=False, compare=False)
    _line: tuple[Position, ...] = field(default=(), init=False, repr=False, compare=False)
    """The positions of this game, as far as they are known."""

    def __post_init__(self) -> None:
        self.path = existing_file(self.path)
        self.identity = f"{self.name} {fingerprint([self.path])}"
        self._class = _class_in(self.path, self.class_name)
        self._prints = Prints(self.path.name)

    def __reduce__(self) -> tuple[object, ...]:
        return CoursePlayer, (self.path, self.class_name, self.seconds)

    @property
    def name(self) -> str:
        told = "" if self.seconds == COURSE_SECONDS else f"seconds={written(self.seconds)},"
        return f"course:{told}{self.path.name}" + (f":{self.class_name}" if self.class_name else "")

    @property
    def only_gravity(self) -> bool:
        return True

    @property
    def grace(self) -> float:
        return GRACE

    def new_game(self, seed: int) -> None:
        self._game, self._player, self._line = seed, None, ()

    def choose(self, position: Position) -> Choice:
        if not position.spec.gravity:
            raise PlayerError(
                f"{self.name}: the skeleton is for games with gravity, {position.spec} has none"
            )
        from kinarow.players.user.course_modules import Drawn, Move, connect4, skeleton

        self._line = _line_to(position, self._line)
        columns = [before.move_to(after).column for before, after in pairwise(self._line)]
        legal = {move.column: move for move in position.legal_moves()}
        drawn = Drawn(luck(self.name, self._game, position).choice(list(legal)))
        move = Move([drawn])

        def play() -> None:
            with skeleton(self.path.parent), alone(self._prints):
                if self._player is None or self._player.position != position.mover:
                    self._player = _made(self._class, int(position.mover), self._game)
                env = connect4.at(self._player, position.spec, columns, self.seconds)
                self._player.play(env, move)

        reason = f"{self.name} says so"
        try:
            self._run(play)
        except TimeoutError:
            reason = "the last word when the time was up"
        try:
            column = self._run(lambda: _left_in(move, drawn))
        except TimeoutError:
            raise PlayerError(f"{self.name} left what cannot be read") from None
        if column is not drawn and column in legal:
            return Choice(legal[column], reason=reason)
        why = "no column was left" if column is drawn else f"column {column} cannot be played"
        return Choice(legal[drawn], reason=f"at random, since {why}", by_environment=True)

    def _run(self, code: Callable[[], Result]) -> Result:
        """What code of the user's gives back; `TimeoutError` if it has to be stopped."""
        try:
            return within(self.seconds, code)
        except (TimeoutError, KeyboardInterrupt):
            raise
        except AnswerError as error:
            raise PlayerError(f"{self.name} left {error}") from None
        except BaseException as error:
            raise PlayerError(failure_in(self.path, error)) from None


def _left_in(move: Move, drawn: Drawn) -> int:
    """The column that is played: the first, if several were left."""
    first: list[object] = list(move)[:1]
    if first and first[0] is drawn:
        return drawn
    whole = whole_numbers(first)
    if not whole:
        raise AnswerError(f"{quoted(list(move))}, not a column")
    return whole[0]


def course_player(text: str, seconds: float = COURSE_SECONDS) -> CoursePlayer:
    """The player of a text such as `players.py` or `players.py:alphaBetaAI`."""
    return CoursePlayer(*split_class(text), seconds)


def _class_in(path: Path, name: str) -> Any:
    from kinarow.players.user.course_modules import skeleton

    with skeleton(path.parent):
        module = load_module(path)
    found = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and callable(getattr(value, "play", None))
    }
    if not found:
        raise PlayerError(f"{path.name} has no class with a method `play(self, env, move)`")
    if name and name not in found:
        raise PlayerError(f"{path.name}: {unknown('player', name, found)}")
    return found[name or list(found)[-1]]


def _made(player_class: Any, position: int, seed: int) -> Any:
    """A player as the course makes it: with its number, and a seed if it takes one."""
    takes_seed = len(inspect.signature(player_class).parameters) > 1
    # Seeds of numpy's have 32 bits.
    player = player_class(position, seed % 2**32) if takes_seed else player_class(position)
    player.position = position  # a class that forgot its base class still knows its side
    return player


def _line_to(position: Position, known: tuple[Position, ...]) -> tuple[Position, ...]:
    """The positions from the empty board to this one: as they were played where the line so far
    leads here, else in some order in which these stones can have been played."""
    for line in (known, (Position.start(position.spec),)):
        if line and line[-1].spec == position.spec:
            way = _way(line[-1], position)
            if way is not None:
                return line + way
    raise PlayerError(f"no order of moves leads to {position.board_text('state')}")


def _way(start: Position, goal: Position) -> tuple[Position, ...] | None:
    """The positions after `start` on a way to `goal`; None if there is no way."""
    paths: list[tuple[Position, ...]] = [(start,)]
    seen = {start}
    while paths:
        path = paths.pop()
        if path[-1] == goal:
            return path[1:]
        here = path[-1]
        for bit in bits_of(here.landing_cells() & goal.stones(here.mover)):
            child = here.play_bit(bit)
            if child not in seen:
                seen.add(child)
                paths.append((*path, child))
    return None
