"""The moves that come into question on a large board without gravity, each with its own score.

Those that fall behind are looked at less deeply: so the leading ones come deep in the time that
there is.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator
from kinarow.game import Cell, GameSpec, Position
from kinarow.native.watch import Watch
from kinarow.score import is_proven
from kinarow.search.analysis.judged import Analysis, Candidate, best_first
from kinarow.search.limits import Limits
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
    from kinarow.search.engine import control_of
    from kinarow.search.general import frames_kernel as kernel
    from kinarow.search.threats.grid.deepening import prepare_threats

    prepare_threats(judge, position.spec)
    control = control_of(limits)

    def tell() -> None:
        control[kernel.STOP] = 1

    with Watch(tell, limits.seconds, stop):
        for found in _deepening(position, judge, limits, most, control):
            ordered = sorted(found, key=best_first)
            yield Analysis(position, tuple(ordered), int(control[kernel.NODES]))


def _deepening(
    position: Position, judge: AnyEvaluator, limits: Limits, most: int, control: Any
) -> Iterator[list[Candidate]]:
    from kinarow.search.threats.grid.deepening import ThreatEngine

    options = ThreatOptions(width=most)
    root = ThreatEngine(position, judge, limits, options, control, table_bits=0)
    first = root.search(1)
    if first is None:
        return
    moves = root.moves_tried()
    if not moves:  # it is decided by this move
        yield [Candidate(first.move, first.score, 1, first.line)]
        return
    found: dict[Cell, Candidate] = {}
    engines: dict[Cell, ThreatEngine] = {}
    for move in moves:
        child = position.play(move)
        if child.legal_moves():
            engines[move] = ThreatEngine(
                child, judge, limits, ThreatOptions(), control,
                table_bits=_TABLE_BITS, side=position.mover,
            )  # fmt: skip
        else:  # the last cell of the board
            found[move] = Candidate(move, judge.evaluate(child, position.mover), 1, (move,))
    if not engines:
        yield list(found.values())
        return
    asked = list(engines)
    for depth in range(2, max(2, root.deepest) + 1):  # an answer is always looked at
        for move in asked:
            answer = engines[move].search(depth - 1)
            if answer is None or answer.depth < depth - 1:
                if len(found) == len(moves) and depth > 2:
                    yield list(found.values())
                return
            found[move] = Candidate(move, -answer.score, depth, (move, *answer.line))
        yield list(found.values())
        leading = _still_leading(list(found.values()), depth + 1)
        asked = [one.move for one in leading if not is_proven(one.score)]
        if not asked or is_proven(leading[0].score):
            return


def _still_leading(candidates: list[Candidate], depth: int) -> list[Candidate]:
    """Those that are looked at to this depth: half as many every other ply."""
    halvings = max(0, depth - _ALL_TO_DEPTH + 1) // 2
    most = max(_FEWEST, len(candidates) >> halvings)
    return sorted(candidates, key=best_first)[:most]
