"""kinarow: a lab for k-in-a-row games.

>>> from kinarow import Position, Side, explain, find_evaluator
>>> position = Position.from_moves("4453")
>>> explain(find_evaluator("open-lines"), position, Side.FIRST).score
-50
"""

from kinarow import drawing  # so that notebooks can draw positions
from kinarow.evaluation import (
    AnchoredRuns,
    Column,
    Evaluator,
    Pattern,
    Phased,
    Phases,
    Squares,
    Traps,
    Windows,
    explain,
    find_evaluator,
    k,
    load_evaluator,
    powers_of,
)
from kinarow.evaluation.files import from_json, to_json
from kinarow.evaluation.formula import formula
from kinarow.game import Cell, GameSpec, Position, Side

__version__ = "0.1.0"

__all__ = [
    "AnchoredRuns",
    "Cell",
    "Column",
    "Evaluator",
    "GameSpec",
    "Pattern",
    "Phased",
    "Phases",
    "Position",
    "Side",
    "Squares",
    "Traps",
    "Windows",
    "__version__",
    "drawing",
    "explain",
    "find_evaluator",
    "formula",
    "from_json",
    "k",
    "load_evaluator",
    "powers_of",
    "to_json",
]
