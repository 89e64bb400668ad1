"""The vocabulary of evaluation functions: terms that read like the formula they stand for.

One file a term; `term.py` says what a term is.
"""

from kinarow.evaluation.terms.anchored_runs import AnchoredRuns
from kinarow.evaluation.terms.column import Column
from kinarow.evaluation.terms.constant import Constant
from kinarow.evaluation.terms.open_runs import OpenRuns
from kinarow.evaluation.terms.pattern import Pattern
from kinarow.evaluation.terms.phased import Phased
from kinarow.evaluation.terms.some_windows import SomeWindows
from kinarow.evaluation.terms.squares import Squares
from kinarow.evaluation.terms.tables import MOST_NUMBERS, POINTS_A_UNIT, Shape, Tables, images
from kinarow.evaluation.terms.tempo import Tempo
from kinarow.evaluation.terms.term import STAGES, TERMS, Term, registered
from kinarow.evaluation.terms.traps import Traps
from kinarow.evaluation.terms.windows import Windows

__all__ = [
    "MOST_NUMBERS",
    "POINTS_A_UNIT",
    "STAGES",
    "TERMS",
    "AnchoredRuns",
    "Column",
    "Constant",
    "OpenRuns",
    "Pattern",
    "Phased",
    "Shape",
    "SomeWindows",
    "Squares",
    "Tables",
    "Tempo",
    "Term",
    "Traps",
    "Windows",
    "images",
    "registered",
]
