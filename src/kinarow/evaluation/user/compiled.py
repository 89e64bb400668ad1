"""A user's function at native speed, once it has shown that it means the same when compiled.

Compiled code cannot be interrupted, and a fault in it could end the process. So it is first tried
in a process of its own, on a few hundred boards, against the plain function.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import FunctionType
from typing import Any

from kinarow.errors import EvaluatorError, KinarowError, visible
from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.trial import sample_boards
from kinarow.evaluation.user import guard, kept_verdicts
from kinarow.evaluation.user.evaluator import (
    Game,
    UserEvaluator,
    as_number,
    attribute_of,
    load_module,
    one_line,
)
from kinarow.evaluation.user.parameters import Rows
from kinarow.game import GameSpec, Position, Side
from kinarow.score import HEURISTIC_LIMIT, Score
from kinarow.work.garbage import collect_seldom
from kinarow.work.processes import end_with
from kinarow.work.processor_time import thread_time

BOARDS = 300
SECONDS_TO_TRY = 60.0
_LOOK_EVERY_SECONDS = 1.0
_LONGEST_VERDICT = 10_000


class NotCompilableError(Exception):
    """Why a function cannot be compiled at all."""


@dataclass(frozen=True, slots=True)
class CompileVerdict:
    """Whether a user's function may run compiled, and if not, why."""

    trusted: bool
    reason: str = ""
    lasts: bool = False
    """Whether it would be the same in every trial, on a busy machine and on an idle one."""


def try_compiling(evaluator: UserEvaluator, spec: GameSpec) -> CompileVerdict:
    """Compile a function in another process and compare it with itself in plain Python."""
    # Not by multiprocessing, which would first run the caller's own script once more.
    rows, attribute = evaluator.parameters.rows, evaluator.attribute
    command = [sys.executable, "-P", "-m", __name__]  # a user's json.py does not stand for Python's
    command += [str(evaluator.path), attribute, rows, str(spec), str(os.getpid())]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as trial:
        said = _said_in_time(trial, evaluator.code)
    if said is None:
        return CompileVerdict(False, f"compiled, it did not end within {SECONDS_TO_TRY:g} seconds")
    ended = CompileVerdict(False, f"compiled, it ended its process (exit code {trial.returncode})")
    return _read_verdict(said) or ended


def _said_in_time(trial: subprocess.Popen[bytes], code: bytes) -> bytes | None:
    """What a trial says; None if it has to be ended. What it waits for a processor, which others
    have, does not count: whether a function runs compiled is not to depend on them."""
    thread, left = thread_time(trial.pid, trial.pid, is_new=True), SECONDS_TO_TRY
    told: bytes | None = code
    while left > 0:
        begun = time.monotonic()
        try:
            return trial.communicate(told, min(left, _LOOK_EVERY_SECONDS))[0]
        except subprocess.TimeoutExpired:
            waited = thread.since().waited if thread else 0.0
            left -= max(0.0, time.monotonic() - begun - waited)
            told = None  # the rest of it is sent all the same
    trial.kill()
    return None


def _read_verdict(out: bytes) -> CompileVerdict | None:
    """The last line of what a process said in which a user's code ran; None if it makes no
    sense."""
    try:
        said = json.loads(out[-_LONGEST_VERDICT:].splitlines()[-1])
        trusted, reason, lasts = said["trusted"], said["reason"], said["lasts"]
    except (IndexError, KeyError, TypeError, ValueError, RecursionError):
        return None
    if not (isinstance(trusted, bool) and isinstance(reason, str) and trusted is not bool(reason)):
        return None
    return CompileVerdict(trusted, visible(reason), lasts is True)


@lru_cache(maxsize=64)
def verdict(evaluator: UserEvaluator, spec: GameSpec) -> CompileVerdict:
    """Whether the function may run compiled on this board; tried once. A function of this program,
    which is in no file, can be tried only here."""
    if evaluator.file is None:
        return judge(evaluator, spec)
    why_not = kept_verdicts.why_not_before(evaluator, spec)
    if why_not is not None:
        return CompileVerdict(not why_not, visible(why_not), lasts=True)
    tried = try_compiling(evaluator, spec)
    if tried.lasts:
        kept_verdicts.keep(evaluator, spec, tried.reason)
    return tried


@lru_cache(maxsize=64)
def function_for_search(evaluator: UserEvaluator, spec: GameSpec) -> Any:
    """The compiled function of (board, me, opponent), or an error that says why there is none."""
    from kinarow.native.user_code import as_board_function

    judged = verdict(evaluator, spec)
    if not judged.trusted:
        raise EvaluatorError(f"{evaluator.name} cannot run compiled: {judged.reason}")
    parameters = evaluator.parameters
    arguments = [
        "board[::-1].copy()" if parameters.rows == "bottom" and role == "board" else role
        for role in parameters.roles
    ]
    return as_board_function(
        compiled_function(evaluator), arguments, Game.of(spec), parameters.judges_for_first
    )


@lru_cache(maxsize=64)
def compiled_function(evaluator: UserEvaluator) -> Callable[..., Any]:
    """The compiled function; only for one that `try_compiling` trusts. Where it is tried in this
    process, what was compiled then is used."""
    from kinarow.native.user_code import compile_function

    function = evaluator.function
    if not isinstance(function, FunctionType):
        raise NotCompilableError("it is not a plain function")
    return compile_function(function)


class CompiledWithin(AnyEvaluator):
    """A user's function, compiled in the process that runs it, for the boards of one game. What the
    compiled one says nothing of is left to the plain one, which says in words what is wrong."""

    def __init__(self, evaluator: UserEvaluator, spec: GameSpec) -> None:
        self.name, self.plain, self.spec = evaluator.name, evaluator, spec
        self._function = compiled_function(evaluator)

    def evaluate(self, position: Position, side: Side) -> Score:
        import numpy as np

        from kinarow.game.grid import grid_of

        if position.spec != self.spec:
            return self.plain.evaluate(position, side)
        board = grid_of(position).astype(np.int64)
        try:
            score = as_number(self._function(*self.plain.arguments(board, self.spec, side)))
        except Exception:
            return self.plain.evaluate(position, side)
        is_turned = self.plain.parameters.judges_for_first and side is not Side.FIRST
        return 0 - score if is_turned else score


def compiled_within(evaluator: AnyEvaluator, spec: GameSpec) -> AnyEvaluator:
    """A user's function as compiled code of this process, if it can be trusted; anything else as it
    is."""
    function = evaluator.in_file
    if function is None or not verdict(function, spec).trusted:
        return evaluator
    return CompiledWithin(function, spec)


def judge(evaluator: UserEvaluator, spec: GameSpec) -> CompileVerdict:
    """Compile a function in this process and compare it with itself in plain Python."""
    import numpy as np

    from kinarow.game.grid import grid_of
    from kinarow.native.user_code import NUMBA_ERRORS, reason

    try:
        compiled = compiled_function(evaluator)
    except NotCompilableError as error:
        return CompileVerdict(False, str(error), lasts=True)
    for position, side in islice(sample_boards(spec), BOARDS):
        board = grid_of(position).astype(np.int64)
        try:
            plain = evaluator.value(board, spec, side)
            sign = -1 if evaluator.parameters.judges_for_first and side is not Side.FIRST else 1
        except KinarowError as error:
            return CompileVerdict(False, str(error))
        try:
            fast = sign * compiled(*evaluator.arguments(board, spec, side))
        except NUMBA_ERRORS as error:
            return CompileVerdict(False, reason(error, str(evaluator.path)), lasts=True)
        except Exception as error:
            return CompileVerdict(
                False, f"compiled, it raises {type(error).__name__}: {one_line(str(error))}"
            )
        if isinstance(fast, int | float):
            fast = max(-HEURISTIC_LIMIT, min(HEURISTIC_LIMIT, fast))
        if not isinstance(fast, int | float) or not math.isclose(fast, plain, rel_tol=1e-9):
            again = evaluator.value(board, spec, side)
            if again != plain:
                what = f"it says {plain}, then {again} of the same board"
                return CompileVerdict(False, f"{what}: it is random, or remembers")
            return CompileVerdict(
                False, f"compiled, it says {fast} where plain Python says {plain}"
            )
    return CompileVerdict(True, lasts=True)


def _main(path: str, attribute: str, rows: Rows, spec: str, parent: str) -> None:
    """What the other process does: judge, and say so on its last line."""
    end_with(int(parent))  # compiled code that does not end must not outlive who tries it
    collect_seldom()
    code = sys.stdin.buffer.read()
    guard.install_as_inherited()
    function = attribute_of(load_module(Path(path), code, as_found=True), attribute)
    evaluator = UserEvaluator(Path(path), function, attribute, code, rows)
    print(json.dumps(asdict(judge(evaluator, GameSpec.parse(spec)))))


if __name__ == "__main__":
    _main(*sys.argv[1:])  # type: ignore[arg-type]
