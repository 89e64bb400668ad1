"""An evaluator and a depth as one file for Kaggle's ConnectX.

The file is `kaggle_agent.py` with other settings. It plays what `alphabeta:eval=E,depth=D` plays.
"""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from math import lcm
from pprint import pformat
from textwrap import indent
from typing import Any, Final

from kinarow import __version__
from kinarow.errors import EvaluatorError
from kinarow.evaluation import Evaluating, Evaluator, as_evaluator
from kinarow.evaluation.decimals import common_denominator, exact
from kinarow.evaluation.features.codes import contents_of
from kinarow.evaluation.features.features import Feature
from kinarow.evaluation.terms import Term
from kinarow.evaluation.terms.tables import MOST_NUMBERS, packed
from kinarow.evaluation.trial import try_out
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import VARIANTS, Side
from kinarow.search.limits import Limits

_USUAL: Final = VARIANTS["connect4"].spec
"""The board that ConnectX is played on."""
_WIDTH: Final = 80
"""Of values in the file."""
_MOST_DIGITS: Final = 10**50
"""More would bring scores near those of wins."""


def kaggle_agent(evaluator: Evaluating, depth: int | None = None) -> str:
    """The text of a file whose agent plays by an evaluator; without a depth, as deep as the time
    for a move allows.

    >>> from kinarow import find_evaluator, kaggle_agent
    >>> "def agent(" in kaggle_agent(find_evaluator("open-lines"), depth=4)
    True
    """
    judge = as_evaluator(evaluator)
    if depth is not None:
        Limits(depth=depth)  # refuses what makes no sense
    settings = {"NAME = ": repr(judge.name), "DEPTH: int | None = ": repr(depth)}
    if judge.of_terms is not None:
        phases = judge.of_terms.phases
        settings |= {
            "PHASES = ": repr((phases.early_below, phases.late_above, phases.of)),
            "TERMS: list[dict[str, Any]] = ": _list_of(_terms(judge.of_terms)),
        }
    elif judge.in_file is not None:
        try_out(judge, VARIANTS["connect4"].spec)
        settings |= {
            "TERMS: list[dict[str, Any]] = ": "[]",
            "FUNCTION: tuple[str, str, list[str], str] | None = ": _function(judge.in_file),
        }
    else:
        raise EvaluatorError(
            f"{judge.name} is neither an evaluator of terms nor in a file, and an agent is one "
            "file: write it into one and name that, as in my_eval.py"
        )
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
    parameters = evaluator.parameters
    rest = (evaluator.attribute, list(parameters.roles), parameters.rows)
    return "\n".join(["(", "    (", *lines, "    ),", *(f"    {value!r}," for value in rest), ")"])


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
    written = [(_in_whole_numbers(term), term.stage_weights) for term in evaluator.terms]
    scale = lcm(*(points * common_denominator(weights) for (_, points), weights in written))
    if scale > _MOST_DIGITS:
        raise EvaluatorError(f"{evaluator.name}: its weights have too many digits; round them")
    return [
        {**fields, "weights": [int(exact(weight) * scale / points) for weight in weights]}
        for (fields, points), weights in written
    ]


def _in_whole_numbers(term: Term) -> tuple[dict[str, Any], int]:
    """What the file says of a term, and what its points were multiplied with to be whole."""
    known = term.in_whole_numbers()
    if known is not None:
        fields, scale = known
        return {"term": term.plain.kind, **fields}, scale
    features = [f for f in term.features(_USUAL) if any(f.rule.numbers())]
    if any(contents_of(_USUAL, f.cells).count > MOST_NUMBERS for f in features):
        raise EvaluatorError(f"{term.label}: it looks at too many cells at once for an agent")
    scale = common_denominator(n for rule in {f.rule for f in features} for n in rule.numbers())
    laid = [{"cells": f.cells, "points": _by_what_they_hold(f, scale)} for f in features]
    size = [_USUAL.columns, _USUAL.rows, _USUAL.target]
    return {"term": "features", "game": size, "features": packed(laid)}, scale


def _by_what_they_hold(feature: Feature, scale: int) -> list[list[int]]:
    """For either side the points of a feature, by the number of what its cells hold: see
    `TableRule`."""
    tables: list[list[int]] = [[] for _ in Side]
    for held in contents_of(_USUAL, feature.cells).held():
        stones = {
            side: sum(bit for bit, stone in zip(feature.bits, held, strict=True) if stone == side)
            for side in Side
        }
        for side, table in zip(Side, tables, strict=True):
            points = feature.points(stones[side], stones[side.other], side)
            table.append(int(exact(points) * scale))
    return tables
