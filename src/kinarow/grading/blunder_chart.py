"""Grades as charts."""

from __future__ import annotations

from kinarow.drawing.chart import Bar, Chart
from kinarow.grading.grades import Grade

_BARS = 7
_LEGEND = (
    "bars: the share that was found; lines: where the true share lies, in 95 of 100 such samples"
)


def blunder_chart(grade: Grade) -> Chart:
    """The share of moves that throw the result away, by number of stones."""
    bars = []
    for least, most, moves in grade.by_stones(_BARS):
        rate = grade.blunder_rate(moves)
        numbers = (100 * value for value in (rate.value, rate.low, rate.high))
        bars.append(Bar(f"{least}–{most}" if most > least else f"{least}", *numbers))
    return Chart("Moves that throw the result away", tuple(bars), "stones on the board", _LEGEND)
