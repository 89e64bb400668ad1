"""Analysis of large boards without gravity: of hundreds of moves, those worth a look, deeply."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping

from kinarow.evaluation import AnyEvaluator
from kinarow.game import Cell, Position
from kinarow.score import Score, is_proven
from kinarow.search.limits import Limits
from kinarow.search.threat_options import why_no_threats

_MOST_CELLS_WITHOUT = 64
"""Boards of at most so many cells are looked at move by move."""
_COUNT = 8
_STEP = 2
"""Plies: after an odd and after an even number of stones scores differ by a tempo."""


def has_candidates(here: Position, evaluator: AnyEvaluator) -> bool:
    """Whether a search of threats can say which moves are worth a look."""
    is_large = here.spec.cell_count > _MOST_CELLS_WITHOUT
    is_known = not why_no_threats(here.spec) and not evaluator.why_not_compiled(here.spec)
    return is_large and is_known


def look_at_candidates(
    here: Position,
    evaluator: AnyEvaluator,
    at_sight: Mapping[Cell, Score],
    depth: int,
    seconds: float,
    stop: threading.Event,
) -> Iterator[tuple[int, dict[Cell, Score]]]:
    """What the candidates are worth for the side to move, two plies deeper each time: the moves
    that look best at first sight, and the one that a search of threats chooses."""
    from kinarow.search.threat_search import prepare_threats, search_threats

    prepare_threats(evaluator, here.spec)
    end = time.monotonic() + seconds
    liked = sorted(at_sight, key=lambda move: -at_sight[move])[:_COUNT]
    chosen = search_threats(here, evaluator, Limits(seconds=seconds / 4), stop=stop)
    moves = list(dict.fromkeys([chosen.move, *liked]))
    for plies in range(_STEP, depth + 1, _STEP):
        scores: dict[Cell, Score] = {}
        for move in moves:
            child, left = here.play(move), end - time.monotonic()
            if stop.is_set() or left <= 0:
                return
            if child.ending() is not None:
                scores[move] = at_sight[move]
                continue
            found = search_threats(child, evaluator, Limits(plies - 1, seconds=left), stop=stop)
            if found.depth < plies - 1 and not is_proven(found.score):
                return
            scores[move] = -found.score
        yield plies, scores
        if all(map(is_proven, scores.values())):
            return
