"""The weights of an evaluator made of terms, by name, and the same evaluator with others.

A name is where a weight stands in the evaluator's JSON: `windows.own.k-1`, `pattern.own`, or for a
term whose weight changes with the phase `position score.early` and `position score.squares.own`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from kinarow.errors import EvaluatorError, KinarowError, unknown
from kinarow.evaluation import Evaluator
from kinarow.evaluation.evaluator import written_out
from kinarow.evaluation.terms import TERMS
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.game import GameSpec
from kinarow.score import LARGEST_FEATURE, Score

_DIGITS = 3
"""Significant digits of a tuned weight; more would only look exact."""
_RANGE = re.compile(r"(.+)=(-?[0-9]+(?:\.[0-9]+)?):(-?[0-9]+(?:\.[0-9]+)?)")


@dataclass(frozen=True, slots=True)
class Weight:
    """A number that may be tuned, and within which range."""

    name: str
    value: Score
    low: float = -LARGEST_FEATURE
    high: float = LARGEST_FEATURE

    @property
    def is_fixed(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where a weight stands: which term, whether inside a phased one, and the keys to it."""

    name: str
    term: int
    inner: bool
    keys: tuple[str, ...]


class Weighted:
    """An evaluator as a form to fill in with weights.

    Weights that are 0 stay what they are, unless they are set `free`: then each term may use all
    that it has room for. Some may be `fixed`, some kept in `ranges` such as `pattern.own=0:99`.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        spec: GameSpec,
        *,
        free: bool = False,
        fixed: Sequence[str] = (),
        ranges: Sequence[str] = (),
    ) -> None:
        self.evaluator, self.spec = evaluator, spec
        if evaluator.has_tables:
            raise EvaluatorError(f"{evaluator.name}: tables are learned, not tuned")
        self._data = to_json(written_out(evaluator, spec.target))
        if free:
            for term in self._data["terms"]:
                _add_counts(term.get("term", term), spec.target)
        # Weights of 0 are no part of the idea, but a phase without weight is one of three.
        self._slots = {
            slot.name: slot
            for slot in self._find()
            if free or self._value(slot) or (self._is_phased(slot.term) and not slot.inner)
        }
        if not self._slots:
            raise EvaluatorError(f"{evaluator.name} has no weights to tune")
        limits = {} if free else {name: (0.0, 0.0) for name, v in self.values().items() if not v}
        limits |= {name: (self._current(name),) * 2 for name in fixed}
        limits |= dict(map(self._range, ranges))
        self.weights = [
            Weight(name, value, *limits.get(name, ())) for name, value in self.values().items()
        ]

    def values(self) -> dict[str, float]:
        return {name: self._value(slot) for name, slot in self._slots.items()}

    def sizes(self) -> dict[str, float]:
        """For each weight what is a large change of it; for one of 0 what is so for the others."""
        given = [abs(value) for value in self.values().values() if value]
        typical = median(given or [1.0])
        return {name: abs(value) or typical for name, value in self.values().items()}

    def filled(self, values: Mapping[str, float], name: str, source: str) -> Evaluator:
        """The evaluator with other weights, rounded, under another name."""
        data = copy.deepcopy(self._data)
        for key, value in values.items():
            self._set(data, self._slots[key], rounded(value))
        return from_json({**data, "name": name, "source": source})

    def phases(self, term: int) -> list[str]:
        """The names of a term's weights by phase; none where it has the same in all."""
        outer = [s for s in self._slots.values() if s.term == term and not s.inner]
        return [s.name for s in outer] if self._is_phased(term) else []

    def counted(self, term: int) -> list[str]:
        """The names of a term's points, each of which is multiplied with how often it counts."""
        by_phase = self.phases(term)
        return [s.name for s in self._slots.values() if s.term == term and s.name not in by_phase]

    def counter(self, name: str) -> Evaluator:
        """An evaluator whose score is how often a weight counts, phases left aside."""
        slot = self._slots[name]
        data = copy.deepcopy(self._data)
        for other in self._slots.values():
            if other.term == slot.term and other.inner == slot.inner:
                self._set(data, other, 1 if other is slot else 0)
        term = data["terms"][slot.term]
        return from_json(
            {**data, "name": name, "terms": [term["term"] if slot.inner else term], "won": None}
        )

    @property
    def terms(self) -> range:
        return range(len(self._data["terms"]))

    def _is_phased(self, term: int) -> bool:
        return bool(self._data["terms"][term]["type"] == "phased")

    def _find(self) -> Iterator[_Slot]:
        names: list[str] = []
        for number, term in enumerate(self._data["terms"]):
            name = term.get("name", term["type"])
            names.append(name)
            if names.count(name) > 1:
                name = f"{name} {names.count(name)}"
            for keys in weight_places(term):
                yield _Slot(".".join((name, *keys)), number, False, keys)
            if "term" in term:
                inner = term["term"]
                for keys in weight_places(inner):
                    yield _Slot(".".join((name, inner["type"], *keys)), number, True, keys)

    def _holder(self, data: dict[str, Any], slot: _Slot) -> dict[str, Any]:
        holder = data["terms"][slot.term]
        for key in (("term",) if slot.inner else ()) + slot.keys[:-1]:
            holder = holder[key]
        return holder  # type: ignore[no-any-return]

    def _value(self, slot: _Slot) -> Score:
        return self._holder(self._data, slot)[slot.keys[-1]]  # type: ignore[no-any-return]

    def _set(self, data: dict[str, Any], slot: _Slot, value: Score) -> None:
        self._holder(data, slot)[slot.keys[-1]] = value

    def _current(self, name: str) -> float:
        if name not in self._slots:
            raise KinarowError(unknown("weight", name, self._slots))
        return float(self._value(self._slots[name]))

    def _range(self, text: str) -> tuple[str, tuple[float, float]]:
        match = _RANGE.fullmatch(text)
        if match is None:
            example = next(iter(self._slots))
            raise KinarowError(f"{text!r} is not a range such as {example}=0:100")
        name, low, high = match[1], float(match[2]), float(match[3])
        if not low <= self._current(name) <= high:
            raise KinarowError(f"{text}: the range must hold the weight as it is")
        return name, (low, high)


def rounded(value: float) -> Score:
    """A number with a few significant digits, whole where it is."""
    short = float(f"{value:.{_DIGITS}g}")
    return int(short) if short.is_integer() else short


def weight_places(term: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The keys to all numbers of a term's JSON that are weights; those of a term inside a phased
    one are not its own."""
    for key in TERMS[term["type"]].weights:
        if isinstance(term[key], Mapping):
            yield from ((key, count) for count in term[key])
        else:
            yield (key,)


def _add_counts(term: dict[str, Any], target: int) -> None:
    """Give points by count, at first 0, to all numbers of stones that lack one or more."""
    for field in TERMS[term["type"]].weights:
        if isinstance(points := term[field], dict):
            for missing in range(1, target):
                points.setdefault(f"k-{missing}", 0)
