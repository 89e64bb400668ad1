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

from typing import Any, Final

from kinarow.errors import EvaluatorError
from kinarow.evaluation.evaluator import Evaluator, Phases, one_of_equals
from kinarow.evaluation.terms.term import read_term
from kinarow.evaluation.written.fields import Fields

VERSION: Final = 1


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
        "terms": [term.to_json() for term in evaluator.terms],
    }
    if any(term.is_phased for term in evaluator.terms):
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
    fields = Fields(data, "", {"kinarow", "version", "name", "terms"}, {
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
        phases = Phases(**Fields(fields["phases"], "phases", names).all())
    evaluator = Evaluator(
        fields["name"],
        *(read_term(term, f"terms[{number}]") for number, term in enumerate(terms)),
        won=fields.get("won"),
        phases=phases,
        source=fields.text("source"),
        motivation=fields.text("motivation"),
    )
    return one_of_equals(evaluator)
