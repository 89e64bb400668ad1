"""Who chooses a move. A side is a colour; a player is the one who plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from kinarow.errors import PlayerError
from kinarow.game import Cell, GameSpec, Position
from kinarow.score import Score


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and what its player can say about it."""

    move: Cell
    score: Score | None = None
    """What the move is worth for the side that plays it, if the player judges at all."""
    reason: str = ""
    line: tuple[Cell, ...] = ()
    """How the player expects the game to go on, the move first."""
    depth: int = 0
    nodes: int = 0
    by_environment: bool = False
    """Whether the environment that the player was written for chose the move for it."""


MOST_NODES: Final = 10**15
"""What a player may say of one move: those of the longest game are still fit to be kept."""


class Player(Protocol):
    """Anything that can choose a move on any board.

    A player keeps nothing between moves but what `new_game` gave it, so that a game can be played
    again from its seed, on any machine.
    """

    @property
    def name(self) -> str:
        """Its text form; if it names no file, parsing it gives an equal player."""
        ...

    @property
    def deterministic(self) -> bool:
        """Whether the same position always gets the same move."""
        ...

    def new_game(self, seed: int) -> None:
        """Get ready for another game, whose luck depends on the seed alone."""
        ...

    def choose(self, position: Position) -> Choice:
        """A legal move in a position that is not over."""
        ...


@runtime_checkable
class GetsReady(Protocol):
    """A player that has something to do before a game begins, while no clock runs."""

    def get_ready(self, spec: GameSpec) -> None: ...


def get_ready(player: Player, spec: GameSpec) -> None:
    """Let a player do what it has to do before its clock runs, if it has anything to do."""
    if isinstance(player, GetsReady):
        player.get_ready(spec)


class ForfeitError(PlayerError):
    """A player broke something that costs it the game."""


OUT_OF_TIME: Final = "out of time"


class LateError(ForfeitError):
    """A player took longer than it may."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"{OUT_OF_TIME}: more than {seconds:g} s")

    def __reduce__(self) -> tuple[type[LateError], tuple[float]]:
        return type(self), (self.seconds,)


def written(number: float) -> str:
    """A number as the text of a player has it, without an exponent."""
    return f"{number:.9f}".rstrip("0").rstrip(".")


class Predictable:
    """What players share that always answer the same position with the same move."""

    __slots__ = ()

    @property
    def deterministic(self) -> bool:
        return True

    def new_game(self, seed: int) -> None:
        """Nothing depends on luck, so there is nothing to do."""
