"""Claims of reasons compared with exact values, position by numbered position.

    python -m tests.reasons.checked_claims                       # what the record says so far
    python -m tests.reasons.checked_claims connect4 --more 5000  # so many more, kept in the record

A position depends on its family and its number alone, so the whole is done in parts: each block of
100 is a line in the record, and the next run goes on where the last one ended.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from textwrap import wrap
from typing import Any

from kinarow.game import GameSpec, Position
from kinarow.players import AlphaBetaPlayer
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.reason import Reason, playable_wins
from tests.reasons.judged_claims import NotSolvedError, false_in
from tests.solver.oracle import late_position

FAMILIES = {
    "connect4": ("drop:7x6:4",),
    "sizes": (
        "drop:4x4:3", "drop:5x4:3", "drop:6x3:3", "drop:5x5:3", "drop:3x7:3", "drop:4x5:4",
        "drop:4x6:4", "drop:4x7:4", "drop:5x4:4", "drop:5x5:4", "drop:5x6:4", "drop:6x4:4",
        "drop:6x5:4", "drop:6x6:4", "drop:7x4:4", "drop:7x5:4", "drop:8x4:4", "drop:8x5:4",
        "drop:9x4:4", "drop:6x6:5",
    ),
    "flat": (
        "place:3x3:3", "place:4x3:3", "place:5x3:3", "place:4x4:3", "place:4x4:4", "place:5x4:4",
        "place:6x4:4", "place:5x5:4", "place:7x3:3", "place:4x4:3:exact",
    ),
}  # fmt: skip
"""Connect Four, twenty other boards with gravity, and boards without."""
WANTED = {"connect4": 50_000, "sizes": 50_000, "flat": 20_000}
BLOCK = 100
_MARK = 10
_MOST_EMPTY = 28


def numbered_position(family: str, number: int) -> Position:
    """A third each from random play, from play that takes and stops what the next stone decides,
    and from games of a search that is careless at times; not over."""
    seed = random.Random(f"claims/{family}/{number}")
    while True:
        spec = _spec(seed.choice(FAMILIES[family]))
        empty = seed.randint(2, min(spec.cell_count - 1, _MOST_EMPTY))
        draw = (late_position, _urgent_play, _searched_play)[number % 3]
        position = draw(seed, spec, empty)
        if position is not None and not position.is_over:
            return position


_spec = cache(GameSpec.parse)


def _urgent_play(seed: random.Random, spec: GameSpec, empty: int) -> Position | None:
    position = Position.start(spec)
    while spec.cell_count - position.plies > empty:
        moves, mover = position.legal_moves(), position.mover
        if not moves:
            return None
        urgent = playable_wins(position, mover) or playable_wins(position, mover.other)
        bit = urgent & -urgent if urgent else position.geometry.bit(seed.choice(moves))
        position = position.play_bit(bit)
    return position


def _searched_play(seed: random.Random, spec: GameSpec, empty: int) -> Position | None:
    position, player = Position.start(spec), AlphaBetaPlayer(depth=3)
    while spec.cell_count - position.plies > empty:
        moves = position.legal_moves()
        if not moves:
            return None
        careless = position.plies < 3 or seed.random() < 0.15
        position = position.play(seed.choice(moves) if careless else player.choose(position).move)
    return position


def claims(position: Position, *, hold_too: bool) -> list[Reason]:
    """What is said of a position. A plan to hold that is wrong could hide behind a win that is
    found first: so it is asked for besides, if it is wanted."""
    finder = Finder()
    decisive = finder.decisive(position)
    found = [decisive] if decisive else list(finder.holding(position))
    if decisive and hold_too and (held := Finder().follower_holds(position)):
        found.append(held)
    return found


@dataclass
class Checked:
    """What came of some positions."""

    made: Counter[str] = field(default_factory=Counter)
    """Claims by kind."""
    false: list[str] = field(default_factory=list)
    not_solved: list[str] = field(default_factory=list)
    """Claims that the engine could not judge."""
    marks: list[str] = field(default_factory=list)
    """A short mark of each position, so that those that came up twice are known."""

    def look(self, family: str, number: int) -> None:
        position = numbered_position(family, number)
        self.marks.append(sha256(repr(position).encode()).hexdigest()[:_MARK])
        for reason in claims(position, hold_too=number % 5 == 0):
            self.made[reason.kind] += 1
            try:
                wrong = false_in(reason)
            except NotSolvedError:
                self.not_solved.append(f"{family} {number}")
            else:
                if wrong:
                    self.false.append(f"{family} {number}: {position!r}: {reason}: {wrong}")


def checked(family: str, numbers: range) -> Checked:
    """The claims of some positions, judged."""
    found = Checked()
    for number in numbers:
        found.look(family, number)
    return found


# ── in parts ─────────────────────────────────────────────────────────────────────────────────────


def _recorded(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.open()] if record.exists() else []


def _next_number(record: Path, family: str, least: int) -> int:
    done = (block["first"] for block in _recorded(record) if block["family"] == family)
    return max((first + BLOCK for first in done), default=least)


def _do_more(record: Path, family: str, more: int, least: int) -> None:
    for _ in range(-(-more // BLOCK)):
        first = _next_number(record, family, least)
        found = checked(family, range(first, first + BLOCK))
        block = {"family": family, "first": first, **vars(found), "marks": "".join(found.marks)}
        with record.open("a") as file:
            file.write(json.dumps(block) + "\n")
        said = f"{found.made.total()} claims, {len(found.false)} false"
        print(f"{family} {first + BLOCK}: {said}", flush=True)


def _tell(record: Path) -> bool:
    """What there is so far; whether none is false."""
    false: list[str] = []
    for family, wanted in WANTED.items():
        made, marks, not_solved = Counter[str](), set[str](), 0
        for block in _recorded(record):
            if block["family"] == family:
                made.update(block["made"])
                false += block["false"]
                not_solved += len(block["not_solved"])
                marks.update(wrap(block["marks"], _MARK))
        kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(made.items()))
        print(f"{family}: {len(marks)} different positions of {wanted}, {made.total()} claims")
        print(f"  {kinds}; not solved: {not_solved}")
    print(f"{len(false)} false", *false, sep="\n")
    return not false


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("family", nargs="?", choices=list(FAMILIES))
    parser.add_argument("--more", type=int, default=1_000, help="positions to look at")
    parser.add_argument("--record", type=Path, default=Path("checked-claims.jsonl"))
    parser.add_argument("--from", dest="least", type=int, default=0, metavar="NUMBER",
                        help="where a new record begins")  # fmt: skip
    given = parser.parse_args()
    if given.family:
        _do_more(given.record, given.family, given.more, given.least)
    raise SystemExit(0 if _tell(given.record) else 1)


if __name__ == "__main__":
    main()
