"""The ends of best lines: positions like those that decide what a deep search thinks.

A search judges hardly any position that good players meet. It judges what follows from bad moves,
and of that it keeps what it takes to be best. So each line begins with up to two random moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from kinarow.evaluation import Evaluator
from kinarow.game import Position
from kinarow.grading.drawn_positions import quiet_moves
from kinarow.score import is_proven
from kinarow.search.limits import Limits
from kinarow.search.result import SearchResult

_MOST_RANDOM_MOVES: Final = 2
_DEPTHS: Final = (2, 6)


def ends_of_lines(
    position: Position, evaluator: Evaluator, random: Random, lines: int
) -> Iterator[Position]:
    """From so many starts near a position where a search by an evaluator's judgement ends, and
    where one of threats does, if there is one for the game; nothing where it sees the game's."""
    for _ in range(lines):
        start = _near(position, random)
        limits = Limits(depth=random.randint(*_DEPTHS))
        for result in _results(start, evaluator, limits):
            if not is_proven(result.score):
                end = start
                for move in result.line:
                    end = end.play(move)
                if not end.is_over:
                    yield end


def _near(position: Position, random: Random) -> Position:
    for _ in range(random.randint(0, _MOST_RANDOM_MOVES)):
        moves = quiet_moves(position)
        if moves:
            position = position.play(random.choice(moves))
    return position


def _results(start: Position, evaluator: Evaluator, limits: Limits) -> Iterator[SearchResult]:
    from kinarow.search.compiled_search import search
    from kinarow.search.drop_threat_search import (
        search_threats_with_gravity,
        why_no_threats_with_gravity,
    )

    yield search(start, evaluator, limits, use_table=False)
    if not why_no_threats_with_gravity(evaluator, start.spec):
        *_, last = search_threats_with_gravity(start, evaluator, limits, use_table=False)
        yield last
