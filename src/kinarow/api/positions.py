"""Single positions and games: the best move, the exact value, a game reviewed."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from kinarow.evaluation import AnyEvaluator, Evaluating, as_evaluator, usual_evaluator
from kinarow.forcing.proof import ForcedWin
from kinarow.game import Cell, GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.grading.move_worth import MoveWorth, worth_of_moves
from kinarow.grading.review import SECONDS_A_MOVE, ReviewedMove, review
from kinarow.reasons.answer import SECONDS, Why, answer_why
from kinarow.search import SearchResult
from kinarow.search.analysis.candidates import MOST
from kinarow.search.analysis.deepening import analyse_deepening
from kinarow.search.analysis.judged import Analysis
from kinarow.search.lesson.tree import SearchTree, grow_tree
from kinarow.search.limits import Limits, check_threads
from kinarow.solver import Solution
from kinarow.solver.shared import shared_solver
from kinarow.work.budget import Budget

_USUAL = "usual"
"""In place of a name: the evaluator for the game."""


def _judge(evaluator: Evaluating, position: Position) -> AnyEvaluator:
    is_usual = isinstance(evaluator, str) and evaluator == _USUAL
    return usual_evaluator(position.spec) if is_usual else as_evaluator(evaluator)


def best_move(
    position: Position,
    evaluator: Evaluating = _USUAL,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
) -> SearchResult:
    """The best move by a search over an evaluator, its score for the side to move and the line that
    it expects, within limits of depth, nodes and seconds; without any, six plies deep.

    Several threads help deep searches with gravity; at the same depth they find the same move and
    score as one. With a limit of nodes, one searches.

    The evaluator is a name, a file, an `Evaluator`, a function of (board, me, opponent) or an
    object with `evaluate(position, side)`; `usual` is `open-lines`, without gravity
    `threats`.

    >>> from kinarow import Position, best_move
    >>> best_move(Position.from_moves("112233"), "center-window", depth=2)
    <SearchResult: X plays 4, win at stone 7 after 4>
    """
    from kinarow.search.deepening import search
    from kinarow.search.plain.limited import search_plainly

    judge = _judge(evaluator, position)
    no_limit = depth is None and nodes is None and seconds is None
    limits = Limits(6 if no_limit else depth, nodes, seconds)
    check_threads(threads)
    if judge.why_not_compiled(position.spec):
        return search_plainly(position, judge, limits)
    return search(position, judge, limits, threads=threads)


def analyse(
    position: Position,
    evaluator: Evaluating = _USUAL,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    most: int = MOST,
    stop: threading.Event | None = None,
) -> Iterator[Analysis]:
    """What each move is worth, a ply deeper each time, as far as the limits allow, two seconds if
    there are none. On a large board without gravity only the moves that come into question are
    looked at, `most` of them, and the leading ones most deeply. The evaluator is as in `best_move`.

    >>> from kinarow import Position, analyse
    >>> *_, last = analyse(Position.from_moves("4453"), depth=4)
    >>> last
    <Analysis: X, 4 plies: 6 -200, 3 -260, 7 -270, 4 -920>
    >>> *_, last = analyse(Position.from_moves("h8 a1 i8 a3 j8", "gomoku"), depth=4)
    >>> last
    <Analysis: O, 4 plies: k8 -668, g8 -677>
    """
    no_limit = depth is None and nodes is None and seconds is None
    limits = Limits(depth, nodes, 2.0 if no_limit else seconds)
    return analyse_deepening(position, _judge(evaluator, position), limits, most=most, stop=stop)


def search_tree(
    position: Position,
    evaluator: Evaluating = _USUAL,
    *,
    depth: int = 2,
    prune: bool = True,
) -> SearchTree:
    """The tree that alpha-beta walks, or without `prune` the whole minimax tree: to be looked at,
    so a small one. The evaluator is as in `best_move`.

    >>> from kinarow import Position, search_tree
    >>> position = Position.from_moves("a1 b2 a2 b1 c1", "tictactoe")
    >>> print(search_tree(position, "open-lines", depth=1))
    root max win at stone 6
    ├─ b3 leaf win at stone 6 *
    ├─ c2 leaf 0
    ├─ a3 leaf +100
    └─ c3 leaf +10
    """
    judge = _judge(evaluator, position)
    return SearchTree(position, grow_tree(position, judge, depth, prune=prune))


def solve(
    position: Position,
    *,
    moves: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Solution:
    """The exact value of a position, and with `moves` that of each move; as much as could be proven
    within the limits.

    >>> from kinarow import Position, solve
    >>> solve(Position.from_moves("4453"), moves=True)
    <Solution: O wins at move 40; best moves: 3 or 6 or 7>
    """
    solver = shared_solver(position.spec)
    return solver.solve(position, moves=moves, nodes=nodes, seconds=seconds)


def move_values(
    position: Position, *, seconds: float, stop: threading.Event | None = None
) -> Iterator[MoveWorth]:
    """What each move is worth under perfect play, as that is proven; last, how the best one wins,
    or loses if all do.

    >>> from kinarow import Position
    >>> position = Position.from_moves("112233", "drop:5x4:4")
    >>> [str(one.move) for one in move_values(position, seconds=5) if one.worth.outcome == "win"]
    ['d1', 'd1']
    """
    return worth_of_moves(position, seconds, stop or threading.Event())


def why(
    position: Position,
    *,
    before: Position | None = None,
    seconds: float | None = SECONDS,
    stop: threading.Event | None = None,
) -> Why:
    """Why a position is won, lost or held: the exact verdict, found within so many seconds, and the
    shortest true reason, which is found without the solver. With the position before the last move,
    also what that move gave away.

    >>> from kinarow import Position, why
    >>> print(why(Position.from_moves("443322")).reason)
    X wins at once: a1 completes a1 b1 c1 d1; so does e1.
    """
    budget = Budget.asked(seconds=seconds, stop=stop)
    return answer_why(position, shared_solver(position.spec), budget, before=before)


def forced_win(
    position: Position,
    *,
    first: Cell | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> ForcedWin | None:
    """A proof that the side to move wins by threats, on a board of any size without gravity; with
    `first`, that this move wins. None where none was found, which does not say that there is none.

    >>> from kinarow import Position, forced_win
    >>> forced_win(Position.from_moves("h8 a1 h9 a3 h10 a5", "gomoku"))
    <ForcedWin: X wins within 3 stones: h11 h7 h12>
    """
    from kinarow.forcing.forced import find_forced_win

    return find_forced_win(position, Budget(nodes, seconds), first=first)


def review_game(
    moves: str, game: GameSpec | str = "connect4", *, seconds: float | None = SECONDS_A_MOVE
) -> Iterator[ReviewedMove]:
    """What each move of a game did to its exact value, and what was better. Where that cannot be
    solved within so many seconds a move, what the next stone decides is said.

    >>> from kinarow import review_game
    >>> [move.verdict for move in review_game("a1 b1 b2", "tictactoe")]
    ['best', 'blunder', 'best']
    """
    return review(list(Position.along(moves, game)), shared_solver(as_spec(game)), seconds=seconds)
