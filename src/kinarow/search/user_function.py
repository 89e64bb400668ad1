"""A user's function in the form in which the compiled search calls it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kinarow.errors import EvaluatorError
from kinarow.evaluation.user import Game, UserEvaluator
from kinarow.evaluation.user_compiled import Verdict, compiled_function, try_compiling
from kinarow.game import GameSpec


@lru_cache(maxsize=64)
def verdict(evaluator: UserEvaluator, spec: GameSpec) -> Verdict:
    """Whether the function may run compiled on this board; tried once."""
    return try_compiling(evaluator, spec)


@lru_cache(maxsize=64)
def function_for_search(evaluator: UserEvaluator, spec: GameSpec) -> Any:
    """The compiled function of (board, me, opponent), or an error that says why there is none."""
    from kinarow.native.user_code import as_board_function

    judged = verdict(evaluator, spec)
    if not judged.trusted:
        raise EvaluatorError(f"{evaluator.name} cannot run compiled: {judged.reason}")
    game = Game.of(spec) if evaluator.wants_game else None
    return as_board_function(compiled_function(evaluator), game)
