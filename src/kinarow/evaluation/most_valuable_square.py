"""The fifth system, an agent: it values the squares that could be played, and no boards."""

from __future__ import annotations

from typing import Final, NoReturn

from kinarow.errors import EvaluatorError
from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.explanation.explain import Explanation
from kinarow.evaluation.written.notations import NOTATIONS, Format
from kinarow.game import Position, Side

NO_SCORE: Final = (
    "is a player that values squares, not boards: ask `kinarow explain --eval square-value` for "
    "its choice, or let it play as `--player square-value`"
)


class MostValuableSquare(AnyEvaluator):
    """What is said of `square-value` wherever evaluators are listed, explained and reported; a
    board it gives no score. `square_value.py` computes."""

    name = "square-value"
    source = "A course report on an agent for N×N tic-tac-toe with target M"
    motivation = (
        "A square is as valuable as the largest number of stones that either side has near it on "
        "one line: it is where a row of M would be completed or spoiled. Of two squares with the "
        "same value, the one that has it on more lines takes part in more possible wins."
    )

    def evaluate(self, position: Position, side: Side) -> NoReturn:
        del position, side
        raise EvaluatorError(f"{self.name} {NO_SCORE}")

    def explain(self, position: Position, side: Side) -> Explanation:
        """All squares that could be played, and the one that is."""
        from kinarow.evaluation.square_value import explain_best_square  # which imports numpy

        return explain_best_square(position, side)

    def formula(self, style: Format = "text") -> str:
        """The value of a square c."""
        n = NOTATIONS[style]
        axes = ("v", "h", "d-p", "d-n")
        names = [n.subscript("S", n.words(f"{axis}-{who}")) for who in "ao" for axis in axes]
        value = n.cases(
            [
                (n.infinity, n.words("if a stone on c completes a line of ours")),
                (f"{n.words('max')}({', '.join(names)})", n.words("otherwise")),
            ]
        )
        ours, theirs = (n.subscript("S", n.words(f"x-{who}")) for who in "ao")
        counted = "stones on axis x of c, at most k cells away"
        return n.equations(
            [
                (f"{n.words('value')}(c)", value),
                (ours, n.words(f"number of our {counted}")),
                (theirs, n.words(f"number of the opponent's {counted}")),
            ]
        )
