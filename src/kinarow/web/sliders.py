"""The weights of an evaluator as the page's sliders show them, on one board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any, Final

from kinarow.evaluation import Evaluator
from kinarow.evaluation.evaluator import written_out
from kinarow.evaluation.files import to_json
from kinarow.evaluation.terms import TERMS
from kinarow.evaluation.weights import weight_places

_LEAST_REACH: Final = 10
_REACH: Final = 3
"""How far a slider goes to either side, as a multiple of the weight."""


def sliders(evaluator: Evaluator, target: int) -> dict[str, Any]:
    """The evaluator with every weight written out for a target, and by term where each weight
    stands in that, what it is called, its value, and how far it can be moved."""
    definition = to_json(written_out(evaluator, target))
    terms = [
        {"name": term.label, "weights": _weights(data)}
        for term, data in zip(evaluator.terms, definition["terms"], strict=True)
    ]
    return {"evaluator": definition, "terms": terms}


def offered_terms() -> dict[str, Any]:
    """A term of each kind that can be added: those with weights to move, phases left aside."""
    examples = {kind: cls.example() for kind, cls in TERMS.items()}
    return {
        kind: term.to_json()
        for kind, term in examples.items()
        if not term.table_sizes() and not term.is_phased
    }


def _weights(term: Mapping[str, Any]) -> list[dict[str, Any]]:
    places = list(weight_places(term))
    if "term" in term:
        places += [("term", *place) for place in weight_places(term["term"])]
    return [_slider(term, place) for place in places]


def _slider(term: Mapping[str, Any], place: tuple[str, ...]) -> dict[str, Any]:
    value = reduce(lambda inner, key: inner[key], place, term)
    assert isinstance(value, int | float)
    reach = max(_LEAST_REACH, _REACH * abs(value))
    return {
        "at": place,
        "name": " ".join(key for key in place if key != "term"),
        "value": value,
        "low": -reach,
        "high": reach,
        "step": 1 if value == int(value) else 0.1,
    }
