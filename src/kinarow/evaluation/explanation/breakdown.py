"""How an explanation arranges what a term counts: in the order and the words of its document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from kinarow.evaluation.decimals import as_score
from kinarow.evaluation.features.features import Feature
from kinarow.game import Cell, Direction, GameSpec, Position, Side
from kinarow.game.geometry import geometry
from kinarow.score import plain

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part

LINE_NAMES: Final = {
    Direction.ROW: "rows",
    Direction.COLUMN: "columns",
    Direction.FALLING: "falling diagonals",
    Direction.RISING: "rising diagonals",
}

CellsAndWeight = tuple[tuple[Cell, ...], Fraction]


@dataclass(slots=True)
class Arranged:
    """What one step of an explanation counts, before weights by phase."""

    title: str
    counted: list[CellsAndWeight] = field(default_factory=list)
    note: str = ""
    """The step's arithmetic, as the document writes it."""

    @property
    def points(self) -> Fraction:
        return sum((points for _, points in self.counted), Fraction(0))


def counted(part: Part, position: Position, side: Side) -> list[tuple[Feature, Fraction]]:
    """The features that count something, and what."""
    own, opponent = position.stones(side), position.stones(side.other)
    points = ((feature, feature.points(own, opponent, side)) for feature in part.features)
    return [(f, Fraction(int(p), part.denominator)) for f, p in points if p]


def by_group(
    titles: Mapping[str, str], found: Iterable[tuple[Feature, Fraction]]
) -> list[Arranged]:
    """A step for each group of features, under its title."""
    steps = {group: Arranged(title) for group, title in titles.items()}
    for feature, points in found:
        steps[feature.group].counted.append((feature.cells, points))
    return list(steps.values())


def line_names(spec: GameSpec) -> dict[str, str]:
    """The directions of a board as groups and their titles."""
    directions = geometry(spec).steps if spec.target > 1 else list(geometry(spec).steps)[:1]
    return {LINE_NAMES[direction]: LINE_NAMES[direction] for direction in directions}


def lines_in_words(spec: GameSpec) -> str:
    """How many lines of k cells a board has, in all and by direction."""
    windows = Counter(window.direction for window in geometry(spec).windows)
    across, up = windows[Direction.ROW], windows[Direction.COLUMN]
    slanted = windows[Direction.FALLING] + windows[Direction.RISING]
    return (
        f"{across + up + slanted} lines of {spec.target} on {spec.columns}×{spec.rows} = "
        f"{across} horizontal + {up} vertical + {slanted} diagonal"
    )


LINES_OF_ANY_BOARD: Final = (
    "on m columns and r rows, both at least k > 1: (m − k + 1)·r horizontal + m·(r − k + 1) "
    "vertical + 2·(m − k + 1)·(r − k + 1) diagonal"
)


def number(value: Fraction | int) -> str:
    """A number as it is written in a note."""
    return plain(as_score(Fraction(value))).replace("-", "−")


def subscript(index: int) -> str:
    return str(index).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
