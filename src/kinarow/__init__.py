"""kinarow: a lab for k-in-a-row games.

>>> from kinarow import Position, Side, explain, find_evaluator
>>> position = Position.from_moves("4453")
>>> explain(find_evaluator("open-lines"), position, Side.FIRST).score
-50

Those that play, search and solve load what they need when they are first used: docs/python.md.
"""

from typing import TYPE_CHECKING, Any

from kinarow.errors import KinarowError
from kinarow.evaluation import (
    AnchoredRuns,
    Column,
    Contribution,
    Evaluator,
    Explanation,
    Pattern,
    Phased,
    Phases,
    Squares,
    Step,
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
from kinarow.game import Cell, Ending, GameSpec, Position, Side, Symmetry

if TYPE_CHECKING:
    from kinarow.adapters.kaggle import kaggle_agent
    from kinarow.api.contests import Tournament, play_match, play_tournament
    from kinarow.api.grading import grade
    from kinarow.api.positions import best_move, review_game, search_tree, solve
    from kinarow.arena.played import PlayedGame
    from kinarow.arena.rating import Estimate
    from kinarow.arena.results import Encounter
    from kinarow.arena.standings import Standing
    from kinarow.drawing import Diagram, draw_svg
    from kinarow.grading.grades import Grade, GradedMove
    from kinarow.grading.review import ReviewedMove
    from kinarow.players import Choice, Player, parse_player
    from kinarow.search.result import SearchResult
    from kinarow.search.tree import SearchTree
    from kinarow.solver.solution import Bounds, Solution

__version__ = "0.1.0"

_WHERE = {
    "Bounds": "kinarow.solver.solution",
    "Choice": "kinarow.players",
    "Diagram": "kinarow.drawing",
    "Encounter": "kinarow.arena.results",
    "Estimate": "kinarow.arena.rating",
    "Grade": "kinarow.grading.grades",
    "GradedMove": "kinarow.grading.grades",
    "PlayedGame": "kinarow.arena.played",
    "Player": "kinarow.players",
    "ReviewedMove": "kinarow.grading.review",
    "SearchResult": "kinarow.search.result",
    "SearchTree": "kinarow.search.tree",
    "Solution": "kinarow.solver.solution",
    "Standing": "kinarow.arena.standings",
    "Tournament": "kinarow.api.contests",
    "best_move": "kinarow.api.positions",
    "draw_svg": "kinarow.drawing",
    "grade": "kinarow.api.grading",
    "kaggle_agent": "kinarow.adapters.kaggle",
    "parse_player": "kinarow.players",
    "play_match": "kinarow.api.contests",
    "play_tournament": "kinarow.api.contests",
    "review_game": "kinarow.api.positions",
    "search_tree": "kinarow.api.positions",
    "solve": "kinarow.api.positions",
}
"""Names that are looked for only when they are asked for: importing kinarow stays light."""

__all__ = [
    "AnchoredRuns",
    "Bounds",
    "Cell",
    "Choice",
    "Column",
    "Contribution",
    "Diagram",
    "Encounter",
    "Ending",
    "Estimate",
    "Evaluator",
    "Explanation",
    "GameSpec",
    "Grade",
    "GradedMove",
    "KinarowError",
    "Pattern",
    "Phased",
    "Phases",
    "PlayedGame",
    "Player",
    "Position",
    "ReviewedMove",
    "SearchResult",
    "SearchTree",
    "Side",
    "Solution",
    "Squares",
    "Standing",
    "Step",
    "Symmetry",
    "Tournament",
    "Traps",
    "Windows",
    "__version__",
    "best_move",
    "draw_svg",
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
    "search_tree",
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
