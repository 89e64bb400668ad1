"""Evaluators as Python source: a file that defines an equal one by its terms' constructors."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from textwrap import indent, wrap
from typing import Final

from kinarow.evaluation.evaluator import Evaluator, Phases
from kinarow.evaluation.features.points import PointsByCount, Powers
from kinarow.evaluation.terms import Shape, Term
from kinarow.game import Cell, GameSpec, Side

_LINE = 88
_HOMES: Final = {
    **dict.fromkeys(("Evaluator", "Phases", "k", "powers_of"), "kinarow.evaluation"),
    **dict.fromkeys(("Cell", "GameSpec", "Side"), "kinarow.game"),
    "Shape": "kinarow.evaluation.terms",
}
"""Where each name that a definition may need is imported from; terms say so themselves."""


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
    homes = _HOMES | {
        type(t).__name__: _home(type(t)) for e in evaluator.terms for t in (e, e.plain)
    }
    return "\n".join([*_imports(definition, homes), "", definition, ""])


def _imports(definition: str, homes: Mapping[str, str]) -> Iterator[str]:
    bare = re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", "", definition)
    used = set(re.findall(r"[A-Za-z_]\w*", bare))
    for home in sorted(set(homes.values())):
        wanted = sorted(name for name in used if homes.get(name) == home)
        if wanted:
            yield f"from {home} import {', '.join(wanted)}"


def _home(kind: type[Term]) -> str:
    """The outermost package inside kinarow that offers a class, or else its module."""
    parts = kind.__module__.split(".")
    packages = (".".join(parts[:depth]) for depth in range(2, len(parts)))
    offers = (p for p in packages if getattr(sys.modules.get(p), kind.__name__, None) is kind)
    return next(offers, kind.__module__)


def _term(term: Term) -> str:
    by_place, by_name = term.arguments()
    named = [f"{name}={_value(value)}" for name, value in by_name.items() if value is not None]
    return _call(type(term).__name__, [*map(_value, by_place), *named])


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
