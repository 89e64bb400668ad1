"""A user's function at native speed, once it has shown that it means the same when compiled.

Compiled code cannot be interrupted, and a fault in it could end the process. So it is first tried
in a process of its own, on a few hundred boards, against the plain function.
"""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from random import Random
from types import FunctionType
from typing import Any

from kinarow.errors import KinarowError
from kinarow.evaluation.user import UserEvaluator
from kinarow.game import GameSpec, Position, Side

BOARDS = 300
SECONDS_TO_TRY = 60.0


class NotCompilableError(Exception):
    """Why a function cannot be compiled at all."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a user's function may run compiled, and if not, why."""

    trusted: bool
    reason: str = ""


def try_compiling(evaluator: UserEvaluator, spec: GameSpec) -> Verdict:
    """Compile a function in another process and compare it with itself in plain Python."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_try, args=(there, evaluator, spec), daemon=True)
    process.start()
    there.close()
    try:
        if not here.poll(SECONDS_TO_TRY):
            return Verdict(False, f"compiled, it did not end within {SECONDS_TO_TRY:g} seconds")
        verdict: Verdict = here.recv()
        return verdict
    except EOFError:
        process.join(1)
        return Verdict(False, f"compiled, it ended its process (exit code {process.exitcode})")
    finally:
        here.close()
        process.kill()
        process.join()


def compiled_function(evaluator: UserEvaluator) -> Callable[..., Any]:
    """The compiled function; only for one that `try_compiling` trusts."""
    from kinarow.native.user_code import compile_function

    function = evaluator.function
    if not isinstance(function, FunctionType):
        raise NotCompilableError("it is not a plain function")
    return compile_function(function)


def _try(connection: Connection, evaluator: UserEvaluator, spec: GameSpec) -> None:
    connection.send(_judge(evaluator, spec))
    connection.close()


def _judge(evaluator: UserEvaluator, spec: GameSpec) -> Verdict:
    import numpy as np

    from kinarow.game.grid import grid_of
    from kinarow.native.user_code import NUMBA_ERRORS, reason

    try:
        compiled = compiled_function(evaluator)
    except NotCompilableError as error:
        return Verdict(False, str(error))
    for position, side in _boards(spec):
        board = grid_of(position).astype(np.int64)
        try:
            plain = evaluator.value(board, spec, side)
        except KinarowError as error:
            return Verdict(False, str(error))
        try:
            fast = compiled(*evaluator.arguments(board, spec, side))
        except NUMBA_ERRORS as error:
            return Verdict(False, f"numba cannot compile it: {reason(error)}")
        except Exception as error:
            return Verdict(False, f"compiled, it raises {type(error).__name__}: {error}")
        if not isinstance(fast, int | float) or not math.isclose(fast, plain, rel_tol=1e-9):
            return Verdict(False, f"compiled, it says {fast} where plain Python says {plain}")
    return Verdict(True)


def _boards(spec: GameSpec) -> Iterator[tuple[Position, Side]]:
    """Boards of random games, the empty one first; the same for everyone."""
    random = Random(f"boards of {spec}")
    position = Position.start(spec)
    for _ in range(BOARDS):
        yield position, random.choice(list(Side))
        moves = position.legal_moves()
        position = position.after(random.choice(moves)) if moves else Position.start(spec)
