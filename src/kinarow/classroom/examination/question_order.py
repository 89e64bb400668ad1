"""In which order a submission is asked about positions.

Whoever runs out of time has been asked about the first of them alone, so these must be like all:
of each set as large a part, and of judged positions as many of each phase, half of them such that a
search without an evaluator is right.

Each submission has an order of its own. In one for all, whoever is asked only about the first few
could be told by one submission what to put into the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from kinarow.classroom.scheme import PositionSet
from kinarow.game import Position
from kinarow.grading.judged_positions import Stratum
from kinarow.grading.labels import Labels

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class AskedPosition:
    """A position of a scheme, with the exact values of its moves."""

    position: Position
    labels: Labels
    stratum: Stratum | None
    """What kind of position it is, where judgement decides."""
    drawn_by: PositionSet


def in_mixed_order(
    sets: Mapping[PositionSet, Sequence[AskedPosition]], submission: str = ""
) -> list[AskedPosition]:
    """All positions, for the same submission always in the same order; without one, in that by
    which a part of fewer positions has the first."""
    return _evenly([_mixed(drawn_by, some, submission) for drawn_by, some in sets.items()])


def _mixed(
    drawn_by: PositionSet, some: Sequence[AskedPosition], submission: str
) -> list[AskedPosition]:
    kinds: dict[tuple[int, bool] | None, list[AskedPosition]] = {}
    for asked in some:
        stratum = asked.stratum
        kind = None if stratum is None else (stratum.phase, stratum.blind_is_right)
        kinds.setdefault(kind, []).append(asked)
    random = Random(f"order of questions {drawn_by.seed} {submission}".rstrip())
    for alike in kinds.values():
        random.shuffle(alike)
    return _evenly(list(kinds.values()))


def _evenly(lists: Iterable[Sequence[Thing]]) -> list[Thing]:
    """Several lists as one, of whose every beginning each gives an equal share of itself."""
    placed = [
        ((place + 0.5) / len(things), number, place, thing)
        for number, things in enumerate(lists)
        for place, thing in enumerate(things)
    ]
    return [thing for *_, thing in sorted(placed, key=lambda found: found[:3])]
