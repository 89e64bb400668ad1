"""Explaining a function that cannot be looked into: what each stone adds."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Final

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import as_score, exact
from kinarow.evaluation.explanation.explain import Contribution, Explanation, Step
from kinarow.evaluation.explanation.remarks import Remark, clipped, in_band, not_repeatable
from kinarow.game import Position, Side
from kinarow.game.grid import grid_of
from kinarow.score import Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kinarow.evaluation.user.evaluator import UserEvaluator

_ROUNDING: Final = Fraction(1, 10**12)
"""Differences of floats are taken for 0 if they are smaller, as a share of the largest score."""

_SECONDS_TO_ASK_AGAIN: Final = 5.0
"""How long boards are asked for a second time: a slow function is asked about some of them."""


def explain_stone_by_stone(evaluator: UserEvaluator, position: Position, side: Side) -> Explanation:
    """The change of the score when each stone is removed, and what is left over."""
    board, spec = grid_of(position), position.spec
    cells = tuple(position.geometry.cells_in(position.first | position.second))
    boards = [board]
    for cell in cells:
        boards.append(board.copy())
        boards[-1][spec.rows - 1 - cell.row, cell.column] = 0
    returned = [evaluator.returned(b, spec, side) for b in boards]
    on_empty: Score = 0
    with suppress(EvaluatorError):  # it need not know what to say of a board without stones
        on_empty = evaluator.value(board * 0, spec, side)
    scores = [in_band(number) for number in returned]
    least = _least(scores)
    score, total = exact(scores[0]), Fraction(0)
    contributions = []
    for cell, without in zip(cells, scores[1:], strict=True):
        points = score - exact(without)
        if abs(points) <= least:
            continue
        total += points
        held = position.holds([cell])
        contributions.append(
            Contribution("stone", (cell,), held, as_score(points), as_score(total))
        )
    steps = [Step("effect of removing each stone", tuple(contributions), as_score(total))]
    if on_empty:
        total += exact(on_empty)
        steps.append(_single("the empty board", "empty", as_score(exact(on_empty)), total))
    rest = score - total
    if rest and abs(rest) <= least * len(boards):
        steps.append(Step("the rest: stones working together", (), 0, "0 within rounding"))
    else:
        steps.append(_single("the rest: stones working together", "rest", as_score(rest), score))
    remarks = (
        *_clipped(evaluator.name, returned),
        *_asked_again(evaluator, position, side, boards, returned),
    )
    return Explanation(evaluator.name, position, side, scores[0], tuple(steps), remarks=remarks)


def _least(scores: Sequence[Score]) -> Fraction:
    """Below it a difference of scores is rounding; whole numbers have none."""
    if all(isinstance(score, int) for score in scores):
        return Fraction(0)
    return _ROUNDING * max(abs(exact(score)) for score in scores)


def _single(title: str, name: str, points: Score, total: Fraction) -> Step:
    only = (Contribution(name, (), "", points, as_score(total)),) if points else ()
    return Step(title, only, points)


def _clipped(name: str, returned: Sequence[Score]) -> Iterator[Remark]:
    """Said of the score itself; else of the first board without a stone for which it holds."""
    for number, where in zip(returned, chain([""], repeat(" with a stone removed")), strict=False):
        if in_band(number) != number:
            yield clipped(name, number, where)
            return


def _asked_again(
    evaluator: UserEvaluator,
    position: Position,
    side: Side,
    boards: Sequence[NDArray[Any]],
    returned: Sequence[Score],
) -> Iterator[Remark]:
    """Ask about all boards once more, in the opposite order."""
    end = time.monotonic() + _SECONDS_TO_ASK_AGAIN
    for board, first in zip(reversed(boards), reversed(returned), strict=True):
        then = evaluator.returned(board, position.spec, side)
        if then != first:
            yield not_repeatable(evaluator.name, first, then)
            return
        if time.monotonic() > end:
            return
