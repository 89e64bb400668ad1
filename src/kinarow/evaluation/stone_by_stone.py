"""Explaining a function that cannot be looked into: what each stone adds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kinarow.evaluation.explain import Contribution, Explanation, Step
from kinarow.evaluation.numbers import as_score, exact
from kinarow.game import Position, Side
from kinarow.game.grid import grid_of

if TYPE_CHECKING:
    from kinarow.evaluation.user import UserEvaluator


def explain_stone_by_stone(evaluator: UserEvaluator, position: Position, side: Side) -> Explanation:
    """The change of the score when each stone is taken away, and what is left over."""
    board, spec = grid_of(position), position.spec
    score = exact(evaluator.value(board, spec, side))
    total = Fraction(0)
    contributions = []
    for cell in position.geometry.cells_in(position.first | position.second):
        without = board.copy()
        without[spec.rows - 1 - cell.row, cell.column] = 0
        points = score - exact(evaluator.value(without, spec, side))
        total += points
        if points:
            held = position.holds([cell])
            contributions.append(
                Contribution("stone", (cell,), held, as_score(points), as_score(total))
            )
    rest = as_score(score - total)
    stones = Step("each stone, taken away alone", tuple(contributions), as_score(total))
    together = Step(
        "stones together, and the empty board",
        (Contribution("rest", (), "", rest, as_score(score)),) if rest else (),
        rest,
        "what the single stones do not account for",
    )
    return Explanation(evaluator.name, position, side, as_score(score), (stones, together))
