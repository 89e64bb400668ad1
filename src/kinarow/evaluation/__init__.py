"""What a position is worth, and why."""

from kinarow.evaluation.catalogue import (
    ANCHORED_RUNS,
    CATALOGUE,
    CENTER_WINDOW,
    OPEN_LINES,
    PHASED_TRAPS,
    find_evaluator,
)
from kinarow.evaluation.counts import k, powers_of
from kinarow.evaluation.evaluator import Evaluator, Phases
from kinarow.evaluation.explain import Contribution, Explanation, Step, explain
from kinarow.evaluation.load import AnyEvaluator, checked_evaluator, load_evaluator
from kinarow.evaluation.terms import (
    AnchoredRuns,
    Column,
    Pattern,
    Phased,
    Squares,
    Term,
    Traps,
    Windows,
)

__all__ = [
    "ANCHORED_RUNS",
    "CATALOGUE",
    "CENTER_WINDOW",
    "OPEN_LINES",
    "PHASED_TRAPS",
    "AnchoredRuns",
    "AnyEvaluator",
    "Column",
    "Contribution",
    "Evaluator",
    "Explanation",
    "Pattern",
    "Phased",
    "Phases",
    "Squares",
    "Step",
    "Term",
    "Traps",
    "Windows",
    "checked_evaluator",
    "explain",
    "find_evaluator",
    "k",
    "load_evaluator",
    "powers_of",
]
