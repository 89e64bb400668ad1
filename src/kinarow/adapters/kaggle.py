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
from itertools import pairwise
from typing import Any, Final

import numpy as np

from kinarow import __version__
from kinarow.errors import EvaluatorError
from kinarow.evaluation import Evaluating, Evaluator, as_evaluator
from kinarow.evaluation.compiled.form import CompiledForm, compiled
from kinarow.evaluation.terms import STAGES
from kinarow.evaluation.trial import try_out
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import GameSpec
from kinarow.game.spec import as_spec
from kinarow.search.limits import Limits

_WIDTH: Final = 80
"""Of values in the file."""


def kaggle_agent(
    evaluator: Evaluating, depth: int | None = None, game: GameSpec | str = "connect4"
) -> str:
    """The text of a file whose agent plays by an evaluator on a game's board; without a depth, as
    deep as the time for a move allows.

    >>> from kinarow import find_evaluator, kaggle_agent
    >>> "def agent(" in kaggle_agent(find_evaluator("open-lines"), depth=4)
    True
    """
    judge, spec = as_evaluator(evaluator), as_spec(game)
    if depth is not None:
        Limits(depth=depth)  # refuses what makes no sense
    if not spec.gravity:
        raise EvaluatorError(f"ConnectX is played with gravity, and {spec} is not")
    settings = {"NAME = ": repr(judge.name), "DEPTH: int | None = ": repr(depth)}
    if judge.of_terms is not None:
        phases = judge.of_terms.phases
        settings |= {
            "PHASES = ": repr((phases.early_below, phases.late_above, phases.of)),
            "BOARD = ": repr((spec.columns, spec.rows, spec.target)),
            "EVALUATION = ": _packed(judge.of_terms, spec),
        }
    elif judge.in_file is not None:
        try_out(judge, spec)
        settings["FUNCTION: tuple[str, str, list[str], str] | None = "] = _function(judge.in_file)
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


def _packed(evaluator: Evaluator, spec: GameSpec) -> str:
    """What an evaluator's compiled forms come to, and which one each stage has. Nobody would read
    it: there may be hundreds of thousands of numbers."""
    stages = [compiled(evaluator, spec, stage) for stage in range(STAGES)]
    forms = list(dict.fromkeys(stages))
    values = [[forms.index(form) for form in stages], [_as_lists(form) for form in forms]]
    data = zlib.compress(json.dumps(values, separators=(",", ":")).encode(), 9)
    text = base64.b85encode(data).decode()
    pieces = (repr(text[i : i + _WIDTH]) for i in range(0, len(text), _WIDTH))
    return "\n".join(["(", *(f"    {piece}" for piece in pieces), ")"])


def _as_lists(form: CompiledForm) -> dict[str, Any]:
    """What `Judge` in the file reads; the cells along the rows from the bottom left."""
    first, second = form.table
    entries = np.stack([form.features, *form.steps], axis=1).tolist()
    windows = form.trap_windows.tolist()
    return {
        "tables": [first.tolist()] if (second == -first).all() else form.table.tolist(),
        "origins": form.origins.tolist(),
        "cells": [
            (entries[a:b], windows[c:d])
            for (a, b), (c, d) in zip(
                pairwise(form.starts.tolist()), pairwise(form.trap_starts.tolist()), strict=True
            )
        ],
        "traps": form.trap_weight,
        "anywhere": form.traps_anywhere,
    }
