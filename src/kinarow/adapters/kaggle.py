"""An evaluator and a depth as one file for Kaggle's ConnectX.

The file is `kaggle_agent.py` with other settings. It plays what `alphabeta:eval=E,depth=D` plays.
"""

from __future__ import annotations

import ast
import base64
import json
import re
import zlib
from importlib.resources import files
from math import lcm
from pprint import pformat
from textwrap import indent
from typing import Any, Final

from kinarow import __version__
from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator, Evaluator, checked_evaluator
from kinarow.evaluation.counts import Points, PointsByCount, StoneCount
from kinarow.evaluation.lowering import plain, weights_by_stage
from kinarow.evaluation.numbers import common_denominator, exact
from kinarow.evaluation.terms import (
    TERM_TYPES,
    AnchoredRuns,
    Column,
    Pattern,
    Squares,
    Tables,
    Term,
    Traps,
    Windows,
)
from kinarow.evaluation.user import UserEvaluator
from kinarow.score import Score
from kinarow.search.limits import Limits

_WIDTH: Final = 80
"""Of values in the file."""
_MOST_DIGITS: Final = 10**50
"""More would bring scores near those of wins."""


def kaggle_agent(evaluator: AnyEvaluator, depth: int | None = None) -> str:
    """The text of a file whose agent plays by an evaluator; without a depth, as deep as the time
    for a move allows.

    >>> from kinarow import find_evaluator, kaggle_agent
    >>> "def agent(" in kaggle_agent(find_evaluator("open-lines"), depth=4)
    True
    """
    checked_evaluator(evaluator)
    if depth is not None:
        Limits(depth=depth)  # refuses what makes no sense
    settings = {"NAME = ": repr(evaluator.name), "DEPTH: int | None = ": repr(depth)}
    if isinstance(evaluator, Evaluator):
        phases = evaluator.phases
        settings |= {
            "PHASES = ": repr((phases.early_below, phases.late_above, phases.of)),
            "TERMS: list[dict[str, Any]] = ": _list_of(_terms(evaluator)),
        }
    else:
        settings |= {
            "TERMS: list[dict[str, Any]] = ": "[]",
            "FUNCTION: tuple[str, str, bool] | None = ": _function(evaluator),
        }
    text = (files("kinarow.adapters") / "kaggle_agent.py").read_text("utf-8")
    text = text.replace("\n\nIt deepens", f"\n\nWritten by kinarow {__version__}.\n\nIt deepens", 1)
    for start, value in settings.items():
        text = _with_setting(text, start, value)
    return text


def _function(evaluator: UserEvaluator) -> str:
    """A user's file, as a text of lines, and which function of it is meant."""
    source = evaluator.path.read_text("utf-8-sig")
    beside = sorted(_imported(source) & {file.stem for file in evaluator.path.parent.glob("*.py")})
    if beside:
        raise EvaluatorError(
            f"{evaluator.path.name} imports {beside[0]}.py beside it, and an agent is one file"
        )
    lines = [f"        {line!r}" for line in source.splitlines(keepends=True)]
    rest = f"    {evaluator.attribute!r},\n    {evaluator.wants_game},"
    return "\n".join(["(", "    (", *lines, "    ),", rest, ")"])


def _imported(source: str) -> set[str]:
    names: list[str | None] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module)
    return {name.partition(".")[0] for name in names if name}


def _with_setting(text: str, start: str, value: str) -> str:
    """Another value for a setting, which ends at a comment or at the end of its last line."""
    setting = re.compile(rf"^{re.escape(start)}(\[\n.*?^\]|[^#\n]*?)(?=  #|$)", re.M | re.S)
    changed, count = setting.subn(lambda _: start + value, text)
    assert count == 1, start
    return changed


def _list_of(terms: list[dict[str, Any]]) -> str:
    lines = []
    for term in terms:
        fields = (f"{key!r}: {_value(value)}," for key, value in term.items())
        lines += ["{", *(indent(field, "    ") for field in fields), "},"]
    return "\n".join(["[", *(indent(line, "    ") for line in lines), "]"])


def _value(value: Any) -> str:
    if isinstance(value, str) and len(value) > _WIDTH:
        pieces = (repr(value[i : i + _WIDTH]) for i in range(0, len(value), _WIDTH))
        return "\n".join(["(", *(f"    {piece}" for piece in pieces), ")"])
    return pformat(value, width=_WIDTH, sort_dicts=False)


def _terms(evaluator: Evaluator) -> list[dict[str, Any]]:
    """The terms in whole numbers, over one denominator for all of them."""
    written = [
        (*_in_whole_numbers(plain(t)), plain(t), weights_by_stage(t)) for t in evaluator.terms
    ]
    scale = lcm(*(points * common_denominator(weights) for _, points, _, weights in written))
    if scale > _MOST_DIGITS:
        raise EvaluatorError(f"{evaluator.name}: its weights have too many digits; round them")
    return [
        {
            "term": TERM_TYPES[type(term)],
            **fields,
            "weights": [int(exact(weight) * scale / points) for weight in weights],
        }
        for fields, points, term, weights in written
    ]


def _in_whole_numbers(term: Term) -> tuple[dict[str, Any], int]:
    """What the file says of a term, and what its points were multiplied with to be whole."""
    match term:
        case Windows() | AnchoredRuns():
            scale = common_denominator([*_numbers(term.own), *_numbers(term.opponent)])
            both = _by_count(term.own, scale), _by_count(term.opponent, scale)
            return {"own": both[0], "opponent": both[1]}, scale
        case Traps():
            scale = common_denominator([term.own])
            return {"own": _whole(term.own, scale)}, scale
        case Tables():
            scale = common_denominator(p for shape in term.shapes for p in shape.points)
            shapes = [
                {"cells": shape.cells, "points": [_whole(p, scale) for p in shape.points]}
                for shape in term.shapes
            ]
            size = [term.game.columns, term.game.rows, term.game.target]
            if not term.game.gravity:
                size = []  # for no board of ConnectX
            return {"game": size, "to_move": int(term.to_move), "shapes": _packed(shapes)}, scale
    scale = common_denominator([term.own, term.opponent])
    fields: dict[str, Any] = {
        "own": _whole(term.own, scale),
        "opponent": _whole(term.opponent, scale),
    }
    match term:
        case Column():
            fields = {"column": term.column, **fields}
        case Pattern():
            parts = [part.missing if isinstance(part, StoneCount) else part for part in term.parts]
            fields = {"parts": parts, **fields}
        case Squares(table=None):
            fields = {"table": None, **fields}
        case Squares(table=tuple() as table):
            # What a stone counts is the product of two numbers.
            of_table = common_denominator(weight for row in table for weight in row)
            fields = {"table": [[_whole(w, of_table) for w in row] for row in table], **fields}
            scale *= of_table
    return fields, scale


def _numbers(points: Points) -> list[Score]:
    return [value for _, value in points.rules] if isinstance(points, PointsByCount) else [1]


def _by_count(points: Points, scale: int) -> dict[Any, int]:
    if isinstance(points, PointsByCount):
        return {count.missing: _whole(value, scale) for count, value in points.rules}
    return {"powers_of": points.base, "sign": points.sign, "times": scale}


def _whole(number: Score, scale: int) -> int:
    return int(exact(number) * scale)


def _packed(shapes: list[dict[str, Any]]) -> str:
    """Hundreds of thousands of numbers, which nobody would read."""
    data = json.dumps(shapes, separators=(",", ":")).encode()
    return base64.b85encode(zlib.compress(data, 9)).decode()
