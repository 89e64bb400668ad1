"""kinarow: a lab for k-in-a-row games.

>>> from kinarow import Position, Side, explain, find_evaluator
>>> position = Position.from_moves("4453")
>>> explain(find_evaluator("open-lines"), position, Side.FIRST).score
-50
"""

from kinarow.evaluation import Evaluator, Windows, explain, find_evaluator, k, powers_of
from kinarow.game import Cell, GameSpec, Position, Side

__version__ = "0.1.0"

__all__ = [
    "Cell",
    "Evaluator",
    "GameSpec",
    "Position",
    "Side",
    "Windows",
    "__version__",
    "explain",
    "find_evaluator",
    "k",
    "powers_of",
]
