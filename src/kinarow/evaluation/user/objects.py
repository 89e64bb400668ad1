"""Evaluators that are objects of a user's program: anything with `evaluate(position, side)`."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import dataclass
from typing import Any

from kinarow.errors import EvaluatorError, KinarowError
from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.explanation.explain import Explanation
from kinarow.evaluation.explanation.remarks import in_band
from kinarow.evaluation.user.evaluator import AnswerError, docstring_of, one_line, plain_number
from kinarow.game import Position, Side
from kinarow.score import Score


@dataclass(frozen=True, slots=True, eq=False)
class ObjectEvaluator(AnyEvaluator):
    """Asks an object, and reports what goes wrong in it by name. It is searched in plain Python."""

    judge: Any

    @property
    def name(self) -> str:  # type: ignore[override]
        return str(getattr(self.judge, "name", type(self.judge).__name__))

    @property
    def motivation(self) -> str:
        return docstring_of(type(self.judge))

    @property
    def listing(self) -> str:
        try:
            return inspect.getsource(type(self.judge))
        except (OSError, TypeError):
            return ""

    def evaluate(self, position: Position, side: Side) -> Score:
        return in_band(self.unclipped(position, side))

    def unclipped(self, position: Position, side: Side) -> Score:
        try:
            return plain_number(self.judge.evaluate(position, Side(side)))
        except AnswerError as error:
            raise EvaluatorError(f"{self.name}.evaluate returned {error}") from None
        except KinarowError:
            raise
        except Exception as error:
            words = one_line(f"{type(error).__name__}: {error}")
            raise EvaluatorError(f"{self.name}.evaluate raised {words}") from error

    def explain(self, position: Position, side: Side) -> Explanation:
        if not callable(getattr(self.judge, "explain", None)):
            return AnyEvaluator.explain(self, position, side)
        told = self.judge.explain(position, Side(side))
        if not isinstance(told, Explanation):
            raise EvaluatorError(
                f"{self.name}.explain returned a value of type {type(told).__name__}, not an "
                "Explanation"
            )
        return told

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectEvaluator) and self.judge is other.judge

    def __hash__(self) -> int:
        return id(self.judge)

    def __reduce__(self) -> tuple[object, ...]:
        try:
            pickle.dumps(self.judge)
        except Exception:
            raise EvaluatorError(
                f"{self.name} cannot be sent to other processes: use one worker, or define its "
                "class in a file of its own"
            ) from None
        return ObjectEvaluator, (self.judge,)
