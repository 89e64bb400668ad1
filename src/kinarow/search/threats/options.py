"""What a search of threats does besides alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.errors import KinarowError
from kinarow.game import GameSpec

MOST_TARGET = 7
"""For longer lines, what a stone makes on a line is not looked up in a table any more."""
DOUBT = 10**9
"""What a position is worth in which all moves that were tried lose, but others were not tried: as
good as lost, but no proof."""
_MOST_WIDTH = 1000
MOST_FOURS = 60
_MOST_POINTS = 10**6
_MOST_DOUBT = 90


@dataclass(frozen=True, slots=True)
class ThreatOptions:
    """How wide and how far forced sequences are looked at. With the same options and depth, the
    readable search and the compiled one find the same."""

    width: int = 14
    """How many moves are tried where nothing threatens, the most promising first."""
    fours: int = 12
    """How many fours one after another a win by fours alone may take; 0: it is not looked for."""
    four_nodes: int = 40
    """How many positions are looked at for such a win at a node."""
    tempo: int = 50
    """Points for the side to move where the evaluator judges: about what a good stone gains."""
    outlook: bool = True
    """Whether it counts, where the evaluator judges, what a stone would make on each empty cell,
    above all where lines cross."""
    futile: int = 120
    """On the last two plies, how many points a quiet move is believed to gain at most for each;
    fours without a three are not tried on the last one. 0: none of that is asked."""
    deeper: bool = True
    """Whether what the table knows from a deeper search counts too; without, and without
    `futile`, `reduce` and `ahead`, the table changes nothing but the time."""
    free: bool = True
    """Whether the only move that stops a line costs no depth."""
    reduce: int = 1
    """How much less deeply late moves are looked at, and again if they seem better than others: 0
    is not at all, 1 or 2 plies at most with 1, 3 with 2."""
    others: int = 12
    """How many more moves are tried where all these lose, any number of the position's own."""
    ahead: int = 100
    """On the last three plies, by how many points for each a side must be ahead so that it is
    believed to stay so; 0: that is not asked."""
    last: int = 8
    """How many of these moves are tried on the last two plies."""
    proofs: bool = True
    """With gravity: whether it counts that a side holds the draw, or wins in the end, by answering
    on top of the other side's stones."""
    probcut: int | None = None
    """With gravity: by how many points a search of 4 plies less, or near the leaves the evaluator,
    must be beyond what is asked so that a deeper search is believed to be, too (ProbCut); 0: never.
    It depends on what a point is: None is 60 with learned tables and 0 with others."""
    doubt: int = 50
    """With gravity, and limited by nodes or seconds: how many percent of these are kept to prove
    that the best move wins, or does not lose, and to look for another one if it is not so."""

    def __post_init__(self) -> None:
        for name in ("width", "last"):
            if not 1 <= getattr(self, name) <= _MOST_WIDTH:
                raise KinarowError(
                    f"{name} must be 1 to {_MOST_WIDTH} moves, not {getattr(self, name)}"
                )
        if not 0 <= self.others <= _MOST_WIDTH:
            raise KinarowError(f"others must be 0 to {_MOST_WIDTH} moves, not {self.others}")
        if not 0 <= self.fours <= MOST_FOURS:
            raise KinarowError(f"fours must be 0 to {MOST_FOURS}, not {self.fours}")
        if not 1 <= self.four_nodes <= _MOST_POINTS:
            raise KinarowError(f"four_nodes must be 1 to {_MOST_POINTS}, not {self.four_nodes}")
        if not 0 <= self.doubt <= _MOST_DOUBT:
            raise KinarowError(f"doubt must be 0 to {_MOST_DOUBT} percent, not {self.doubt}")
        if self.reduce not in (0, 1, 2):
            raise KinarowError(f"reduce must be 0, 1 or 2, not {self.reduce}")
        for name in ("tempo", "futile", "ahead", "probcut"):
            if not 0 <= (getattr(self, name) or 0) <= _MOST_POINTS:
                raise KinarowError(f"{name} must be 0 to {_MOST_POINTS} points")


def why_no_threats(spec: GameSpec) -> str:
    """Why threats cannot be searched in a game; empty where they can."""
    if spec.gravity:
        return "stones fall"
    if spec.exact:
        return "a line may be too long to win"
    if spec.target > MOST_TARGET:
        return f"lines have more than {MOST_TARGET} stones"
    return ""


def refuse_no_threats(spec: GameSpec) -> None:
    """Say so where threats cannot be searched."""
    why_not = why_no_threats(spec)
    if why_not:
        raise KinarowError(f"threats are not searched in {spec}: {why_not}")
