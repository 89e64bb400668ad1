"""What terms lower to: features, the one meaning that scores, explanations and tables come from.

A feature looks at a few cells and says what they are worth for one side. It sees a board as two
sets of bits, own and opposing, and never asks whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kinarow.game import Cell
from kinarow.score import Score


class Feature(Protocol):
    """Some ordered cells and what they are worth by what they hold."""

    @property
    def cells(self) -> tuple[Cell, ...]: ...

    def points(self, own: int, opponent: int) -> Score:
        """The worth of the cells for the side that owns the stones `own`."""
        ...


@dataclass(frozen=True, slots=True)
class LineFeature:
    """Cells that count by the number of stones in them, if only one colour holds any."""

    cells: tuple[Cell, ...]
    mask: int
    own_points: tuple[Score, ...]
    opponent_points: tuple[Score, ...]

    def points(self, own: int, opponent: int) -> Score:
        mine, theirs = own & self.mask, opponent & self.mask
        if mine:
            return 0 if theirs else self.own_points[mine.bit_count()]
        return self.opponent_points[theirs.bit_count()]
