"""The moves that come into question on a large board without gravity, each with its own score.

Those that fall behind are looked at less deeply: so the leading ones come deep in the time that
there is.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator

from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator
from kinarow.game import GameSpec, Position
from kinarow.score import is_proven
from kinarow.search.analysis.each_move import MoveSearches
from kinarow.search.analysis.judged import Analysis, Candidate, best_first
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.threats.options import ThreatOptions, why_no_threats

MOST = 12
"""How many moves are looked at unless it is said otherwise."""
_TABLE_BITS = 17
_ALL_TO_DEPTH = 4
_FEWEST = 3
_MOST_CELLS_EACH = 64
"""Of a board whose moves are looked at one and all."""


def has_candidates(spec: GameSpec, evaluator: AnyEvaluator) -> bool:
    """Whether the moves are too many to look at each, and it is known which are worth a look."""
    if spec.cell_count <= _MOST_CELLS_EACH or why_no_threats(spec):
        return False
    from kinarow.search.threats.grid.deepening import judged_form

    try:
        judged_form(evaluator, spec)
    except EvaluatorError:
        return False
    return True


def look_at_candidates(
    position: Position,
    judge: AnyEvaluator,
    limits: Limits,
    most: int,
    stop: threading.Event | None,
) -> Iterator[Analysis]:
    """An analysis for each depth, as they come, of so many moves at most; none if it was stopped
    before the first was done."""
    from kinarow.search.threats.grid.deepening import ThreatEngine, prepare_threats

    prepare_threats(judge, position.spec)
    deepest, budget = deepest_of(position, limits), limits.budget(stop)
    root = ThreatEngine(position, judge, deepest, budget, ThreatOptions(width=most), table_bits=0)
    first = root.search(1)
    if first is None:
        return
    moves = root.moves_tried()
    if not moves:  # it is decided by this move
        only = Candidate(first.move, first.score, 1, first.line)
        yield Analysis(position, (only,), budget.spent)
        return

    def search_of(child: Position) -> ThreatEngine:
        side = position.mover
        return ThreatEngine(child, judge, deepest, budget, side=side, table_bits=_TABLE_BITS)

    known = MoveSearches(position, judge, moves, search_of, budget)
    asked = list(known.searches)
    for depth in range(2, max(2, deepest) + 1):  # an answer is always looked at
        is_finished = known.look(asked, depth)
        if is_finished or (len(known.scored) == len(moves) and depth > 2):
            yield known.analysis
        leading = _still_leading(known.scored.values(), depth + 1)
        asked = [one.move for one in leading if not is_proven(one.score)]
        if not (is_finished and asked) or is_proven(leading[0].score):
            return


def _still_leading(candidates: Collection[Candidate], depth: int) -> list[Candidate]:
    """Those that are looked at to this depth: half as many every other ply."""
    halvings = max(0, depth - _ALL_TO_DEPTH + 1) // 2
    most = max(_FEWEST, len(candidates) >> halvings)
    return sorted(candidates, key=best_first)[:most]
