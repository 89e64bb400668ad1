"""Evaluators as Python source: a file that defines an equal one by its terms' constructors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from textwrap import indent, wrap

from kinarow.evaluation.counts import PointsByCount, Powers
from kinarow.evaluation.evaluator import Evaluator, Phases
from kinarow.evaluation.terms import Pattern, Phased, Shape, Term
from kinarow.game import Cell, GameSpec, Side

_LINE = 88
_HOMES = {
    "kinarow.evaluation": (
        "AnchoredRuns", "Column", "Evaluator", "Pattern", "Phased", "Phases", "Squares", "Traps",
        "Windows", "k", "powers_of",
    ),
    "kinarow.evaluation.terms": ("Shape", "Tables"),
    "kinarow.game": ("Cell", "GameSpec", "Side"),
}  # fmt: skip
"""Where each name that a definition may need is imported from."""


def to_python(evaluator: Evaluator) -> str:
    """A Python file whose `evaluator` equals this one."""
    arguments = [_text(evaluator.name), *map(_term, evaluator.terms)]
    if evaluator.won is not None:
        arguments.append(f"won={evaluator.won!r}")
    if evaluator.phases != Phases():
        arguments.append(f"phases={evaluator.phases!r}")
    arguments += [
        f"{name}={_text(text)}"
        for name, text in (("source", evaluator.source), ("motivation", evaluator.motivation))
        if text
    ]
    definition = f"evaluator = {_call('Evaluator', arguments)}"
    return "\n".join([*_imports(definition), "", definition, ""])


def _imports(definition: str) -> Iterator[str]:
    bare = re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", "", definition)
    used = set(re.findall(r"[A-Za-z_]\w*", bare))
    for home, names in _HOMES.items():
        wanted = [name for name in names if name in used]
        if wanted:
            yield f"from {home} import {', '.join(wanted)}"


def _term(term: Term | Phased) -> str:
    parts = list(map(repr, term.parts)) if isinstance(term, Pattern) else []
    named = [field.name for field in fields(term) if field.name != "parts"]
    written = (f"{name}={_value(getattr(term, name))}" for name in named)
    return _call(type(term).__name__, [*parts, *(w for w in written if not w.endswith("=None"))])


def _value(value: object) -> str:
    """A field of a term, as people write it."""
    if isinstance(value, Term):
        return _term(value)
    if isinstance(value, PointsByCount):
        return f"{{{', '.join(f'{count!r}: {points!r}' for count, points in value.rules)}}}"
    if isinstance(value, Powers):
        return repr(value)
    if isinstance(value, GameSpec):
        return f"GameSpec.parse({str(value)!r})"
    if isinstance(value, Side):
        return f"Side.{value.name}"
    if isinstance(value, Cell):
        return f"Cell({value.column}, {value.row})"
    if isinstance(value, tuple):
        return _call("", [_value(item) for item in value], of_one=",")
    if isinstance(value, Shape):
        written = [f"{field.name}={_value(getattr(value, field.name))}" for field in fields(value)]
        return _call("Shape", written)
    return _text(value) if isinstance(value, str) else repr(value)


def _call(name: str, arguments: list[str], of_one: str = "") -> str:
    """On one line if it fits, else an argument a line, or as many numbers as fit."""
    short = f"{name}({', '.join(arguments)}{of_one if len(arguments) == 1 else ''})"
    if len(short) <= _LINE - 4 and "\n" not in short:
        return short
    if all(re.fullmatch(r"[-\d.e+]+", argument) for argument in arguments):
        lines: Iterable[str] = wrap(", ".join(arguments) + ",", _LINE - 8, break_on_hyphens=False)
    else:
        lines = (f"{argument}," for argument in arguments)
    return _lines(f"{name}(", lines)


def _text(text: str) -> str:
    """A text, over several lines where it is long."""
    if len(text) <= _LINE - 20:
        return repr(text)
    # Blanks stay where they are: Python puts pieces together without any.
    pieces = re.findall(rf".{{1,{_LINE - 16}}}(?:\s+|$)|.{{1,{_LINE - 16}}}", text, re.DOTALL)
    return _lines("(", map(repr, pieces))


def _lines(opening: str, lines: Iterable[str]) -> str:
    return "\n".join([opening, *(indent(line, "    ") for line in lines), ")"])
