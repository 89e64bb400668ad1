"""A function's calls of its own helpers, recorded while it runs."""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation.user.evaluator import SECONDS_A_CALL, UserEvaluator, alone, plain_number
from kinarow.game import GameSpec, Side
from kinarow.score import Score
from kinarow.work.deadline import within

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_CALLS: Final = 5_000
_LONGEST: Final = 12
"""A list of more is no window."""
_BOARD: Final = "board"

Argument = int | float | str | tuple[int | float | str, ...]


class TooManyCallsError(Exception):
    """So many that nobody would read them."""


@dataclass(slots=True)
class Call:
    """One call of a helper that returned a number."""

    function: str
    line: int
    """Where it was called."""
    names: tuple[str, ...]
    arguments: tuple[Argument, ...]
    returned: Score = 0
    level: int = field(default=0)

    def same_place(self, other: Call) -> bool:
        """Whether another call is the same one, on another board."""
        plain = [a for a in self.arguments if not isinstance(a, tuple)]
        theirs = [a for a in other.arguments if not isinstance(a, tuple)]
        return (self.function, self.line, plain) == (other.function, other.line, theirs)

    @property
    def words(self) -> str:
        """As it would be written."""
        given = ", ".join(str(list(a)) if isinstance(a, tuple) else str(a) for a in self.arguments)
        return f"{self.function}({given})"


def record(
    evaluator: UserEvaluator, board: NDArray[Any], spec: GameSpec, side: Side
) -> tuple[Score, list[Call]]:
    """What the function returns, and the calls that it made meanwhile. Whatever goes wrong is
    raised as it is."""
    function = inspect.unwrap(evaluator.function)
    code = getattr(function, "__code__", None)
    recorder = _Recorder(code.co_filename if code else "", code)
    arguments = evaluator.arguments(board.astype(np.int64), spec, side)

    def run() -> Score:
        before: Callable[..., Any] | None = sys.getprofile()
        with alone(evaluator.prints):
            sys.setprofile(recorder.note)
            try:
                returned = evaluator.function(*arguments)
            finally:
                sys.setprofile(before)
            return plain_number(returned)

    score = within(SECONDS_A_CALL, run)
    if evaluator.parameters.judges_for_first and side is not Side.FIRST:
        score = 0 - score
    return score, recorder.returned


class _Recorder:
    def __init__(self, file: str, top: object) -> None:
        self.file, self.top = file, top
        self.open: list[tuple[FrameType, Call]] = []
        self.returned: list[Call] = []

    def note(self, frame: FrameType, event: str, value: object) -> None:
        code = frame.f_code
        if code.co_filename != self.file or code.co_name.startswith("<"):
            return
        if (code is self.top and not self.open) or code.co_flags & inspect.CO_GENERATOR:
            return
        if event == "call":
            if len(self.returned) + len(self.open) > _MOST_CALLS:
                raise TooManyCallsError
            self.open.append((frame, self._call(frame)))
        elif event == "return" and self.open and self.open[-1][0] is frame:
            call = self.open.pop()[1]
            if isinstance(value, bool | int | float | np.number | np.bool_):
                number = value.item() if isinstance(value, np.generic) else value
                call.returned = float(number) if isinstance(number, float) else int(number)
                self.returned.append(call)

    def _call(self, frame: FrameType) -> Call:
        code = frame.f_code
        caller = frame.f_back
        while caller is not None and caller.f_code.co_name.startswith("<"):
            caller = caller.f_back
        names = code.co_varnames[: code.co_argcount]
        given = [(n, _plain(frame.f_locals.get(n))) for n in names]
        told = [(n, a) for n, a in given if a != _BOARD]
        return Call(
            code.co_qualname,
            caller.f_lineno if caller else 0,
            tuple(n for n, _ in told),
            tuple(a for _, a in told),
            level=len(self.open),
        )


def _plain(value: object) -> Argument:
    """An argument as it can be compared and shown; whatever is large is named as the board is."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        value = value.tolist() if value.ndim == 1 else None
    if isinstance(value, list | tuple) and len(value) <= _LONGEST:
        items = [_plain(item) for item in value]
        if all(isinstance(item, int | float | str) and item != _BOARD for item in items):
            return tuple(items)  # type: ignore[arg-type]
    return _BOARD
