"""The weights of an evaluator as the page's sliders show them, on one board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any, Final

from kinarow.evaluation import Evaluator
from kinarow.evaluation.evaluator import written_out
from kinarow.evaluation.terms import TERMS
from kinarow.evaluation.weights import weight_places
from kinarow.evaluation.written.json_files import to_json
from kinarow.web.lab.answers import TermWeightsJson, WeightJson, WeightsJson

_LEAST_REACH: Final = 10
_REACH: Final = 3
"""How far a slider goes to either side, as a multiple of the weight."""


def sliders(evaluator: Evaluator, target: int) -> WeightsJson:
    """The evaluator with every weight written out for a target, and by term where each weight
    stands in that, what it is called, its value, and how far it can be moved."""
    definition = to_json(written_out(evaluator, target))
    terms: list[TermWeightsJson] = [
        {"name": term.label, "weights": _weights(data, target)}
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


def _weights(term: Mapping[str, Any], target: int) -> list[WeightJson]:
    inner = term.get("term")
    places = [(term, place, place) for place in weight_places(term)]
    if inner is not None:
        places += [(inner, place, ("term", *place)) for place in weight_places(inner)]
    return [
        _slider(term, at, _spoken(holder, place, target))
        for holder, place, at in places
        if len(place) == 1 or _stones(place, target) > 0  # for less than a stone nothing is paid
    ]


def _slider(term: Mapping[str, Any], place: tuple[str, ...], words: str) -> WeightJson:
    value = reduce(lambda inner, key: inner[key], place, term)
    assert isinstance(value, int | float)
    reach = max(_LEAST_REACH, _REACH * abs(value))
    return {
        "at": list(place),
        "name": " ".join(key for key in place if key != "term"),
        "words": words,
        "value": value,
        "low": -reach,
        "high": reach,
        "step": 1 if value == int(value) else 0.1,
    }


_WHOSE: Final = {"own": "your", "opponent": "their"}
_PHASES: Final = {"early": "early on", "mid": "in the middle", "late": "late"}
_NUMBERS: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_THINGS: Final = {
    "column": "stone", "pattern": "pattern", "squares": "squares", "traps": "trap",
    "anchored-runs": "run of {}", "open-runs": "open {}", "windows": "{}",
}  # fmt: skip
"""What a weight is paid for, by the kind of term; of a number of stones where it has one."""


def _spoken(term: Mapping[str, Any], place: tuple[str, ...], target: int) -> str:
    """A weight as players speak of it: `your three`, `their open two`, `early on`."""
    side, *count = place
    if side not in _WHOSE:
        return _PHASES.get(side, side)
    thing = _THINGS.get(term["type"], term["type"] if not count else "{}")
    if not count:
        return f"{_WHOSE[side]} {thing}"
    stones = _stones(place, target)
    number = _NUMBERS[stones] if 0 < stones < len(_NUMBERS) else str(stones)
    return f"{_WHOSE[side]} {'full ' if stones == target else ''}{thing.format(number)}"


def _stones(place: tuple[str, ...], target: int) -> int:
    """The number of stones that a weight is for, which is written `k` or `k-2`."""
    return target - int(place[-1].removeprefix("k").removeprefix("-") or 0)
