"""What a position is worth, and why."""

from kinarow.evaluation.any_evaluator import AnyEvaluator, made_of_terms
from kinarow.evaluation.catalogue import (
    ANCHORED_RUNS,
    CATALOGUE,
    CENTER_WINDOW,
    OPEN_LINES,
    PHASED_TRAPS,
    THREATS,
    find_evaluator,
    usual_evaluator,
)
from kinarow.evaluation.evaluator import Evaluator, Phases
from kinarow.evaluation.explanation.explain import Contribution, Explanation, Step, explain
from kinarow.evaluation.features.points import k, powers_of
from kinarow.evaluation.load import Evaluating, as_evaluator, load_evaluator
from kinarow.evaluation.terms import (
    AnchoredRuns,
    Column,
    OpenRuns,
    Pattern,
    Phased,
    Squares,
    Term,
    Traps,
    Windows,
)
from kinarow.evaluation.user.evaluator import UserEvaluator

__all__ = [
    "ANCHORED_RUNS",
    "CATALOGUE",
    "CENTER_WINDOW",
    "OPEN_LINES",
    "PHASED_TRAPS",
    "THREATS",
    "AnchoredRuns",
    "AnyEvaluator",
    "Column",
    "Contribution",
    "Evaluating",
    "Evaluator",
    "Explanation",
    "OpenRuns",
    "Pattern",
    "Phased",
    "Phases",
    "Squares",
    "Step",
    "Term",
    "Traps",
    "UserEvaluator",
    "Windows",
    "as_evaluator",
    "explain",
    "find_evaluator",
    "k",
    "load_evaluator",
    "made_of_terms",
    "powers_of",
    "usual_evaluator",
]
