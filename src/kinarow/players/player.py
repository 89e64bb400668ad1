"""Who chooses a move. A side is a colour; a player is the one who plays it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kinarow.errors import EvaluatorError, PlayerError
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation import AnyEvaluator
    from kinarow.players.swap2 import Swap2Answer


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and what its player can say about it.

    >>> from kinarow import Choice, Position
    >>> print(Choice(Position.start().parse_move("4"), reason="the centre"))
    d1: the centre
    """

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

    def __str__(self) -> str:
        return f"{self.move}: {self.reason}" if self.reason else str(self.move)


class Player(ABC):
    """Whoever can choose a move. A player of your own needs nothing but `choose`; all else has a
    default.

    >>> from kinarow import Choice, Player, Position
    >>> class Leftmost(Player):
    ...     def choose(self, position):
    ...         return Choice(position.legal_moves()[0])
    >>> Leftmost().name, Leftmost().choose(Position.start()).move.name
    ('Leftmost', 'a1')

    A player keeps nothing between moves but what `new_game` gave it, so that a game can be played
    again from its seed, on any machine.
    """

    __slots__ = ()

    @abstractmethod
    def choose(self, position: Position) -> Choice:
        """A legal move in a position that is not over."""

    @property
    def name(self) -> str:
        """What results call it: by default the name of its class. Of a player by text it is that
        text, which gives an equal player unless it names a file."""
        return type(self).__name__

    @property
    def deterministic(self) -> bool:
        """Whether the same position always gets the same move. Two players of that kind play from
        openings, since they would otherwise repeat one game. By default nobody can know."""
        return False

    @property
    def identity(self) -> str:
        """What makes it the same player as the one of an earlier run, whose stored games then count
        for this one: by default its name together with all the code and settings that it is made
        of (`players/identity.py`)."""
        from kinarow.players.identity import identity_of

        return identity_of(self)

    @property
    def evaluator(self) -> AnyEvaluator | None:
        """What it judges positions by, if it has an evaluator: grading compares that with exact
        values, too."""
        return None

    @property
    def only_gravity(self) -> bool:
        """Whether it plays nothing but games with gravity."""
        return False

    def why_not(self, spec: GameSpec) -> str:
        """Why it cannot play a game at all; empty if it can."""
        if self.only_gravity and not spec.gravity:
            return "it plays only games with gravity"
        if self.evaluator is not None and self.evaluator.of_terms is not None:
            try:
                self.evaluator.evaluate(Position.start(spec), Side.FIRST)
            except EvaluatorError as error:
                return str(error)
        return ""

    @property
    def grace(self) -> float:
        """The seconds that a move may take on top of its limit: for a player that is stopped when
        its time is up, instead of losing by it."""
        return 0.0

    def is_late(self, spent: float, limit: float) -> bool:
        """Whether a move that took so many seconds took too long."""
        return spent > limit + self.grace

    def new_game(self, seed: int) -> None:  # noqa: B027
        """Get ready for another game, whose luck depends on the seed alone."""

    def get_ready(self, spec: GameSpec) -> None:  # noqa: B027
        """Do what has to be done before the first move, while no clock runs: load, compile."""

    def swap2(self, position: Position, seed: int) -> Swap2Answer:
        """Its turn in an opening by swap2, with 0, 3 or 5 stones on the board: by default what a
        search with its evaluator, or else with `open-lines`, finds (`players/swap2.py`)."""
        from kinarow.players.swap2 import answer_by_search

        return answer_by_search(position, self.evaluator, seed)


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


class Predictable(Player):
    """What players share that always answer the same position with the same move."""

    __slots__ = ()

    @property
    def deterministic(self) -> bool:
        return True
