"""Single positions and games: the best move, the exact value, a game reviewed."""

from __future__ import annotations

from collections.abc import Iterator

from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.game import GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.grading.review import SECONDS_A_MOVE, ReviewedMove, review
from kinarow.search import SearchResult
from kinarow.search.limits import Limits
from kinarow.solver import Solution
from kinarow.solver.shared import shared_solver


def best_move(
    position: Position,
    evaluator: AnyEvaluator | str = "open-lines",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> SearchResult:
    """The best move by a search over an evaluator, its score for the side to move and the line that
    it expects, within limits of depth, nodes and seconds; without any, six plies deep."""
    from kinarow.search.compiled_search import search
    from kinarow.search.plainly import search_plainly, why_not_compiled

    judge = load_evaluator(evaluator) if isinstance(evaluator, str) else evaluator
    no_limit = depth is None and nodes is None and seconds is None
    limits = Limits(6 if no_limit else depth, nodes, seconds)
    find = search_plainly if why_not_compiled(judge, position.spec) else search
    return find(position, judge, limits)


def solve(
    position: Position,
    *,
    moves: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Solution:
    """The exact value of a position, and with `moves` that of each move; as much as could be proven
    within the limits."""
    solver = shared_solver(position.spec)
    return solver.solve(position, moves=moves, nodes=nodes, seconds=seconds)


def review_game(
    moves: str, game: GameSpec | str = "connect4", *, seconds: float | None = SECONDS_A_MOVE
) -> Iterator[ReviewedMove]:
    """What each move of a game did to its exact value, and what was better. Where that cannot be
    solved within so many seconds a move, what the next stone decides is said."""
    return review(list(Position.along(moves, game)), shared_solver(as_spec(game)), seconds=seconds)
