"""How a game's pieces look and what its sides are called: the same words and pieces everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from kinarow.game import GameSpec, Side

Pieces = Literal["discs", "stones", "strokes"]

_SHORTEST_GOMOKU = 5
"""Games for lines of at least so many stones are played with stones, shorter ones by strokes."""


@dataclass(frozen=True, slots=True)
class Look:
    """Pieces, and the names of the sides, as people who play the game call them."""

    pieces: Pieces
    sides: tuple[str, str]

    def name(self, side: Side) -> str:
        """What a side is called."""
        return self.sides[side - 1]

    def title(self, side: Side) -> str:
        """The same at the beginning of a sentence."""
        name = self.name(side)
        return name[0].upper() + name[1:]

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {"pieces": self.pieces, "sides": list(self.sides)}


_DISCS: Final = Look("discs", ("red", "yellow"))
_STONES: Final = Look("stones", ("black", "white"))
_STROKES: Final = Look("strokes", ("X", "O"))


def look_of(spec: GameSpec) -> Look:
    """Discs that fall are red and yellow, gomoku's stones black and white, and on small boards
    people draw crosses and noughts.

    >>> from kinarow import GameSpec
    >>> [look_of(GameSpec.parse(game)).sides for game in ("connect4", "gomoku", "tictactoe")]
    [('red', 'yellow'), ('black', 'white'), ('X', 'O')]
    """
    if spec.gravity:
        return _DISCS
    return _STONES if spec.target >= _SHORTEST_GOMOKU else _STROKES
