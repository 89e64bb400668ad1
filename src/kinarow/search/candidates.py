"""The moves that come into question in a game without gravity, each with its own score.

A search finds the best move and of the others only that they are not better. Here each one is
searched on its own, and those that fall behind are looked at less deeply: so the leading ones come
deep in the time that there is.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kinarow.evaluation import AnyEvaluator, Evaluating
from kinarow.game import Cell, Position
from kinarow.native.watch import Watch
from kinarow.score import Score, in_words, is_proven
from kinarow.search.limits import Limits
from kinarow.search.result import searchable
from kinarow.search.threat_options import ThreatOptions, refuse_no_threats

MOST = 12
"""How many moves are looked at unless it is said otherwise."""
_TABLE_BITS = 17
_ALL_TO_DEPTH = 4
_FEWEST = 3
_TOLD = 4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move with its score for the side that makes it."""

    move: Cell
    score: Score
    depth: int
    """How many plies were looked at, the move included."""
    line: tuple[Cell, ...]
    """What is expected, from the move on."""

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {
            "cell": self.move.name,
            "score": self.score,
            "depth": self.depth,
            "line": [cell.name for cell in self.line],
        }


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """What is known of the moves that come into question: proven wins first, then those that were
    looked at most deeply, of these the best first; proven losses last."""

    position: Position
    candidates: tuple[Candidate, ...]
    nodes: int

    @property
    def depth(self) -> int:
        """How deeply the leading moves were looked at."""
        return max(candidate.depth for candidate in self.candidates)

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {
            "depth": self.depth,
            "nodes": self.nodes,
            "candidates": [candidate.to_json() for candidate in self.candidates],
        }

    def __repr__(self) -> str:
        told = (f"{one.move} {in_words(one.score)}" for one in self.candidates[:_TOLD])
        return f"<Analysis: {self.position.mover.mark}, {self.depth} plies: {', '.join(told)}>"


def analyse_deepening(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    *,
    most: int = MOST,
    stop: threading.Event | None = None,
) -> Iterator[Analysis]:
    """An analysis for each depth, as they come, of so many moves at most; none if it was stopped
    before the first was done."""
    refuse_no_threats(position.spec)
    judge = searchable(position, evaluator, 1)
    from kinarow.search import kernel
    from kinarow.search.search_engine import control_of
    from kinarow.search.threat_search import prepare_threats

    prepare_threats(judge, position.spec)
    control = control_of(limits)

    def tell() -> None:
        control[kernel.STOP] = 1

    with Watch(tell, limits.seconds, stop):
        for found in _deepening(position, judge, limits, most, control):
            ordered = sorted(found, key=_best_first)
            yield Analysis(position, tuple(ordered), int(control[kernel.NODES]))


def _deepening(
    position: Position, judge: AnyEvaluator, limits: Limits, most: int, control: Any
) -> Iterator[list[Candidate]]:
    from kinarow.search.threat_search import ThreatEngine

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


def _best_first(one: Candidate) -> tuple[float, float, float]:
    proven = (one.score > 0) - (one.score < 0) if is_proven(one.score) else 0
    return -proven, -one.depth, -one.score


def _still_leading(candidates: list[Candidate], depth: int) -> list[Candidate]:
    """Those that are looked at to this depth: half as many every other ply."""
    halvings = max(0, depth - _ALL_TO_DEPTH + 1) // 2
    most = max(_FEWEST, len(candidates) >> halvings)
    return sorted(candidates, key=_best_first)[:most]
