"""Iterative deepening around the kernel that searches threats with gravity.

This module imports numba: import it only where it is needed.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator
from ctypes import addressof
from functools import lru_cache

import numpy as np

from kinarow.bitboards.desk import desk_for
from kinarow.bitboards.desk_kernel import CHUNKS, index
from kinarow.evaluation import AnyEvaluator, Evaluating, Evaluator
from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.evaluation.terms import POINTS_A_UNIT, Tables
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.native.intrinsics import address_of
from kinarow.native.types import Words
from kinarow.score import CERTAIN, Score, win_at
from kinarow.search.constants_kernel import STOP
from kinarow.search.drop import desk_kernel as desk
from kinarow.search.drop.constants import Constants, constants_of_pair, fits_desk
from kinarow.search.drop.engine import DropDesk
from kinarow.search.engine import SearchCounts, SearchEngine
from kinarow.search.general.arrays import images_of
from kinarow.search.limits import Limits, deepest_of
from kinarow.search.ordering import moves_in_order
from kinarow.search.result import SearchResult, searchable
from kinarow.search.threats.drop import desk_kernel as at
from kinarow.search.threats.drop.doubt import doubted
from kinarow.search.threats.drop.kernel import (
    BOUNDLESS,
    DRAW,
    STOPPED_THREATS,
    TO_THE_END,
    cells_that_complete,
    lay_out_pairs,
    visit_threats,
)
from kinarow.search.threats.options import ThreatOptions
from kinarow.work.budget import Budget

_WORD_BYTES, _LANES = 8, 8
_TABLE_BITS = 20
_PROBCUT_OF_TABLES = POINTS_A_UNIT * 3 // 5
MOST_LEAVES = 1000


def why_no_threats_with_gravity(evaluator: AnyEvaluator, spec: GameSpec) -> str:
    """Why threats cannot be searched with this evaluator; empty where they can."""
    if not fits_desk(spec):
        return "the board is too large"
    if evaluator.board_function(spec) is not None or _constants(evaluator, spec, 0) is None:
        return f"{evaluator.name} is no sum of tables of small numbers"
    return ""


@lru_cache(maxsize=64)
def prepare_threats_with_gravity(evaluator: AnyEvaluator, spec: GameSpec) -> None:
    """Do what is done once for an evaluator on a board, so that no clock runs meanwhile."""
    _load_kernel()
    for stones in range(0, spec.cell_count, 2):
        for side in Side:
            _constants(evaluator, spec, stones, side)


@lru_cache(maxsize=1)
def _load_kernel() -> None:
    """Compiled, or loaded, when it is first called."""
    from kinarow.evaluation import OPEN_LINES

    DropThreatEngine(Position.start("connect4"), OPEN_LINES, 1, Budget()).search(1)


def _constants(
    evaluator: AnyEvaluator, spec: GameSpec, stones: int, side: Side = Side.FIRST
) -> Constants | None:
    """What a search goes by whose leaves have about so many stones."""
    forms = _forms(evaluator, spec, stones)
    return forms and constants_of_pair(*forms, side, images_of(evaluator, spec))


def _forms(
    evaluator: AnyEvaluator, spec: GameSpec, stones: int
) -> tuple[CompiledForm, CompiledForm] | None:
    """The evaluator's tables after about so many stones: an even number, and an odd one."""
    last = min(stones, spec.cell_count - 1)
    even, odd = (
        evaluator.tables(spec, evaluator.stage_of(count, spec.cell_count))
        for count in (last & ~1, (last - 1) | 1)
    )
    return None if even is None or odd is None else (even, odd)


def search_threats_with_gravity(
    position: Position,
    evaluator: Evaluating,
    limits: Limits,
    options: ThreatOptions | None = None,
    *,
    use_table: bool = True,
    stop: threading.Event | None = None,
) -> Iterator[SearchResult]:
    """A result for each depth, as they come; at least one, however tight the limits are. The last
    one may be of a depth that was not finished."""
    judge = searchable(position, evaluator, 1)
    prepare_threats_with_gravity(judge, position.spec)
    options, budget = options or ThreatOptions(), limits.budget(stop)
    part, deepest = budget, deepest_of(position, limits)
    if limits.depth is None and options.doubt:
        part = budget.share(1 - options.doubt / 100)
    engine = DropThreatEngine(position, judge, deepest, part, options, use_table=use_table)
    for found in engine.results():
        yield found
    if part is not budget and not engine.is_exact:
        yield from doubted(engine, found, budget)


class DropThreatEngine(SearchEngine):
    """One search on words."""

    won = CERTAIN

    def __init__(
        self,
        position: Position,
        evaluator: AnyEvaluator,
        deepest: int,
        budget: Budget,
        options: ThreatOptions | None = None,
        *,
        use_table: bool = True,
        table: Words | None = None,
    ) -> None:
        super().__init__(position, evaluator, deepest, budget)
        self.options = options = options or ThreatOptions()
        spec = position.spec
        self.rules = desk_for(spec, 1)
        chunks = self.rules[index(CHUNKS)]
        table_bits = _TABLE_BITS if use_table else 0
        self.table = np.zeros(2 << table_bits, dtype=np.uint64) if table is None else table
        words = {
            desk.TABLE: int(address_of(self.table)),
            desk.TABLE_BITS: table_bits,
            desk.STOP: int(address_of(self.control)) + STOP * _WORD_BYTES,
            desk.ROOT_STONES: position.plies,
            at.RULES: addressof(self.rules),
            at.FREE: int(options.free),
            at.REDUCE: int(options.reduce > 0),
            at.DEEPER: int(options.deeper),
            at.PROOFS: int(options.proofs),
            at.PROBCUT: _probcut(evaluator, options),
        }
        plies, lane_words = spec.cell_count - position.plies + 2, 2 * chunks * _LANES
        self.desk = DropDesk(position, plies, words, at.THREAT_DESK_WORDS, lane_words)
        self.desk.set(at.LANES, (self.desk.frame_words - lane_words) * _WORD_BYTES)

    def counted(self) -> SearchCounts:
        return self.desk.counted()

    def limit_nodes(self, nodes: int) -> None:
        self.desk.set(desk.NODE_LIMIT, nodes)

    def run(self, depth: int) -> tuple[int, tuple[Cell, ...]] | None:
        """The score and the best line; None if the search was stopped before it knew a move that
        is better than those before it."""
        position, won = self.position, self._winning_move()
        if won:
            self.is_exact = True
            return CERTAIN - (position.plies + 1), (won,)
        self._judge_at(depth)
        found = self._visit(depth, -BOUNDLESS, BOUNDLESS)
        self.is_stopped, line = found == STOPPED_THREATS, self.desk.best_line()
        if not self.is_stopped:
            score, proven = divmod(found, DRAW + 1)
            self.is_exact = proven == DRAW
        elif line:
            score = int(self.desk.words[desk.index(at.SO_FAR)].view(np.int64))
        else:
            return None
        return score, line

    def _visit(self, plies: int, low: int, high: int) -> int:
        position, there = self.position, desk.index(desk.ROOT_SUM)
        lay_out_pairs(np.uint64(position.first), np.uint64(position.second), self.desk.address)
        pair, key, mirrored = self.desk.words[there : there + 3]
        found: int = visit_threats(
            0, np.uint64(position.stones(position.mover)),
            np.uint64(position.first | position.second),
            np.uint64(self._completing(position.mover.other)), pair, key, mirrored,
            plies, low, high, self.desk.address,
        )  # fmt: skip
        return found

    def bound(self, score: int) -> Score | None:
        """By looking to the end, whether the position is worth more than a score to the side to
        move: if so, what it is worth at least, and else, at most; None if the search was stopped.
        """
        if self._winning_move():
            return win_at(self.position.plies + 1)
        self._judge_at(1)
        found = self.within_budget(lambda: self._visit(TO_THE_END, score, score + 1))
        return None if found == STOPPED_THREATS else self.score_of(found // (DRAW + 1))

    def looking_to_the_end(
        self, position: Position, evaluator: AnyEvaluator, budget: Budget
    ) -> DropThreatEngine:
        """A search of another position that shares this one's table."""
        return DropThreatEngine(
            position, evaluator, self.deepest, budget, self.options, table=self.table
        )

    def best_but_for(
        self, left_out: Collection[Cell], deepest: int, budget: Budget
    ) -> SearchResult | None:
        """A search of the moves that are not left out; None if there are none, or only such as lose
        at once."""
        others = [move for move in self.position.legal_moves() if move not in left_out]
        if not others:
            return None
        self.budget = budget
        self.desk.set(at.LEFT_OUT, sum(map(self.position.geometry.bit, left_out)))
        found = list(self.deepen(deepest)) or [self.without_search(left_out)]
        return found[-1] if found[-1].move in others else None

    def keep_leaves(self, one_in: int, seed: int) -> None:
        """From now on keep leaves that decide what nodes are worth, of one node in so many, up to
        `MOST_LEAVES` of them, those of the last nodes."""
        self.leaves = np.zeros((MOST_LEAVES, 2), dtype=np.uint64)
        words = {
            at.LEAVES: int(address_of(self.leaves)),
            at.LEAF_ROOM: MOST_LEAVES,
            at.LEAF_SHARE: one_in,
            at.LEAF_CHANCE: 2 * seed + 1,
        }
        for offset, value in words.items():
            self.desk.set(offset, value)

    def kept_leaves(self) -> Words:
        """[leaf, side]: the stones on each of them."""
        kept = self.leaves[: int(self.desk.words[desk.index(at.LEAF_COUNT)])]
        own, occupied = kept.T
        first = np.where(np.bitwise_count(occupied) % 2 == 0, own, occupied ^ own)
        return np.stack([first, occupied ^ first], axis=1)

    def _completing(self, side: Side) -> int:
        """The empty cells that complete a line of a side, whether or not stones can land there."""
        stones, others = (np.uint64(self.position.stones(s)) for s in (side, side.other))
        return int(cells_that_complete(stones, others, np.uint64(addressof(self.rules))))

    def _winning_move(self) -> Cell | None:
        """The first move in order that wins at once."""
        on, wins = self.position.geometry, self._completing(self.position.mover)
        moves = (bit for bit in moves_in_order(self.position) if bit & wins)
        return next(map(on.cell, moves), None)

    def _judge_at(self, depth: int) -> None:
        """Weights depend on the stage of the game; that of the depth holds for all leaves."""
        spec, stones = self.position.spec, self.position.plies + depth
        forms = _forms(self.evaluator, spec, stones)
        known = _constants(self.evaluator, spec, stones, self.side)
        assert forms
        assert known
        if self.form is not forms[0]:
            self.form = forms[0]
            self.desk.judge_by(known)


def _probcut(evaluator: AnyEvaluator, options: ThreatOptions) -> int:
    if options.probcut is not None:
        return options.probcut
    is_learned = isinstance(evaluator, Evaluator) and all(
        isinstance(term, Tables) for term in evaluator.terms
    )
    return _PROBCUT_OF_TABLES if is_learned else 0
