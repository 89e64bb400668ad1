"""The order of a class, for the class to see: each student's best submission beside the evaluators
of the staff, which stay the same. Students are never played against each other.

Hidden parts of a scheme do not count here, or their marks would be known.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from secrets import token_hex
from typing import Final

from kinarow.arena.ratings.elo import Estimate
from kinarow.classroom.journal import Journal, finding_key
from kinarow.classroom.marks import Mark, harmless
from kinarow.classroom.published.page import between, page
from kinarow.classroom.scheme import Scheme
from kinarow.errors import KinarowError

_SALT: Final = finding_key("leaderboard: names of the anonymous")
_KINDS: Final = (
    "amber", "blue", "brave", "bright", "calm", "clever", "gentle", "green", "grey", "happy",
    "keen", "kind", "lucky", "mild", "noble", "orange", "patient", "proud", "quick", "quiet",
    "red", "shy", "silver", "swift", "tall", "violet", "warm", "white", "wise", "young",
)  # fmt: skip
_ANIMALS: Final = (
    "badger", "bear", "beaver", "crane", "deer", "dolphin", "eagle", "falcon", "finch", "fox",
    "frog", "gull", "hare", "hawk", "heron", "horse", "ibis", "lark", "lion", "lynx", "marten",
    "mole", "otter", "owl", "panda", "pike", "puffin", "raven", "robin", "salmon", "seal",
    "stork", "swan", "tiger", "trout", "turtle", "whale", "wolf", "wren", "zebra",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """Who stands on a leaderboard, with the best of so many submissions."""

    name: str
    points: float
    low: float
    high: float
    submissions: int = 0
    rank: int | None = None
    """None for the staff."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Everyone with a mark, and the staff, the best first."""

    rows: tuple[Row, ...]
    out_of: float
    names: Mapping[str, str]
    """What each student is called."""

    def to_csv(self) -> bytes:
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["rank", "name", "points", "low", "high", "out of", "submissions"])
        for row in self.rows:
            numbers = [f"{number:.2f}" for number in (row.points, row.low, row.high)]
            rank = "staff" if row.rank is None else row.rank
            more = [f"{self.out_of:g}", row.submissions or ""]
            writer.writerow([rank, harmless(row.name), *numbers, *more])
        return out.getvalue().encode("utf-8-sig", "backslashreplace")

    def to_html(self, title: str) -> bytes:
        head = "".join(
            f'<th scope="col"{" class=number" if is_number else ""}>{name}</th>'
            for name, is_number in (
                ("", True),
                ("name", False),
                ("points", True),
                ("best of", True),
            )
        )
        body = "".join(map(_html_row, self.rows))
        words = [
            f"points of {self.out_of:g} in the parts that everyone may see; in brackets, where "
            "they would lie with other positions and openings in 95 of 100 cases. Rows without a "
            "rank are the staff's; best of: how many submissions."
        ]
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return page(title, words, f'<div class="panel wide">{table}</div>')

    def to_json(self) -> list[dict[str, object]]:
        return [
            {
                "rank": row.rank,
                "name": row.name,
                "points": row.points,
                "interval": [row.low, row.high],
                "out_of": self.out_of,
                "submissions": row.submissions or None,
            }
            for row in self.rows
        ]


def _html_row(row: Row) -> str:
    kind = ' class="staff"' if row.rank is None else ""
    return (
        f'<tr{kind}><td class="number">{row.rank or ""}</td><td>{escape(row.name)}</td>'
        f'<td class="number"><span class="mark">{row.points:.1f}</span> '
        f"{between(Estimate(row.points, row.low, row.high))}</td>"
        f'<td class="number">{row.submissions or ""}</td></tr>'
    )


def keep_attempts(marks: Iterable[tuple[str, Mark]], scheme: Scheme, journal: Journal) -> None:
    """Remember what submissions, by their fingerprints, came to: the best of several counts."""
    for fingerprint, mark in marks:
        shown = mark.as_shown()
        if shown.interval is not None and mark.is_settled:
            value = [shown.interval.value, shown.interval.low, shown.interval.high]
            journal.keep_attempt(_key(scheme), mark.student, fingerprint, value)


def leaderboard(
    marks: Sequence[Mark],
    staff: Sequence[Mark],
    scheme: Scheme,
    journal: Journal,
    *,
    anonymous: bool,
) -> Leaderboard:
    """Everyone's best submission that the journal knows of by this scheme."""
    names = {mark.student: mark.student for mark in marks}
    if anonymous:
        names = _anonymous(list(names), journal)
    rows = list[Row]()
    for mark in marks:
        attempts = _attempts(journal, scheme, mark.student)
        if attempts:
            rows.append(Row(names[mark.student], *max(attempts), len(attempts)))
    ranked = [
        replace(row, rank=1 + sum(other.points > row.points for other in rows)) for row in rows
    ]
    for mark in staff:
        interval = mark.as_shown().interval
        if interval is not None:
            ranked.append(Row(mark.student, interval.value, interval.low, interval.high))
    ranked.sort(key=lambda row: (-row.points, row.name))
    shown = [part.points for part in scheme.parts if part.is_shown]
    return Leaderboard(tuple(ranked), sum(shown), names)


def _attempts(journal: Journal, scheme: Scheme, student: str) -> list[tuple[float, float, float]]:
    """Points and their intervals of all that a student handed in."""
    attempts = list[tuple[float, float, float]]()
    for value in journal.attempts(_key(scheme), student):
        match value:
            case [int() | float() as points, int() | float() as low, int() | float() as high]:
                attempts.append((points, low, high))
            case _:
                raise KinarowError(f"{journal.path} is damaged")
    return attempts


def _key(scheme: Scheme) -> str:
    """Of all that points depend on."""
    return finding_key(scheme.spec, scheme.parts, scheme.games, scheme.depth, scheme.seed)


def _anonymous(students: Sequence[str], journal: Journal) -> dict[str, str]:
    """Names that stay the same as long as the journal does, and that nobody can work out."""
    salt = journal.find(_SALT)
    if not isinstance(salt, str):
        salt = token_hex(16)
        journal.keep(_SALT, salt)
    names: dict[str, str] = {}
    for student in sorted(students):
        digest = sha256(f"{salt} {student}".encode("utf-8", "surrogatepass")).digest()
        number = int.from_bytes(digest)
        kind, animal = _KINDS[number % len(_KINDS)], _ANIMALS[number // 97 % len(_ANIMALS)]
        name, again = f"{kind} {animal}", 2
        while name in names.values():
            name, again = f"{kind} {animal} {again}", again + 1
        names[student] = name
    return names
