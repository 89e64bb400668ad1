"""How large the scores of an evaluator usually are in a game."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from kinarow.evaluation import AnyEvaluator
from kinarow.game import GameSpec, Position, Side
from kinarow.score import is_proven
from kinarow.search.ordering import moves_near_stones

_CELLS = 800
"""How many positions are looked at on large boards, times their cells."""


@lru_cache(maxsize=64)
def usual_size(evaluator: AnyEvaluator, spec: GameSpec) -> float:
    """How large an evaluator's scores usually are in a game: in the middle of those of some
    positions, always the same ones, so that bars of one evaluator have one scale."""
    sizes = []
    for here in _usual_positions(spec, 24 if evaluator.of_terms else 6):
        score = evaluator.evaluate(here, Side.FIRST)
        if score and not is_proven(score):
            sizes.append(abs(float(score)))
    return sorted(sizes)[len(sizes) // 2] if sizes else 1.0


@lru_cache(maxsize=16)
def _usual_positions(spec: GameSpec, count: int) -> tuple[Position, ...]:
    """Positions of games played at random, without gravity near the stones that are there."""
    random, found = Random(1), []
    for number in range(max(4, min(count, _CELLS // spec.cell_count))):
        here = Position.start(spec)
        for _ in range(4 + 3 * number % 20):
            near = [] if spec.gravity else moves_near_stones(here)
            child = here.play(random.choice(near or here.legal_moves()))
            if child.ending() is not None:
                break
            here = child
        found.append(here)
    return tuple(found)
