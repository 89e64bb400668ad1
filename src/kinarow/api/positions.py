"""Single positions and games: the best move, the exact value, a game reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kinarow.evaluation import Evaluating, as_evaluator
from kinarow.game import GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.grading.review import SECONDS_A_MOVE, ReviewedMove, review
from kinarow.search import SearchResult
from kinarow.search.limits import Limits
from kinarow.solver import Solution, Solver


def best_move(
    position: Position,
    evaluator: Evaluating = "open-lines",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> SearchResult:
    """The best move by a search over an evaluator, its score for the side to move and the line that
    it expects, within limits of depth, nodes and seconds; without any, six plies deep.

    The evaluator is a name, a file, an `Evaluator`, a function of (board, me, opponent) or an
    object with `evaluate(position, side)`.
    """
    from kinarow.search.compiled_search import search
    from kinarow.search.plainly import search_plainly

    judge = as_evaluator(evaluator)
    no_limit = depth is None and nodes is None and seconds is None
    limits = Limits(6 if no_limit else depth, nodes, seconds)
    find = search_plainly if judge.why_not_compiled(position.spec) else search
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
    return _solver(position.spec).solve(position, moves=moves, nodes=nodes, seconds=seconds)


@lru_cache(maxsize=2)
def _solver(spec: GameSpec) -> Solver:
    return Solver(spec)


def review_game(
    moves: str, game: GameSpec | str = "connect4", *, seconds: float | None = SECONDS_A_MOVE
) -> Iterator[ReviewedMove]:
    """What each move of a game did to its exact value, and what was better. Where that cannot be
    solved within so many seconds a move, what the next stone decides is said."""
    return review(list(Position.along(moves, game)), _solver(as_spec(game)), seconds=seconds)
