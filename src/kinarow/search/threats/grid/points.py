"""What a stone may make on a line, and how many points that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations
from typing import Final

POINTS: Final = (0, 6, 5, 30, 40, 250, 2000)
"""How promising it is what a stone makes on one line, by `Made`."""


class Made(IntEnum):
    """What a stone makes on one line, named as for lines of five."""

    NOTHING = 0
    TWO = 1
    """The next stone makes a three."""
    CLOSED_THREE = 2
    """The next stone makes a four."""
    THREE = 3
    """The next stone makes an open four."""
    FOUR = 4
    """One cell completes a line."""
    OPEN_FOUR = 5
    """Two cells do."""
    FIVE = 6
    """A line."""


LINE_POINTS: Final = {
    Made.TWO: (3, 3),
    Made.CLOSED_THREE: (9, 8),
    Made.THREE: (22, 8),
    Made.FOUR: (31, 23),
}
"""What it is worth that a stone would make this on a line through an empty cell: to the side to
move, to the other. Fitted to the results of own games, as are those below."""
PAIR_POINTS: Final = {
    (Made.TWO, Made.TWO): (6, 0),
    (Made.CLOSED_THREE, Made.TWO): (7, 0),
    (Made.CLOSED_THREE, Made.CLOSED_THREE): (1, 5),
    (Made.THREE, Made.TWO): (37, 10),
    (Made.THREE, Made.CLOSED_THREE): (4, 2),
    (Made.THREE, Made.THREE): (260, 46),
    (Made.FOUR, Made.TWO): (32, 23),
    (Made.FOUR, Made.CLOSED_THREE): (34, 48),
    (Made.FOUR, Made.THREE): (278, 156),
}
"""What it is worth besides that two lines cross there."""


def decides(lines: Sequence[Made]) -> bool:
    """Whether a stone completes one of the lines through its cell, or makes two ways to."""
    return max(lines, default=Made.NOTHING) >= Made.OPEN_FOUR or lines.count(Made.FOUR) >= 2


def outlook_at(lines: Sequence[Made]) -> tuple[int, int]:
    """What an empty cell is worth to a side, if it is to move and if it is not: by what its stone
    would make on each line, and on each two lines that cross there."""
    if decides(lines):
        return 0, 0  # leaves have no such cells
    pairs = combinations(sorted(lines, reverse=True), 2)
    found = [LINE_POINTS.get(line, (0, 0)) for line in lines]
    found += [PAIR_POINTS.get(pair, (0, 0)) for pair in pairs]
    return sum(points for points, _ in found), sum(points for _, points in found)
