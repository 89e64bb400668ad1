"""kinarow: a lab for k-in-a-row games.

>>> from kinarow import Position, Side, explain, find_evaluator
>>> position = Position.from_moves("4453")
>>> explain(find_evaluator("open-lines"), position, Side.FIRST).score
-50

Those that play, search and solve load what they need when they are first used: docs/python.md.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from kinarow.errors import KinarowError
from kinarow.game import Cell, Ending, GameSpec, Position, Side, Symmetry

if TYPE_CHECKING:
    from kinarow.adapters.kaggle import kaggle_agent
    from kinarow.api.books import build_book
    from kinarow.api.classes import grade_class
    from kinarow.api.contests import play_match, play_tournament, standings
    from kinarow.api.fitting import Confirmation, Learning, Tuning, confirm, learn, tune
    from kinarow.api.grading import grade
    from kinarow.api.installation import Installation, check_installation
    from kinarow.api.lessons import lesson, textbook_lesson
    from kinarow.api.positions import (
        analyse,
        best_move,
        forced_win,
        review_game,
        search_tree,
        solve,
        why,
    )
    from kinarow.api.puzzles import (
        answer_puzzle,
        check_puzzles,
        find_puzzles,
        make_puzzles,
        puzzles_from_game,
    )
    from kinarow.api.reports import WrittenReport, compare, report
    from kinarow.api.solving import solve_many
    from kinarow.arena.played_game import PlayedGame
    from kinarow.arena.ratings.elo import Estimate
    from kinarow.arena.ratings.standings import Standing
    from kinarow.arena.results import Encounter
    from kinarow.arena.store.results import StoredResults
    from kinarow.arena.tournament import Tournament
    from kinarow.classroom.marks import ClassMarks
    from kinarow.drawing import Diagram, draw_svg
    from kinarow.evaluation import (
        AnchoredRuns,
        AnyEvaluator,
        Column,
        Contribution,
        Evaluator,
        Explanation,
        OpenRuns,
        Pattern,
        Phased,
        Phases,
        Squares,
        Step,
        Traps,
        UserEvaluator,
        Windows,
        as_evaluator,
        explain,
        find_evaluator,
        k,
        load_evaluator,
        powers_of,
    )
    from kinarow.evaluation.understood.understanding import Understanding, understand
    from kinarow.evaluation.written.formula import formula
    from kinarow.evaluation.written.json_files import from_json, to_json
    from kinarow.forcing.proof import ForcedWin
    from kinarow.grading.grades import Grade, GradedMove
    from kinarow.grading.review import ReviewedMove
    from kinarow.players import Choice, Player, parse_player
    from kinarow.puzzles.judging import Answered
    from kinarow.puzzles.puzzle import Puzzle
    from kinarow.reasons.answer import Why
    from kinarow.reasons.reason import Reason
    from kinarow.search.lesson.lesson import Lesson
    from kinarow.search.lesson.tree import SearchTree
    from kinarow.search.result import SearchResult
    from kinarow.solver.solution import Bounds, Solution

__version__ = "1.0.0"

__all__ = [
    "AnchoredRuns",
    "Answered",
    "AnyEvaluator",
    "Bounds",
    "Cell",
    "Choice",
    "ClassMarks",
    "Column",
    "Confirmation",
    "Contribution",
    "Diagram",
    "Encounter",
    "Ending",
    "Estimate",
    "Evaluator",
    "Explanation",
    "ForcedWin",
    "GameSpec",
    "Grade",
    "GradedMove",
    "Installation",
    "KinarowError",
    "Learning",
    "Lesson",
    "OpenRuns",
    "Pattern",
    "Phased",
    "Phases",
    "PlayedGame",
    "Player",
    "Position",
    "Puzzle",
    "Reason",
    "ReviewedMove",
    "SearchResult",
    "SearchTree",
    "Side",
    "Solution",
    "Squares",
    "Standing",
    "Step",
    "StoredResults",
    "Symmetry",
    "Tournament",
    "Traps",
    "Tuning",
    "Understanding",
    "UserEvaluator",
    "Why",
    "Windows",
    "WrittenReport",
    "__version__",
    "analyse",
    "answer_puzzle",
    "as_evaluator",
    "best_move",
    "build_book",
    "check_installation",
    "check_puzzles",
    "compare",
    "confirm",
    "draw_svg",
    "explain",
    "find_evaluator",
    "find_puzzles",
    "forced_win",
    "formula",
    "from_json",
    "grade",
    "grade_class",
    "k",
    "kaggle_agent",
    "learn",
    "lesson",
    "load_evaluator",
    "make_puzzles",
    "parse_player",
    "play_match",
    "play_tournament",
    "powers_of",
    "puzzles_from_game",
    "report",
    "review_game",
    "search_tree",
    "solve",
    "solve_many",
    "standings",
    "textbook_lesson",
    "to_json",
    "tune",
    "understand",
    "why",
]


def __getattr__(name: str) -> Any:
    """A public name is looked for only when it is asked for: importing kinarow stays light."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_modules()[name]), name)


@cache
def _modules() -> dict[str, str]:
    """By name, the module that has it, as the imports above say, which only type checkers do."""
    import ast
    import inspect
    import sys

    imports = ast.walk(ast.parse(inspect.getsource(sys.modules[__name__])))
    return {
        alias.name: node.module or ""
        for node in imports
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
