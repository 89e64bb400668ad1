"""What a search of threats does besides alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.errors import KinarowError
from kinarow.game import GameSpec

MOST_TARGET = 7
"""For longer lines, what a stone makes on a line is not looked up in a table any more."""
_MOST_WIDTH = 1000
_MOST_FOURS = 60
_MOST_TEMPO = 10**6


@dataclass(frozen=True, slots=True)
class ThreatOptions:
    """How wide and how far forced sequences are looked at. With the same options and depth, the
    readable search and the compiled one find the same."""

    width: int = 22
    """How many moves are tried where nothing threatens, the most promising first."""
    fours: int = 12
    """How many fours one after another a win by fours alone may take; 0: it is not looked for."""
    tempo: int = 50
    """Points for the side to move where the evaluator judges: about what a good stone gains."""
    reduce: bool = True
    """Whether late moves are looked at less deeply, and again if they seem better than others."""

    def __post_init__(self) -> None:
        if not 1 <= self.width <= _MOST_WIDTH:
            raise KinarowError(f"width must be 1 to {_MOST_WIDTH} moves, not {self.width}")
        if not 0 <= self.fours <= _MOST_FOURS:
            raise KinarowError(f"fours must be 0 to {_MOST_FOURS}, not {self.fours}")
        if not 0 <= self.tempo <= _MOST_TEMPO:
            raise KinarowError(f"tempo must be 0 to {_MOST_TEMPO} points, not {self.tempo}")


def why_no_threats(spec: GameSpec) -> str:
    """Why threats cannot be searched in a game; empty where they can."""
    if spec.gravity:
        return "stones fall"
    if spec.target > MOST_TARGET:
        return f"lines have more than {MOST_TARGET} stones"
    return ""
