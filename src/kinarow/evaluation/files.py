"""Evaluators as JSON, both ways.

    {
      "kinarow": "evaluator", "version": 1, "name": "center-window",
      "terms": [
        {"type": "column", "column": "center", "own": 6, "opponent": 0},
        {"type": "windows", "own": {"k": 1000, "k-1": 15}, "opponent": {"k-1": -18}},
        {"type": "pattern", "parts": [".", "k-1", "."], "own": 25, "opponent": 0}
      ]
    }

An error names the field, as in `terms[1].own`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from kinarow.errors import EvaluatorError, KinarowError, shortened, unknown
from kinarow.evaluation.counts import Points, PointsByCount, Powers, StoneCount, k
from kinarow.evaluation.evaluator import Evaluator, Phases, one_of_equals
from kinarow.evaluation.terms import (
    TERM_TYPES,
    AnchoredRuns,
    Column,
    Pattern,
    Phased,
    Shape,
    Squares,
    Tables,
    Term,
    Traps,
    Windows,
)
from kinarow.game import GameSpec, Side
from kinarow.game.movetext import cell_named

VERSION: Final = 1
_COUNT = re.compile(r"k(?:-([0-9]{1,3}))?")


def to_json(evaluator: Evaluator) -> dict[str, Any]:
    """An evaluator as plain values; `from_json` gives an equal one back.

    >>> from kinarow import Column, Evaluator, to_json
    >>> to_json(Evaluator("mine", Column(own=3)))["name"]
    'mine'
    """
    written: dict[str, Any] = {
        "kinarow": "evaluator",
        "version": VERSION,
        "name": evaluator.name,
        "source": evaluator.source,
        "motivation": evaluator.motivation,
        "won": evaluator.won,
        "terms": [_write_term(term) for term in evaluator.terms],
    }
    if any(isinstance(term, Phased) for term in evaluator.terms):
        phases = evaluator.phases
        written["phases"] = {
            "early_below": phases.early_below,
            "late_above": phases.late_above,
            "of": phases.of,
        }
    return written


def from_json(data: object) -> Evaluator:
    """The evaluator that plain values describe.

    >>> from kinarow import find_evaluator, from_json, to_json
    >>> from_json(to_json(find_evaluator("open-lines"))) == find_evaluator("open-lines")
    True
    """
    fields = _Fields(data, "", {"kinarow", "version", "name", "terms"}, {
        "source", "motivation", "won", "phases",
    })  # fmt: skip
    if fields["kinarow"] != "evaluator":
        raise EvaluatorError('kinarow: "evaluator" is expected here')
    if fields["version"] != VERSION:
        raise EvaluatorError(f"version: this kinarow reads version {VERSION}")
    terms = fields["terms"]
    if not isinstance(terms, list):
        raise EvaluatorError("terms: a list is expected here")
    phases = None
    if fields.get("phases") is not None:
        names = {"early_below", "late_above", "of"}
        phases = Phases(**_Fields(fields["phases"], "phases", names).all())
    evaluator = Evaluator(
        fields["name"],
        *(_read_term(term, f"terms[{number}]") for number, term in enumerate(terms)),
        won=fields.get("won"),
        phases=phases,
        source=fields.text("source"),
        motivation=fields.text("motivation"),
    )
    return one_of_equals(evaluator)


def _write_term(term: Term | Phased) -> dict[str, Any]:
    if isinstance(term, Phased):
        weights = {"early": term.early, "mid": term.mid, "late": term.late}
        return {"type": "phased", "name": term.name, "term": _write_term(term.term), **weights}
    written: dict[str, Any] = {"type": TERM_TYPES[type(term)]}
    if isinstance(term, Tables):
        shapes = [
            {"cells": [cell.name for cell in shape.cells], "points": list(shape.points)}
            for shape in term.shapes
        ]
        return {**written, "game": str(term.game), "to_move": int(term.to_move), "shapes": shapes}
    if isinstance(term, Column):
        written["column"] = term.column
    if isinstance(term, Pattern):
        written["parts"] = [str(part) for part in term.parts]
    if isinstance(term, Squares):
        written["table"] = term.table and [list(row) for row in term.table]
    written["own"] = _write_points(term.own)
    if not isinstance(term, Traps):
        written["opponent"] = _write_points(term.opponent)
    if isinstance(term, Windows) and term.tally:
        written["tally"] = list(term.tally)
    return written


def _write_points(points: object) -> object:
    if isinstance(points, PointsByCount):
        return {str(count): value for count, value in points.rules}
    if isinstance(points, Powers):
        return {"powers_of": points.base, "sign": points.sign}
    return points


def _read_term(data: object, path: str) -> Term | Phased:
    if not isinstance(data, Mapping) or not isinstance(data.get("type"), str):
        raise EvaluatorError(f'{path}: an object with a "type" is expected here')
    kind = data["type"]
    if kind not in _READERS:
        raise EvaluatorError(f"{path}.type: {unknown('term', kind, _READERS)}")
    try:
        return _READERS[kind](data, path)
    except KinarowError as error:
        text = str(error)
        raise EvaluatorError(text if text.startswith(path) else f"{path}: {text}") from None


def _read_column(data: object, path: str) -> Column:
    return Column(**_Fields(data, path, {"type"}, {"column", "own", "opponent"}).all("type"))


def _read_windows(data: object, path: str) -> Windows:
    fields = _Fields(data, path, {"type", "own", "opponent"}, {"tally"})
    tally = fields.get("tally")
    if tally is not None and not (
        isinstance(tally, list) and len(tally) == 2 and all(isinstance(t, str) for t in tally)
    ):
        raise EvaluatorError(f"{path}.tally: two names are expected here")
    return Windows(
        own=_read_points(fields["own"], f"{path}.own"),
        opponent=_read_points(fields["opponent"], f"{path}.opponent"),
        tally=(tally[0], tally[1]) if tally else None,
    )


def _read_pattern(data: object, path: str) -> Pattern:
    fields = _Fields(data, path, {"type", "parts"}, {"own", "opponent"})
    parts = fields["parts"]
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise EvaluatorError(f"{path}.parts: a list of texts is expected here")
    counted = (_read_count(part, path) if part.startswith("k") else part for part in parts)
    return Pattern(*counted, **fields.all("type", "parts"))


def _read_anchored_runs(data: object, path: str) -> AnchoredRuns:
    fields = _Fields(data, path, {"type", "own", "opponent"})
    return AnchoredRuns(
        own=_read_points(fields["own"], f"{path}.own"),
        opponent=_read_points(fields["opponent"], f"{path}.opponent"),
    )


def _read_squares(data: object, path: str) -> Squares:
    fields = _Fields(data, path, {"type"}, {"table", "own", "opponent"})
    table = fields.get("table")
    if table is not None and not (
        isinstance(table, list) and all(isinstance(row, list) for row in table)
    ):
        raise EvaluatorError(f"{path}.table: rows of numbers, or null, are expected here")
    rows = None if table is None else tuple(map(tuple, table))
    return Squares(rows, **fields.all("type", "table"))


def _read_traps(data: object, path: str) -> Traps:
    return Traps(**_Fields(data, path, {"type"}, {"own"}).all("type"))


def _read_tables(data: object, path: str) -> Tables:
    fields = _Fields(data, path, {"type", "game", "to_move", "shapes"})
    if fields["to_move"] not in (1, 2) or not isinstance(fields["shapes"], list):
        raise EvaluatorError(f"{path}: to_move is 1 or 2, and shapes are a list")
    shapes = [_read_shape(s, f"{path}.shapes[{i}]") for i, s in enumerate(fields["shapes"])]
    return Tables(GameSpec.parse(fields.text("game")), Side(fields["to_move"]), tuple(shapes))


def _read_shape(data: object, path: str) -> Shape:
    fields = _Fields(data, path, {"cells", "points"})
    cells, points = fields["cells"], fields["points"]
    if not isinstance(cells, list) or not all(isinstance(cell, str) for cell in cells):
        raise EvaluatorError(f"{path}.cells: a list of cells such as a1 is expected here")
    if not isinstance(points, list):
        raise EvaluatorError(f"{path}.points: a list of numbers is expected here")
    return Shape(tuple(map(cell_named, cells)), tuple(points))


def _read_phased(data: object, path: str) -> Phased:
    fields = _Fields(data, path, {"type", "name", "term", "early", "mid", "late"})
    term = _read_term(fields["term"], f"{path}.term")
    if isinstance(term, Phased):
        raise EvaluatorError(f"{path}.term: a phased term cannot be phased again")
    return Phased(fields.text("name"), term, **fields.all("type", "name", "term"))


_READERS: Final[dict[str, Callable[[object, str], Term | Phased]]] = {
    "column": _read_column,
    "windows": _read_windows,
    "pattern": _read_pattern,
    "anchored-runs": _read_anchored_runs,
    "squares": _read_squares,
    "traps": _read_traps,
    "tables": _read_tables,
    "phased": _read_phased,
}


def _read_points(data: object, path: str) -> Points:
    if not isinstance(data, Mapping):
        raise EvaluatorError(f'{path}: points by count such as {{"k-1": 15}} are expected here')
    if "powers_of" in data:
        fields = _Fields(data, path, {"powers_of"}, {"sign"})
        sign = fields.get("sign", 1)
        if sign not in (1, -1):
            raise EvaluatorError(f"{path}.sign: 1 or -1 is expected here")
        return Powers(fields["powers_of"], sign)
    return PointsByCount.of({_read_count(c, path): points for c, points in data.items()}, path)


def _read_count(text: object, path: str) -> StoneCount:
    match = _COUNT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        shown = shortened(str(text))
        raise EvaluatorError(f"{path}: {shown!r} is no number of stones such as k or k-1")
    return k - int(match[1] or 0)


class _Fields:
    """The fields of an object, none missing and none unknown."""

    def __init__(
        self, data: object, path: str, required: set[str], optional: set[str] | None = None
    ) -> None:
        self.path = f"{path}." if path else ""
        if not isinstance(data, Mapping):
            raise EvaluatorError(f"{path or 'an evaluator'}: an object is expected here")
        self.data: Mapping[str, Any] = data
        known = required | (optional or set())
        where = f"{path}: " if path else ""
        for name in data:
            if name not in known:
                raise EvaluatorError(f"{where}{unknown('field', str(name), sorted(known))}")
        for name in sorted(required):
            if name not in data:
                raise EvaluatorError(f"the field {self.path}{name} is missing")

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def get(self, name: str, default: object = None) -> Any:
        return self.data.get(name, default)

    def text(self, name: str) -> str:
        value = self.data.get(name, "")
        if not isinstance(value, str):
            raise EvaluatorError(f"{self.path}{name}: a text is expected here")
        return value

    def all(self, *but: str) -> dict[str, Any]:
        return {name: value for name, value in self.data.items() if name not in but}
