"""What an evaluator is, whatever it is made of: the protocol that searches, reports and the lab
go by.

A new kind of evaluator is one class in one file: an `AnyEvaluator` with a `name` and `evaluate`.
It can be explained, searched plainly, graded and reported at once; what else it can do, it says by
overriding the rest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinarow.errors import EvaluatorError
from kinarow.game import Cell, GameSpec, Position, Side, Symmetry
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.compiled.form import CompiledForm
    from kinarow.evaluation.evaluator import Evaluator
    from kinarow.evaluation.explanation.changes import MoveChanges
    from kinarow.evaluation.explanation.explain import Explanation
    from kinarow.evaluation.user.evaluator import UserEvaluator


class AnyEvaluator(ABC):
    """Says what a position is worth for a side.

    >>> from kinarow import AnyEvaluator, find_evaluator
    >>> isinstance(find_evaluator("open-lines"), AnyEvaluator)
    True
    """

    __slots__ = ()

    name: str

    @abstractmethod
    def evaluate(self, position: Position, side: Side) -> Score:
        """What the position is worth for a side, whoever is to move."""

    def unclipped(self, position: Position, side: Side) -> Score:
        """The number that its code gives, which `evaluate` limits to what an opinion may say."""
        return self.evaluate(position, side)

    # ── what it is ───────────────────────────────────────────────────────────────────────────

    @property
    def source(self) -> str:
        """Where the idea comes from."""
        return ""

    @property
    def motivation(self) -> str:
        """Why it should work, in its author's words."""
        return ""

    @property
    def text(self) -> str:
        """What names it wherever an evaluator is named by text."""
        return self.name

    @property
    def in_file(self) -> UserEvaluator | None:
        """Itself, if it is a function in a user's file: then it plays in a process of its own."""
        return None

    @property
    def file(self) -> Path | None:
        """The user's file that it runs, if it runs one."""
        return self.in_file.path if self.in_file else None

    @property
    def version(self) -> str:
        """Tells one state of its code from another; nothing where its definition says it all."""
        return ""

    @property
    def listing(self) -> str:
        """Its source, where it is Python, for a report."""
        return ""

    @property
    def of_terms(self) -> Evaluator | None:
        """Itself, if it is a sum of terms: then it has a formula, weights and a JSON form."""
        return None

    # ── explaining ───────────────────────────────────────────────────────────────────────────

    def explain(self, position: Position, side: Side) -> Explanation:
        """How its score comes about; by default there is nothing to tell but the score."""
        from kinarow.evaluation.explanation.explain import explain_whole

        return explain_whole(self, position, side)

    def explain_move(self, position: Position, move: Cell, side: Side) -> MoveChanges | None:
        """What a legal move changes in the score; None if that cannot be told."""
        del position, move, side
        return None

    # ── searching ────────────────────────────────────────────────────────────────────────────

    def why_not_compiled(self, spec: GameSpec) -> str:
        """Why the compiled search cannot use it on a board; nothing if it can."""
        del spec
        return "it is an object of Python's"

    def get_ready(self, spec: GameSpec) -> None:
        """Do what is done once for a board; by default nothing."""
        del spec

    def stage_of(self, stones: int, cells: int) -> int:
        """Which of its tables hold with so many stones on a board of so many cells."""
        del stones, cells
        return 0

    def tables(self, spec: GameSpec, stage: int) -> CompiledForm | None:
        """Tables that the compiled search keeps up to date with each stone, if it has such."""
        del spec, stage
        return None

    def board_function(self, spec: GameSpec) -> Any | None:
        """Else a compiled function of (board, me, opponent) that it calls for each leaf."""
        del spec
        return None

    def symmetries(self, spec: GameSpec) -> tuple[Symmetry, ...]:
        """The symmetries of a board that leave its scores as they are."""
        del spec
        return (Symmetry.IDENTITY,)


def made_of_terms(evaluator: AnyEvaluator, why: str) -> Evaluator:
    """The evaluator, if it is a sum of terms; else an error that says why it must be one."""
    if evaluator.of_terms is None:
        raise EvaluatorError(f"{evaluator.name} is not made of terms: {why}")
    return evaluator.of_terms
