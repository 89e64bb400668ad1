"""Games in a report: the course's twenty, and a small tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from kinarow.arena import Encounter
from kinarow.arena.results import encounters, table_of
from kinarow.game import VARIANTS
from kinarow.writeup.document import Block, DocumentTable, Heading, Paragraph, Span
from kinarow.writeup.evidence import Evidence
from kinarow.writeup.numerals import proper


def match_section(evidence: Evidence) -> Iterator[Block]:
    yield Heading("Match results")
    for reason in evidence.unplayed.values():
        yield Paragraph.of(f"Left out: {reason}.")
    if not evidence.courses:
        return
    yield Paragraph.of("As courses grade it: ten games against each of two players, five a side.")
    rows = [row for course in evidence.courses.values() for row in _meetings(course)]
    yield DocumentTable(
        ("player", "opponent", "won", "tied", "lost", "points"), tuple(rows), words=2
    )
    for course in evidence.courses.values():
        who = (Span(f"{course.a}: "),) if len(evidence.courses) > 1 else ()
        yield Paragraph((*who, Span(course.line(), "strong")))
        for how, count in _forfeits(course).items():
            yield Paragraph.of(f"Games of these twenty that ended so: {count}. {how}")
    yield from _for_comparison(evidence)
    yield from _tournament(evidence)


OF_ZERO: Final = {3: 15, 4: 19, 5: 19, 6: 19, 7: 19, 8: 19}
"""By depth: the points, of 20, of a function that returns 0 for every board of Connect Four, in the
course's games with seed 0."""


def _for_comparison(evidence: Evidence) -> Iterator[Block]:
    settings = evidence.settings
    points = OF_ZERO.get(evidence.depth)
    if points and settings.spec == VARIANTS["connect4"].spec and settings.seed == 0:
        yield Paragraph.of(
            f"For comparison: a function that returns 0 for every board earns {points} of 20 in "
            "these games, since alpha-beta sees wins and losses by itself."
        )


def _forfeits(course: Encounter) -> Counter[str]:
    return Counter(f"{game.loser}: {game.reason}" for game in course.games if game.is_forfeit)


def _meetings(course: Encounter) -> Iterator[tuple[str, ...]]:
    kinds: dict[str, list[Encounter]] = {}
    for meeting in encounters(course.games).values():
        kinds.setdefault(meeting.b.partition(":")[0], []).append(meeting)
    for name, meetings in kinds.items():
        counts = (sum(getattr(m, what) for m in meetings) for what in ("wins", "ties", "losses"))
        points = sum(m.points for m in meetings)
        yield (course.a, name, *map(str, counts), f"{points:g}")


def _tournament(evidence: Evidence) -> Iterator[Block]:
    if not evidence.games:
        return
    meetings = list(encounters(evidence.games).values())
    yield Heading("A small tournament", 2)
    openings = len({game.opening for game in evidence.games if game.opening})
    start = f"{openings} random openings" if openings else "the empty board"
    yield Paragraph.of(
        f"Everyone against everyone, {len(evidence.games)} games from {start}, each played with "
        "both sides."
    )
    rows = []
    for number, row in enumerate(table_of(meetings), 1):
        elo = proper(f"{row.elo.value:+.0f} ± {row.elo.error:.0f}")
        rows.append((str(number), row.player, elo, f"{row.points:g}", str(row.games)))
    yield DocumentTable(("rank", "player", "Elo", "points", "games"), tuple(rows), words=2)
    yield Paragraph.of(
        "Elo is relative to the mean of these players; the interval holds the true value in 95 of "
        "100 such tournaments. Games that repeat others count in the points, not in Elo."
    )
