"""The evaluators that come with kinarow."""

from __future__ import annotations

from typing import Final

from kinarow.errors import EvaluatorError, unknown
from kinarow.evaluation.counts import powers_of
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.terms import Windows

OPEN_LINES: Final = Evaluator(
    "open-lines",
    Windows(own=powers_of(10), opponent=-powers_of(10)),
    source="Eric Du & Liandy Hardikoesoemo, ECS 170, Winter 2017",
)
"""Lines that only one colour holds: 10ⁿ for n stones, Σ 10ⁿ·(Rₙ − Yₙ)."""

CATALOGUE: Final[dict[str, Evaluator]] = {evaluator.name: evaluator for evaluator in (OPEN_LINES,)}


def find_evaluator(name: str) -> Evaluator:
    """The evaluator of that name."""
    if name in CATALOGUE:
        return CATALOGUE[name]
    raise EvaluatorError(unknown("evaluator", name, CATALOGUE))
