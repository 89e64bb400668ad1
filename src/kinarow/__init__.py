"""kinarow: a lab for k-in-a-row games.

>>> from kinarow import Position, Side, explain, find_evaluator
>>> position = Position.from_moves("4453")
>>> explain(find_evaluator("open-lines"), position, Side.FIRST).score
-50

Those that play, search and solve load what they need when they are first used: docs/python.md.
"""

from typing import TYPE_CHECKING, Any

from kinarow import drawing  # so that notebooks can draw positions
from kinarow.errors import KinarowError
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

if TYPE_CHECKING:
    from kinarow.adapters.kaggle import kaggle_agent
    from kinarow.api.contests import Tournament, play_match, play_tournament
    from kinarow.api.grading import grade
    from kinarow.api.positions import best_move, review_game, solve
    from kinarow.players import Choice, Player, parse_player

__version__ = "0.1.0"

_WHERE = {
    "Choice": "kinarow.players",
    "Player": "kinarow.players",
    "Tournament": "kinarow.api.contests",
    "best_move": "kinarow.api.positions",
    "grade": "kinarow.api.grading",
    "kaggle_agent": "kinarow.adapters.kaggle",
    "parse_player": "kinarow.players",
    "play_match": "kinarow.api.contests",
    "play_tournament": "kinarow.api.contests",
    "review_game": "kinarow.api.positions",
    "solve": "kinarow.api.positions",
}
"""Names that are looked for only when they are asked for: importing kinarow stays light."""

__all__ = [
    "AnchoredRuns",
    "Cell",
    "Choice",
    "Column",
    "Evaluator",
    "GameSpec",
    "KinarowError",
    "Pattern",
    "Phased",
    "Phases",
    "Player",
    "Position",
    "Side",
    "Squares",
    "Tournament",
    "Traps",
    "Windows",
    "__version__",
    "best_move",
    "drawing",
    "explain",
    "find_evaluator",
    "formula",
    "from_json",
    "grade",
    "k",
    "kaggle_agent",
    "load_evaluator",
    "parse_player",
    "play_match",
    "play_tournament",
    "powers_of",
    "review_game",
    "solve",
    "to_json",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
