"""What a search of threats does besides alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from kinarow.errors import KinarowError
from kinarow.game import GameSpec

MOST_TARGET = 7
"""For longer lines, what a stone makes on a line is not looked up in a table any more."""
DOUBT = 10**9
"""What a position is worth in which all moves that were tried lose, but others were not tried: as
good as lost, but no proof."""
_MOST_WIDTH = 1000
MOST_FOURS = 60


def _option(
    default: int | None, meaning: str, least: int = 0, most: int = 10**6, unit: str = ""
) -> Any:
    """A setting, what it means in a few words, and between which numbers it lies."""
    return field(default=default, metadata={"meaning": meaning, "range": (least, most, unit)})


@dataclass(frozen=True, slots=True)
class ThreatOptions:
    """How wide and how far forced sequences are looked at; a player's text names each of these.
    With the same options and depth, the readable search and the compiled one find the same."""

    width: int = _option(14, "how many moves it tries at a node", 1, _MOST_WIDTH, " moves")
    """How many moves are tried where nothing threatens, the most promising first."""
    fours: int = _option(12, "the longest win by fours it looks for", 0, MOST_FOURS)
    """How many fours one after another a win by fours alone may take; 0: it is not looked for."""
    four_nodes: int = _option(40, "how many positions for that", 1)
    """How many positions are looked at for such a win at a node."""
    tempo: int = _option(50, "points for having the move", unit=" points")
    """Points for the side to move where the evaluator judges: about what a good stone gains."""
    outlook: bool = _option(True, "empty cells count at leaves: yes or no")
    """Whether it counts, where the evaluator judges, what a stone would make on each empty cell,
    above all where lines cross."""
    futile: int = _option(120, "what a quiet last move may gain", unit=" points")
    """On the last two plies, how many points a quiet move is believed to gain at most for each;
    fours without a three are not tried on the last one. 0: none of that is asked."""
    deeper: bool = _option(True, "deeper results count too: yes or no")
    """Whether what the table knows from a deeper search counts too; without, and without
    `futile`, `reduce` and `ahead`, the table changes nothing but the time."""
    free: bool = _option(True, "stopping a line costs no depth: yes or no")
    """Whether the only move that stops a line costs no depth."""
    reduce: int = _option(1, "late moves less deeply: 0, 1 or 2", 0, 2)
    """How much less deeply late moves are looked at, and again if they seem better than others: 0
    is not at all, 1 or 2 plies at most with 1, 3 with 2."""
    others: int = _option(12, "how many more where all these lose", 0, _MOST_WIDTH, " moves")
    """How many more moves are tried where all these lose, any number of the position's own."""
    ahead: int = _option(100, "a lead that the last plies keep", unit=" points")
    """On the last three plies, by how many points for each a side must be ahead so that it is
    believed to stay so; 0: that is not asked."""
    last: int = _option(8, "how many moves on the last two plies", 1, _MOST_WIDTH, " moves")
    """How many of these moves are tried on the last two plies."""
    proofs: bool = _option(True, "draws held by answering on top: yes or no")
    """With gravity: whether it counts that a side holds the draw, or wins in the end, by answering
    on top of the other side's stones."""
    probcut: int | None = _option(None, "points that spare a deeper search", unit=" points")
    """With gravity: by how many points a search of 4 plies less, or near the leaves the evaluator,
    must be beyond what is asked so that a deeper search is believed to be, too (ProbCut); 0: never.
    It depends on what a point is: None is 60 with learned tables and 0 with others."""
    doubt: int = _option(50, "percent of a limit kept for proving moves", 0, 90, " percent")
    """With gravity, and limited by nodes or seconds: how many percent of these are kept to prove
    that the best move wins, or does not lose, and to look for another one if it is not so."""

    def __post_init__(self) -> None:
        for option in fields(self):
            least, most, unit = option.metadata["range"]
            value = getattr(self, option.name)
            if value is not None and not least <= value <= most:
                raise KinarowError(f"{option.name} must be {least} to {most}{unit}, not {value}")


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
