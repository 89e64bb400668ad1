"""Players that do not think."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from kinarow.game import GameSpec, Position
from kinarow.players.player import Choice, Player, Predictable


@dataclass(slots=True)
class RandomPlayer(Player):
    """Any legal move, each with the same chance."""

    seed: int = 0
    _game: int = field(default=0, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        return f"random:seed={self.seed}" if self.seed else "random"

    def new_game(self, seed: int) -> None:
        self._game = seed

    def choose(self, position: Position) -> Choice:
        moves = position.legal_moves()
        random = luck(f"random {self.seed}", self._game, position)
        return Choice(random.choice(moves), reason=f"one of {len(moves)} at random")


def luck(who: str, game: int, position: Position) -> Random:
    """The luck of a player in one position of one game: the same whenever it is played again."""
    return Random(f"{who}/{game}/{position.first:x}/{position.second:x}")


@dataclass(frozen=True, slots=True)
class FirstLegalPlayer(Predictable):
    """The first legal move: the leftmost column, or the first empty cell in reading order."""

    @property
    def name(self) -> str:
        return "first-legal"

    def choose(self, position: Position) -> Choice:
        return Choice(position.legal_moves()[0], reason="the first legal move")


@dataclass(frozen=True, slots=True)
class FixedOrderPlayer(Predictable):
    """The course's player of fixed order: columns 3, 2, 1, 5, 6, 0 counted from 0, then any other
    legal one; on other widths, columns from the centre outwards."""

    @property
    def name(self) -> str:
        return "fixed-order"

    def choose(self, position: Position) -> Choice:
        rank = {column: i for i, column in enumerate(column_order(position.spec))}
        move = min(position.legal_moves(), key=lambda cell: (rank[cell.column], cell.row))
        return Choice(move, reason="the first in a fixed order of columns")


_COURSE_COLUMNS = 7
_COURSE_ORDER = (3, 2, 1, 5, 6, 0)


def column_order(spec: GameSpec) -> list[int]:
    """The order in which the player of fixed order tries columns."""
    from_centre = sorted(range(spec.columns), key=lambda c: (abs(2 * c - spec.columns + 1), c))
    if spec.columns != _COURSE_COLUMNS:
        return from_centre
    return [*_COURSE_ORDER, *(c for c in from_centre if c not in _COURSE_ORDER)]
