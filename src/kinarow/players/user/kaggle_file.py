"""An agent for Kaggle's ConnectX as a player, as it is.

    def agent(observation, configuration):
        return 3                              # a column from 0

The last callable of the file is the agent. What it is given, how long it may take and what it may
return is what `kaggle_environments` says: docs/kaggle.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from kinarow.errors import PlayerError
from kinarow.evaluation.user.evaluator import (
    AnswerError,
    alone,
    failure_in,
    line_of,
    load_module,
    quoted,
)
from kinarow.game import GameSpec, Position
from kinarow.players.player import Choice, Player, written
from kinarow.players.user.from_file import dropped_into, existing_file, whole_numbers
from kinarow.players.user.used_files import fingerprint
from kinarow.work.deadline import within
from kinarow.work.prints import Prints

KAGGLE_SECONDS: Final = 2.0
SECONDS_A_GAME: Final = 60.0
"""On top of what moves may take; who has used them up has lost."""


FOLDER_AT_KAGGLE: Final = "/kaggle_simulations/agent"
"""Where an agent's files are."""


class Struct(dict[str, Any]):
    """Named values, as `values.board` and as `values["board"]`."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


@dataclass(slots=True)
class KagglePlayer(Player):
    """Plays what an agent for ConnectX plays."""

    path: Path
    seconds: float | None = None
    """What a move may take; None: as at Kaggle, with a reserve for the whole game."""
    identity: str = field(init=False, repr=False, compare=False)
    _agent: Callable[..., Any] = field(init=False, repr=False, compare=False)
    _reserve: float = field(init=False, repr=False, compare=False)
    _prints: Prints = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.path = existing_file(self.path)
        self.identity = f"{self.name} {fingerprint([self.path])}"
        self._prints = Prints(self.path.name)
        self.new_game(0)

    def __reduce__(self) -> tuple[object, ...]:
        return KagglePlayer, (self.path, self.seconds)

    @property
    def name(self) -> str:
        told = "" if self.seconds is None else f"seconds={written(self.seconds)},"
        return f"kaggle:{told}{self.path.name}"

    @property
    def only_gravity(self) -> bool:
        return True

    def new_game(self, seed: int) -> None:
        """The file is run again: an agent may keep things in its globals, but for one game."""
        found = [value for value in vars(load_module(self.path)).values() if callable(value)]
        if not found:
            raise PlayerError(
                f"{self.path.name} has no function `agent(observation, configuration)`"
            )
        self._agent = found[-1]
        self._reserve = SECONDS_A_GAME if self.seconds is None else 0.0

    def choose(self, position: Position) -> Choice:
        if not position.spec.gravity:
            raise PlayerError(
                f"{self.name}: ConnectX is played with gravity, {position.spec} is not"
            )
        limit = KAGGLE_SECONDS if self.seconds is None else self.seconds
        configuration = configuration_of(position.spec, limit)
        arguments = [observation_of(position, self._reserve), configuration]
        code = getattr(self._agent, "__code__", None)
        if code is not None:
            arguments = arguments[: code.co_argcount]

        def call() -> int:
            with alone(self._prints):
                return _column(self._agent(*arguments))

        begun = time.perf_counter()
        try:
            column = within(limit + self._reserve, call)
        except TimeoutError as error:
            raise self._out_of_time(limit, line_of(error, self.path)) from None
        except AnswerError as error:
            raise PlayerError(f"{self.path.name}: the agent returned {error}") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise PlayerError(failure_in(self.path, error)) from None
        self._reserve -= max(0.0, time.perf_counter() - begun - limit)
        if self._reserve < 0:
            raise self._out_of_time(limit)
        return Choice(dropped_into(column, position), reason=f"{self.name} says so")

    def _out_of_time(self, limit: float, line: int | None = None) -> PlayerError:
        reserve = "" if self.seconds is not None else f" and the {SECONDS_A_GAME:g} s of the game"
        where = f", in line {line}" if line else ""
        return PlayerError(
            f"{self.name} is out of time: {limit:g} s a move{reserve} are used up{where}"
        )


def _column(answer: Any) -> int:
    if isinstance(answer, bool) or not isinstance(answer, int):
        raise AnswerError(
            f"{quoted(answer)} ({type(answer).__name__}), and ConnectX takes nothing but an int"
        )
    whole = whole_numbers(answer)
    if not whole:
        raise AnswerError(f"{quoted(answer)}, which is not a column")
    return whole[0]


def observation_of(position: Position, reserve: float) -> Struct:
    """What an agent sees of a position."""
    return Struct(
        board=[value for row in position.rows() for value in row],
        mark=int(position.mover),
        step=position.plies,
        remainingOverageTime=reserve,
    )


def configuration_of(spec: GameSpec, seconds: float) -> Struct:
    """What an agent knows of the game."""
    return Struct(
        columns=spec.columns,
        rows=spec.rows,
        inarow=spec.target,
        episodeSteps=1000,
        actTimeout=seconds,
        timeout=seconds,
        agentTimeout=SECONDS_A_GAME,
        runTimeout=1200,
    )
