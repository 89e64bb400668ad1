"""Openings that the players make themselves, by a rule that leaves neither side better off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kinarow.game import Cell, Position, Side
from kinarow.players import Player
from kinarow.players.player import ForfeitError
from kinarow.players.swap2 import Swap2Answer, after_answer, refuse_other_games

__all__ = ["GIVEN", "OPENING_RULES", "MadeOpening", "make_opening", "refuse_other_games"]

SWAP2: Final = "swap2"
OPENING_RULES: Final = (SWAP2,)


@dataclass(frozen=True, slots=True)
class MadeOpening:
    """What came out of an opening rule."""

    stones: tuple[Cell, ...] = ()
    choices: str = ""
    """What was chosen: `white` or `black`, the colour that the second player took; or `more`, two
    more stones, and the colour that the first player took, as in `more black`."""
    move: Cell | None = None
    """The first move after the opening, if whoever took white has said it already."""

    @property
    def are_swapped(self) -> bool:
        """Whether the player who placed the first stones plays the second side."""
        return self.choices in ("black", "more white")


GIVEN: Final = MadeOpening()
"""For games whose opening was not made by the players."""


class OpeningFaultError(ForfeitError):
    """A player broke the rule, or broke, while the opening was made."""

    def __init__(self, side: Side, cause: Exception) -> None:
        super().__init__(str(cause))
        self.side, self.cause = side, cause


def make_opening(start: Position, players: Mapping[Side, Player], seed: int) -> MadeOpening:
    """Have the players of a game, named by the sides that they begin with, open it by swap2."""
    position = start
    said: list[str] = []
    stones: tuple[Cell, ...] = ()
    for side in (Side.FIRST, Side.SECOND, Side.FIRST):
        try:
            answer = players[side].swap2(position, seed)
            if not isinstance(answer, Swap2Answer):
                raise ForfeitError("swap2 was not answered by a Swap2Answer")
            position = after_answer(position, answer)
            stones += answer.stones
        except Exception as error:  # whatever a player does wrong costs it this game, no more
            raise OpeningFaultError(side, error) from error
        if said or side is Side.SECOND:
            said.append(answer.words)
        if answer.takes:
            break
    return MadeOpening(stones, " ".join(said), answer.move)
