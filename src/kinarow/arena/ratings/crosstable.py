"""The table of a tournament: standings, and everyone's points against everyone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kinarow.arena.results import Encounter, table_of
from kinarow.drawing.notebook import table


def crosstable(
    meetings: Iterable[Encounter], anchors: Mapping[str, float] | None = None
) -> list[list[str]]:
    """The head of the table, and a row for each player, the strongest first; none without games."""
    meetings = list(meetings)
    rows = table_of(meetings, anchors)
    if not rows:
        return []
    against = {(m.a, m.b): (m.points, len(m.games)) for m in meetings}
    against |= {(b, a): (games - points, games) for (a, b), (points, games) in against.items()}
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    lines = [["", "player", "Elo", "±", "points", "games", *numbers]]
    for number, row in zip(numbers, rows, strict=True):
        met = [against.get((row.player, other.player)) for other in rows]
        lines.append(
            [
                number, row.player, f"{row.elo.value:+.0f}", f"{row.elo.error:.0f}",
                f"{row.points:g}", str(row.games), *(f"{m[0]:g}/{m[1]}" if m else "·" for m in met),
            ]
        )  # fmt: skip
    return lines


def crosstable_text(lines: Sequence[Sequence[str]]) -> str:
    """The table as lines of equal width."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def crosstable_html(lines: Sequence[Sequence[str]]) -> str:
    """The table as a notebook shows it."""
    return table(lines[0], lines[1:], text_columns=2)
