"""Evaluators by text: a name, a JSON file, or a Python file with an evaluator in it."""

from __future__ import annotations

import gzip
import json
import re
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Protocol

from kinarow.errors import EvaluatorError, shortened, unknown, visible
from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.catalogue import CATALOGUE, SQUARE_VALUE, find_evaluator
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.user.evaluator import (
    SECONDS_TO_LOAD,
    UserEvaluator,
    attribute_of,
    failure_in,
    load_module,
)
from kinarow.evaluation.user.objects import ObjectEvaluator
from kinarow.evaluation.user.parameters import Parameters, Rows
from kinarow.evaluation.written.json_files import from_json
from kinarow.game import Position, Side
from kinarow.score import Score
from kinarow.work.deadline import within


class JudgesPositions(Protocol):
    """An object of a user's program that can be an evaluator."""

    def evaluate(self, position: Position, side: Side, /) -> Score: ...


Evaluating = AnyEvaluator | Callable[..., Any] | JudgesPositions | str | Path
"""All that is taken where an evaluator is asked for: see `as_evaluator`."""

_PYTHON = re.compile(
    r"(?P<file>.*\.py)(?::(?P<name>[^:,]*))?(?P<options>(?:,\w+=[^,]*)*)", re.DOTALL
)

OPTIONS = ("rows=",)
"""How the texts begin that may follow a function in a file, after a comma."""


@dataclass(frozen=True, slots=True)
class InFile:
    """The text of an evaluator in a Python file, taken apart: `my_eval.py:score,rows=bottom`."""

    file: str
    name: str | None
    rows: Rows

    @classmethod
    def parse(cls, text: str) -> InFile | None:
        """None if the text names no Python file."""
        match = _PYTHON.fullmatch(text)
        if match is None:
            return None
        rows: Rows = "top"
        for option in match["options"].split(",")[1:]:
            if option == "rows=bottom":
                rows = "bottom"
            elif option != "rows=top":
                raise EvaluatorError(f"{option}: a function in a file can be told rows=bottom only")
        return cls(match["file"], match["name"], rows)


def as_evaluator(given: Evaluating) -> AnyEvaluator:
    """What a program gives as an evaluator: one already, the text or the path that names one, a
    function of (board, me, opponent), or an object with `evaluate(position, side)`.

    >>> from kinarow import Position, Side, as_evaluator
    >>> stones = as_evaluator(lambda board, me, opponent: (board == me).sum())
    >>> stones.evaluate(Position.from_moves("445"), Side.FIRST)
    2
    """
    if isinstance(given, AnyEvaluator):
        return given
    if isinstance(given, str | Path):
        return load_evaluator(str(given))
    method = None if isinstance(given, type) else getattr(given, "evaluate", None)
    if callable(method):
        takes_board = Parameters.say_so(method)
        return UserEvaluator.from_function(method) if takes_board else ObjectEvaluator(given)
    if callable(given) and not isinstance(given, type):
        return UserEvaluator.from_function(given)
    raise EvaluatorError(
        f"{visible(shortened(repr(given), 60))} is not an evaluator: give a name such as "
        "open-lines, a file such as my_eval.py, an Evaluator, a function of "
        "(board, me, opponent), or an object with evaluate(position, side)"
    )


def load_evaluator(text: str) -> AnyEvaluator:
    """`open-lines`, `weights.json`, `my_eval.py`, `my_eval.py:name`, `my_eval.py:Class.method`; a
    function that counts rows from below is `my_eval.py:name,rows=bottom`.

    >>> from kinarow import load_evaluator
    >>> load_evaluator("open-lines").name
    'open-lines'
    """
    in_file = InFile.parse(text)
    if in_file is not None:
        return _from_python(_existing(in_file.file), in_file.name, in_file.rows)
    if text.endswith((".json", ".json.gz")):
        return _from_json_file(_existing(text))
    return find_evaluator(text)


def load_explained(text: str) -> AnyEvaluator:
    """What can be explained and reported: an evaluator, or `square-value`."""
    return SQUARE_VALUE if text == SQUARE_VALUE.name else load_evaluator(text)


def _existing(text: str) -> Path:
    path = Path(text)
    try:
        if path.is_file():
            return path.resolve()
    except (OSError, ValueError):
        pass
    raise EvaluatorError(f"there is no file {text}")


def _from_json_file(path: Path) -> Evaluator:
    try:
        read = path.read_bytes()
        data = json.loads(gzip.decompress(read) if path.suffix == ".gz" else read)
    except json.JSONDecodeError as error:
        raise EvaluatorError(f"{path.name}, line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError):  # no text, numbers of thousands of digits, endless depth
        raise EvaluatorError(f"{path.name} is not a valid JSON file") from None
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "not a valid gzip file"
        raise EvaluatorError(f"{path.name} cannot be read: {reason}") from None
    try:
        return from_json(data)
    except EvaluatorError as error:
        raise EvaluatorError(f"{path.name}: {error}") from None


def _from_python(path: Path, name: str | None, rows: Rows) -> AnyEvaluator:
    try:
        code = path.read_bytes()
    except OSError as error:
        raise EvaluatorError(f"{path.name} cannot be read: {error.strerror}") from None
    module = load_module(path, code, as_found=True, say=lambda words: print(words, file=sys.stderr))
    # One that is merely imported is not meant; one that equals it but is made here is.
    imported = set(map(id, CATALOGUE.values()))
    found = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, AnyEvaluator) and id(value) not in imported
    }
    if name is None and "evaluate" in vars(module):
        name = "evaluate"
    if name is None and len(found) == 1:
        return next(iter(found.values()))
    if name is None:
        many = f"{len(found) or 'no'} Evaluator{'s' if len(found) > 1 else ''}"
        which = f": say which, as {path.name}:{next(iter(found))}" if found else _other(module)
        raise EvaluatorError(
            f"{path.name} has no function `evaluate(board, me, opponent)` and {many}{which}"
        )
    try:
        value = within(SECONDS_TO_LOAD, lambda: attribute_of(module, name))
    except AttributeError:
        known = [*_functions(module), *found]
        raise EvaluatorError(f"{path.name}: {unknown('evaluator', name, known)}") from None
    except Exception as error:  # of a class that cannot be made
        raise EvaluatorError(f"{failure_in(path, error)} (when {name} was made)") from None
    if isinstance(value, AnyEvaluator):
        return value
    if callable(value) and hasattr(value, "__code__"):
        return UserEvaluator(path, value, name, code, rows)
    kind = "a class" if isinstance(value, type) else f"of type {type(value).__name__}"
    hint = f"; a method of it is {path.name}:{name}.method" if isinstance(value, type) else ""
    raise EvaluatorError(
        f"{path.name}: {name} is {kind}, not a function of (board, me, opponent){hint}"
    )


def _functions(module: ModuleType) -> list[str]:
    """The functions that a file defines."""
    own = module.__name__
    return [
        k for k, v in vars(module).items() if isinstance(v, FunctionType) and v.__module__ == own
    ]


def _other(module: ModuleType) -> str:
    """What to do if a function has another name."""
    of_boards = [name for name in _functions(module) if Parameters.say_so(vars(module)[name])]
    file = Path(str(module.__file__)).name
    return f": if you mean {of_boards[0]}, say {file}:{of_boards[0]}" if of_boards else ""
