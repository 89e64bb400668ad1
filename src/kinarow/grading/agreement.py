"""How far an evaluator agrees with perfect play, told in a moment.

It is asked for its favourite in solved positions. Those of Connect Four are shipped.

The positions are such that neither side can complete a line with the next stone, and that some
moves keep the result and others do not. The favourite is the move after which the evaluator likes
the board best, without looking ahead; of several that it likes alike, each counts its share.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain
from random import Random
from typing import Final

from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator
from kinarow.game import VARIANTS, Cell, GameSpec, Position
from kinarow.game.threats import is_quiet
from kinarow.grading.drawn_positions import reached
from kinarow.grading.judged_positions import quick_phases
from kinarow.grading.labels import is_solved, right_moves
from kinarow.search.analysis.each_move import scores_at_once

USUAL_COUNT: Final = 200
SHIPPED: Final = VARIANTS["connect4"].spec
"""The game whose usual positions are shipped."""
_MOST_VAIN = 300
"""So many games in a row that bring nothing new mean that the game has no more to give."""


@dataclass(frozen=True, slots=True)
class DecidedPosition:
    """A position in which some moves keep the result."""

    position: Position
    right: frozenset[Cell]


def decided_positions(
    spec: GameSpec, count: int = USUAL_COUNT, seed: int = 0, stop: threading.Event | None = None
) -> Iterator[DecidedPosition]:
    """Up to `count` positions, as they are found; fewer in small games."""
    check_solved(spec)
    if (spec, count, seed) == (SHIPPED, USUAL_COUNT, 0):
        return shipped_positions()
    return drawn_and_solved(spec, count, seed, stop)


def check_solved(spec: GameSpec) -> None:
    """Refuse a game whose positions take long to solve."""
    if not is_solved(spec):
        raise KinarowError(f"perfect play is not known on {spec}: the board is too large")


def shipped_positions() -> Iterator[DecidedPosition]:
    """Those of Connect Four, which `drawn_and_solved` draws too, in some seconds."""
    file = files("kinarow") / "data" / "agreement-7x6-4.json"
    for state, moves in json.loads(file.read_text(encoding="utf-8")):
        position = Position.parse(state)
        yield DecidedPosition(position, frozenset(map(position.parse_move, moves)))


def drawn_and_solved(
    spec: GameSpec, count: int, seed: int, stop: threading.Event | None = None
) -> Iterator[DecidedPosition]:
    """The same, each drawn by seed and solved now."""
    random, seen, vain = Random(f"agreement/{seed}"), set[Position](), 0
    stones = list(chain.from_iterable(quick_phases(spec)))
    while count and stones and vain < _MOST_VAIN and not (stop and stop.is_set()):
        vain += 1
        position = reached(spec, random.choice(stones), random, searching=bool(vain % 3))
        if position is None or position.canonical() in seen or not is_quiet(position):
            continue
        seen.add(position.canonical())
        right = right_moves(position)
        if right is None or len(right) == len(position.legal_moves()):
            continue
        count, vain = count - 1, 0
        yield DecidedPosition(position, frozenset(right))


def agreement(evaluator: AnyEvaluator, positions: Sequence[DecidedPosition]) -> float:
    """In what share of the positions the evaluator's favourite keeps the result."""
    if not positions:
        raise KinarowError("there are no positions to compare an evaluator with perfect play")
    return sum(_hit(evaluator, known) for known in positions) / len(positions)


def _hit(evaluator: AnyEvaluator, known: DecidedPosition) -> float:
    scores = scores_at_once(evaluator, known.position)
    best = max(scores.values())
    favourites = [move for move, score in scores.items() if score == best]
    return sum(move in known.right for move in favourites) / len(favourites)
