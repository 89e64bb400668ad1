"""Evaluators by text: a name, a JSON file, or a Python file with an evaluator in it."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

from kinarow.errors import EvaluatorError, shortened, unknown, visible
from kinarow.evaluation.catalogue import CATALOGUE, find_evaluator
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.files import from_json
from kinarow.evaluation.user import UserEvaluator, load_module

AnyEvaluator = Evaluator | UserEvaluator


def checked_evaluator(given: object) -> AnyEvaluator:
    """What a program gives as an evaluator, if it is one. A search knows these two kinds alone:
    anything else it would take for one that says nothing."""
    if isinstance(given, Evaluator | UserEvaluator):
        return given
    raise EvaluatorError(
        f"{visible(shortened(repr(given), 60))} is no evaluator: make an Evaluator of terms, or "
        "write the function into a file and name that, as in load_evaluator('my_eval.py')"
    )


def load_evaluator(text: str) -> AnyEvaluator:
    """`open-lines`, `weights.json`, `my_eval.py` or `my_eval.py:name`.

    >>> from kinarow import load_evaluator
    >>> load_evaluator("open-lines").name
    'open-lines'
    """
    file, colon, name = text.rpartition(":")
    if colon and file.endswith(".py"):
        return _from_python(_existing(file), name)
    if text.endswith(".py"):
        return _from_python(_existing(text), None)
    if text.endswith((".json", ".json.gz")):
        return _from_json_file(_existing(text))
    return find_evaluator(text)


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
        raise EvaluatorError(f"{path.name} is not a JSON file that can be read") from None
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "it is not what it seems"
        raise EvaluatorError(f"{path.name} cannot be read: {reason}") from None
    try:
        return from_json(data)
    except EvaluatorError as error:
        raise EvaluatorError(f"{path.name}: {error}") from None


def _from_python(path: Path, name: str | None) -> AnyEvaluator:
    try:
        code = path.read_bytes()
    except OSError as error:
        raise EvaluatorError(f"{path.name} cannot be read: {error.strerror}") from None
    module = load_module(path, code)
    # One that is merely imported is not meant; one that equals it but is made here is.
    imported = set(map(id, CATALOGUE.values()))
    found = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, Evaluator) and id(value) not in imported
    }
    if name is None and "evaluate" in vars(module):
        name = "evaluate"
    if name is None and len(found) == 1:
        return next(iter(found.values()))
    if name is None:
        names = f": say which, as {path.name}:{next(iter(found))}" if found else ""
        raise EvaluatorError(
            f"{path.name} has no function `evaluate(board, me, opponent)` and "
            f"{len(found) or 'no'} Evaluator{'s' if len(found) > 1 else ''}{names}"
        )
    value = vars(module).get(name)
    if isinstance(value, Evaluator):
        return value
    if callable(value) and hasattr(value, "__code__"):
        return UserEvaluator(path, value, name, code)
    if name in vars(module):
        kind = "a class" if isinstance(value, type) else f"of type {type(value).__name__}"
        raise EvaluatorError(
            f"{path.name}: {name} is {kind}, not a function of (board, me, opponent)"
        )
    known = [key for key, v in vars(module).items() if hasattr(v, "__code__")] + list(found)
    raise EvaluatorError(f"{path.name}: {unknown('evaluator', name, known)}")
