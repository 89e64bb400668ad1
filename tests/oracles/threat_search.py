"""The search of threats, readable: it finds what `search/threats/grid` finds at the same depth.

It tries moves in the order in which they promise most, as the compiled one does without its table,
and has the same windows: with reductions, what is looked at again depends on them.
"""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import chain

from kinarow.evaluation import Evaluator
from kinarow.evaluation.decimals import exact
from kinarow.evaluation.features.lowering import scored
from kinarow.game import Cell, Position
from kinarow.score import WON, least_proven, of_kernel
from kinarow.search.ordering import moves_in_order
from kinarow.search.result import SearchResult, searchable
from kinarow.search.threats.options import DOUBT, ThreatOptions
from tests.oracles.threat_rules import Threatened, win_by_fours

_PROVEN, _INFINITE = least_proven(WON), 2**63 - 1

Found = tuple[int, tuple[Cell, ...]]
"""A score for the side to move, and the line of play that leads to it."""


def search_threats_plainly(
    position: Position, evaluator: Evaluator, depth: int, options: ThreatOptions | None = None
) -> SearchResult:
    """Search to a depth; the score is for the side to move."""
    begun = time.perf_counter()
    judge = searchable(position, evaluator, depth).of_terms
    assert judge is not None
    search = _Search(position, judge, options or ThreatOptions())
    score, line = search.value(position, depth, -_INFINITE, _INFINITE)
    seconds = time.perf_counter() - begun
    return SearchResult(
        position, line[0], search.score(score), line, depth, search.nodes, search.cutoffs,
        only_nearby=True, seconds=seconds,
    )  # fmt: skip


class _Search:
    def __init__(self, root: Position, judge: Evaluator, options: ThreatOptions) -> None:
        self.root, self.side, self.judge, self.options = root, root.mover, judge, options
        self.scale = judge.lowered(root.spec).scale
        self.nodes = self.cutoffs = 0

    def score(self, value: int) -> int | float:
        proven = of_kernel(value, WON)
        return scored(value, self.scale) if proven is None else proven

    def value(self, here: Position, left: int, low: int, high: int) -> Found:
        """What the side to move can reach, with so many plies left."""
        self.nodes += 1
        seen, cell = Threatened.of(here), here.geometry.cell
        if not seen.empty:
            return self._opinion(here), ()
        winning, losing = seen.winning(), seen.losing()
        if winning:
            return WON - (here.plies + 1), (cell(winning[0]),)
        next_but_one = [bit for bit in seen.empty if seen.own[bit].wins_next]
        if next_but_one and not losing:
            return WON - (here.plies + 3), (cell(next_but_one[0]),)
        if len(losing) > 1:
            return here.plies + 2 - WON, (cell(losing[0]),)
        if losing:  # the only move
            then = left if self.options.free else max(left, 1) - 1
            return self._best(here, seen, (losing,), then, low, high, is_quiet=False)
        won = win_by_fours(seen, self.options.fours)
        if won:
            move, count = won
            return WON - (here.plies + 2 * count + 1), (cell(move),)
        threats = [bit for bit in seen.empty if seen.other[bit].wins_next]
        if threats:
            meeting, fours = seen.meeting(threats)
            if not meeting and not fours:
                return here.plies + 4 - WON, (cell(threats[0]),)
            if left <= 0:
                return self._best(here, seen, (meeting, fours), 0, low, high, is_quiet=False)
            moves = seen.promising(meeting + fours)
            return self._best(here, seen, (moves,), left - 1, low, high, is_quiet=False)
        if left <= 0:
            return self._outlook(here, seen), ()
        if self.options.ahead and left <= 3 and high - 1 == low and not seen.may_win_by_fours():
            at_least = self._outlook(here, seen) - left * self.options.ahead * self.scale
            if at_least >= high:
                return at_least, ()
        stages = self._quiet_stages(here, seen, left)
        return self._best(here, seen, stages, left - 1, low, high, is_quiet=True)

    def _quiet_stages(self, here: Position, seen: Threatened, left: int) -> tuple[list[int], ...]:
        """The moves that promise most, and those to try if all of these lose."""
        width, is_root = self.options.width, here == self.root
        if left <= 2 and not is_root:
            width = min(width, self.options.last)
        moves = seen.promising(moves_in_order(here))[:width]
        if not self.options.others:
            return (moves,)
        others = seen.promising([bit for bit in seen.empty if bit not in moves])
        return moves, others if is_root else others[: self.options.others]

    def _opinion(self, here: Position) -> int:
        """The evaluator's, for the side to move."""
        points = exact(self.judge.evaluate(here, self.side)) * self.scale
        assert points.denominator == 1
        return int(points if here.mover is self.side else Fraction(-points))

    def _outlook(self, here: Position, seen: Threatened) -> int:
        """The opinion, and what the search adds to it: for having the move, for empty cells."""
        more = self.options.tempo + (seen.outlook() if self.options.outlook else 0)
        return self._opinion(here) + more * self.scale

    def _best(
        self,
        here: Position,
        seen: Threatened,
        stages: tuple[list[int], ...],
        left: int,
        low: int,
        high: int,
        *,
        is_quiet: bool,
    ) -> Found:
        """The best of some moves, each with so many plies left after it; those of the second
        stage are tried only if all of the first lose."""
        best = -_INFINITE
        best_line: tuple[Cell, ...] = ()
        may_gain = None
        may_miss = is_quiet and sum(map(len, stages)) < len(seen.empty)
        if is_quiet and self.options.futile and left < 2:
            gain = self.options.futile * (left + 1) * self.scale
            may_gain = self._outlook(here, seen) + gain
        for number, bit in enumerate(chain(*stages)):
            if number == len(stages[0]):
                if best >= -_PROVEN:
                    break
                is_quiet, may_gain = False, None
            is_calm = seen.own[bit].is_calm and seen.other[bit].is_calm
            is_futile = is_calm and may_gain is not None and may_gain <= low
            if left == 0 and self.options.fours and seen.own[bit].is_mere_four:
                is_futile = may_gain is not None and low > -_PROVEN
            if is_futile and number > 0:
                best = max(best, low)
                continue
            child, cell = here.play_bit(bit), here.geometry.cell(bit)
            less = 0
            if is_quiet and is_calm and self.options.reduce and low > -_PROVEN:
                less = self._reduction(number, left + 1)
            narrow = number > 0 and high - 1 > low
            upper = low + 1 if narrow else high
            found, line = self.value(child, left - less, -upper, -low)
            if -found > low and less:
                found, line = self.value(child, left, -upper, -low)
            if narrow and low < -found < high:
                found, line = self.value(child, left, -high, -low)
            if -found > best:
                best = -found
                if best > low:
                    low, best_line = best, (cell, *line)
                if best >= high:
                    self.cutoffs += 1
                    return best, best_line
        if may_miss and best < -_PROVEN:
            best = -DOUBT * self.scale  # other moves were not tried: no proof
        return best, best_line

    def _reduction(self, number: int, left: int) -> int:
        """By how many plies less a late, quiet move is first looked at."""
        much = self.options.reduce
        if left < 3 or number < 4 - much:
            return 0
        if much == 1:
            return 2 if number >= 8 and left >= 5 else 1
        if number >= 10 and left >= 6:
            return 3
        return 2 if number >= 5 and left >= 4 else 1
