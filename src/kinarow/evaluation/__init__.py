"""What a position is worth, and why."""

from kinarow.evaluation.catalogue import CATALOGUE, OPEN_LINES, find_evaluator
from kinarow.evaluation.counts import k, powers_of
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.explain import Contribution, Explanation, Step, explain
from kinarow.evaluation.terms import Term, Windows

__all__ = [
    "CATALOGUE",
    "OPEN_LINES",
    "Contribution",
    "Evaluator",
    "Explanation",
    "Step",
    "Term",
    "Windows",
    "explain",
    "find_evaluator",
    "k",
    "powers_of",
]
