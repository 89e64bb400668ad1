"""Alpha-beta in steps: it says which boards are to be judged, and goes on when they are.

For an evaluator that is asked by a question to another process: such a question can be about the
boards of many searches at once.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Mapping
from typing import TypeVar

from kinarow.game import Cell, Position
from kinarow.score import WIN, Score
from kinarow.search.ordering import moves_in_order
from kinarow.search.plain.terminal import decided
from kinarow.search.result import SearchResult

Found = TypeVar("Found")

Steps = Generator[list[Position], None, Found]
"""Boards to be judged, time and again; in the end, what was found."""


def alphabeta_in_steps(
    position: Position, depth: int, known: Mapping[Position, Score | Exception], *, sparing: bool
) -> Steps[SearchResult]:
    """The same result as `alphabeta`. What a step asks for must be in `known` when it goes on; an
    exception there is raised if the search gets to that board.

    `sparing`, it asks for a board only when it needs it: the fewest boards, in many steps. Else it
    also asks for what it will probably need: about half as many boards again, in few steps.
    """
    side, begun = position.mover, time.perf_counter()
    nodes = cutoffs = 0

    def unknown(some: Iterable[Position]) -> list[Position]:
        return [one for one in some if one not in known and decided(one, side) is None]

    def value(
        here: Position, depth: int, low: Score, high: Score
    ) -> Steps[tuple[Score, tuple[Cell, ...]]]:
        nonlocal nodes, cutoffs
        nodes += 1
        score = decided(here, side)
        if score is not None:
            return score, ()
        moves = moves_in_order(here) if depth else []
        if not moves:
            if here not in known:
                yield [here]
            return _judged(known[here]), ()
        children = [here.play_bit(bit) for bit in moves]
        maximising = here.mover is side
        if depth == 2 and not sparing and (first := unknown(_first_replies(unknown(children)))):
            yield first
        # With nothing to compare with, no cutoff can come before the last child.
        all_from = 0 if (high == WIN if maximising else low == -WIN) else None if sparing else 1
        best: Score = -WIN if maximising else WIN
        best_line: tuple[Cell, ...] = ()
        for number, (bit, child) in enumerate(zip(moves, children, strict=True)):
            if depth == 1 and number == all_from and (rest := unknown(children[number:])):
                yield rest
            score, line = yield from value(child, depth - 1, low, high)
            if score > best if maximising else score < best:
                best, best_line = score, (here.geometry.cell(bit), *line)
            if maximising:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                cutoffs += 1
                break
        return best, best_line

    score, line = yield from value(position, depth, -WIN, WIN)
    seconds = time.perf_counter() - begun
    return SearchResult(position, line[0], score, line, depth, nodes, cutoffs, seconds=seconds)


def _first_replies(children: Iterable[Position]) -> Iterable[Position]:
    """One of the positions that each of these, which are not decided, leads to."""
    for child in children:
        if moves := moves_in_order(child):
            yield child.play_bit(moves[0])


def _judged(score: Score | Exception) -> Score:
    if isinstance(score, Exception):
        raise score
    return score
