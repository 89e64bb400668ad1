"""The compiled rung: the same values as the others, limits that hold, faults that are told."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.errors import EvaluatorError, KinarowError
from kinarow.evaluation import CATALOGUE, OPEN_LINES, Evaluator, load_evaluator
from kinarow.evaluation.user import compiled as user_compiled
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import Position, Side
from kinarow.score import Score, is_proven, loss_at, win_at
from kinarow.search import alphabeta, minimax
from kinarow.search.analysis.each_move import move_scores
from kinarow.search.deepening import search, search_deepening
from kinarow.search.limits import Limits
from kinarow.search.ordering import moves_in_order, tries_only_nearby
from kinarow.search.plain.terminal import decided
from tests.evaluation.test_contract import ANYWHERE, EVERYTHING
from tests.strategies import SOAKING, examples, positions

EVALUATORS = [*CATALOGUE.values(), EVERYTHING, ANYWHERE]
EXAMPLES = Path(__file__).parent.parent / "data" / "evaluators"


@pytest.mark.slow
@settings(max_examples=examples(400))
@given(positions(6), st.integers(1, 6), st.sampled_from(EVALUATORS))
def test_all_rungs_find_the_same_value_and_move(
    position: Position, depth: int, evaluator: Evaluator
) -> None:
    assume(position.ending() is None)
    tree = len(position.legal_moves()) ** depth
    assume(tree <= 20_000)
    readable = alphabeta(position, evaluator, depth)
    found = search(position, evaluator, Limits(depth=depth))
    assert (found.score, found.move) == (readable.score, readable.move)
    without_table = search(position, evaluator, Limits(depth=depth), use_table=False)
    assert (without_table.score, without_table.move) == (found.score, found.move)
    if tree <= 2_000:
        slow = minimax(position, evaluator, depth)
        assert (slow.score, slow.move) == (found.score, found.move)


@settings(max_examples=examples(100))
@given(positions(5), st.integers(1, 5))
def test_the_best_line_leads_to_the_score(position: Position, depth: int) -> None:
    assume(position.ending() is None)
    assume(len(position.legal_moves()) ** depth <= 20_000)
    found = search(position, EVERYTHING, Limits(depth=depth))
    end = position
    for move in found.line:
        end = end.play(move)
    assert found.line[0] == found.move
    ending = end.ending()
    if is_proven(found.score):
        assert ending is not None
        won = ending.winner is position.mover
        assert found.score == (win_at if won else loss_at)(end.plies)
    else:
        assert found.score == EVERYTHING.evaluate(end, position.mover)


@pytest.mark.parametrize("game", ["place:9x9:5", "place:10x7:4", "gomoku"])
def test_large_boards_try_cells_near_stones_and_say_so(game: str) -> None:
    start = Position.start(game)
    assert tries_only_nearby(start.spec)
    assert search(start, OPEN_LINES, Limits(depth=2)).only_nearby
    position = start
    for _ in range(4):
        position = position.play(search(position, OPEN_LINES, Limits(depth=2)).move)
    tried = moves_in_order(position)
    assert 20 < len(tried) < start.spec.cell_count - 4
    found = search(position, OPEN_LINES, Limits(depth=2))
    assert found.score == alphabeta(position, OPEN_LINES, 2).score


@pytest.mark.slow
def test_a_board_of_100_by_100_is_answered() -> None:
    position = Position.from_moves("ax50 ay51 ax52", "place:100x100:5")
    found = search(position, OPEN_LINES, Limits(depth=2))
    assert found.move in position.legal_moves()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["loops", "slices", "arrays"] if SOAKING else ["loops"])
def test_users_functions_search_like_plain_python(name: str) -> None:
    evaluator = load_evaluator(str(EXAMPLES / f"{name}.py"))
    for moves in ("", "4453", "112233", "3661535465557665173364"):
        position = Position.from_moves(moves)
        for depth in (1, 2, 3):
            found = search(position, evaluator, Limits(depth=depth))
            assert found.score == pytest.approx(alphabeta(position, evaluator, depth).score)


@pytest.mark.slow
def test_a_users_nan_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_compiled, "try_compiling", user_compiled.judge)
    file = tmp_path / "mine.py"
    # Fine on the boards it is tried on, which all have fewer stones.
    file.write_text(
        "import numpy as np\n"
        "def evaluate(board, me, opponent):\n"
        "    if board[5, 0] == 1 and board[5, 1] == 2 and board[5, 2] == 1 and board[5, 3] == 2 "
        "and board[5, 4] == 1 and board[5, 5] == 2 and board[5, 6] == 1:\n"
        "        return np.nan\n"
        "    return 0.0\n"
    )
    evaluator = load_evaluator(str(file))
    assert isinstance(evaluator, UserEvaluator)
    with pytest.raises(EvaluatorError, match="returned nan"):
        search(Position.from_moves("123456"), evaluator, Limits(depth=1))


# ── limits ───────────────────────────────────────────────────────────────────────────────────


def test_depth_and_nodes_give_the_same_result_in_every_run() -> None:
    for limits in (Limits(depth=9), Limits(nodes=50_000), Limits(depth=30, nodes=12_345)):
        results = {search(Position.from_moves("4453"), OPEN_LINES, limits) for _ in range(3)}
        assert len(results) == 1
        if limits.nodes:
            assert results.pop().nodes <= limits.nodes


@pytest.mark.parametrize("nodes", [1, 2, 7, 20])
def test_there_is_a_move_however_tight_the_limit(nodes: int) -> None:
    for game in ("connect4", "gomoku"):
        found = search(Position.start(game), OPEN_LINES, Limits(nodes=nodes))
        assert found.move in Position.start(game).legal_moves()


def test_seconds_end_a_search() -> None:
    found = search(Position.start(), OPEN_LINES, Limits(seconds=0.3))
    assert 1 <= found.depth < 42  # to the end of the game it would take hours


def test_another_thread_stops_a_search() -> None:
    stop, depths = threading.Event(), []
    for found in search_deepening(Position.start(), OPEN_LINES, Limits(depth=42), stop=stop):
        depths.append(found.depth)
        if found.depth == 8:
            threading.Timer(0.1, stop.set).start()
    assert 8 <= depths[-1] < 42


def test_results_come_as_the_search_deepens() -> None:
    results = list(search_deepening(Position.from_moves("44"), OPEN_LINES, Limits(depth=7)))
    assert [result.depth for result in results] == list(range(1, 8))
    assert [r.nodes for r in results] == sorted(r.nodes for r in results)
    assert all(result.branching > 1 for result in results[2:])
    assert results[-1].table_hits > 0
    assert results[-1].cutoffs > 0


def test_a_proven_result_ends_the_deepening() -> None:
    results = list(search_deepening(Position.from_moves("112233"), OPEN_LINES, Limits(depth=30)))
    assert [r.score for r in results] == [win_at(7)]


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({}, "needs a limit"),
        ({"depth": 0}, "depth must be 1 to 200"),
        ({"depth": 201}, "depth must be 1 to 200"),
        ({"nodes": 0}, "nodes must be 1 to"),
        ({"seconds": 0}, "seconds must be more than 0"),
        ({"seconds": 1e300}, "seconds must be more than 0"),
        ({"seconds": float("nan")}, "seconds must be more than 0"),
    ],
)
def test_limits_that_make_no_sense(limits: dict[str, float], words: str) -> None:
    with pytest.raises(KinarowError, match=words):
        Limits(**limits)  # type: ignore[arg-type]


def test_a_finished_game_cannot_be_searched() -> None:
    with pytest.raises(KinarowError, match="the game is over"):
        search(Position.from_moves("1212121"), OPEN_LINES, Limits(depth=2))


# ── tactics ──────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=examples(300))
@given(positions(7), st.sampled_from(list(CATALOGUE.values())))
def test_wins_in_one_are_taken_and_single_threats_blocked(
    position: Position, evaluator: Evaluator
) -> None:
    assume(position.ending() is None)
    wins = [m for m in position.legal_moves() if _wins(position, m.name)]
    found = search(position, evaluator, Limits(depth=2))
    if wins:
        assert found.move in wins
        return
    threats = [m for m in position.legal_moves() if _other_wins(position, m.name)]
    if len(threats) == 1:
        blocked = position.play(threats[0])
        if not any(_wins(blocked, m.name) for m in blocked.legal_moves()):
            assert found.move == threats[0]


def _wins(position: Position, cell: str) -> bool:
    ending = position.play(cell).ending()
    return ending is not None and ending.winner is position.mover


def _other_wins(position: Position, cell: str) -> bool:
    from kinarow.game.ending import has_line

    move = position.parse_move(cell)
    stones = position.stones(position.mover.other) | position.geometry.bit(move)
    return has_line(stones, position.geometry)


@settings(max_examples=examples(60))
@given(positions(4))
def test_a_found_win_is_a_win_by_brute_force(position: Position) -> None:
    assume(position.ending() is None)
    assume(len(position.legal_moves()) <= 5)
    found = search(position, OPEN_LINES, Limits(depth=6))
    if is_proven(found.score):
        assert (found.score > 0) == (_outcome(position) > 0)


def _outcome(position: Position) -> int:
    """1, 0 or −1 for the side to move, by looking at everything."""
    ending = position.ending()
    if ending is not None:
        return -1 if ending.winner else 0
    best = -1
    for move in position.legal_moves():
        best = max(best, -_outcome(position.play(move)))
        if best == 1:
            break
    return best


def test_each_side_is_searched_for_itself() -> None:
    assert {Side.FIRST, Side.SECOND} == {Position.from_moves(m).mover for m in ("", "4")}
    assert search(Position.from_moves("4"), EVERYTHING, Limits(depth=3)).score == (
        minimax(Position.from_moves("4"), EVERYTHING, 3).score
    )


@settings(max_examples=examples(30), deadline=None)
@given(position=positions(5), depth=st.integers(1, 4), name=st.sampled_from(sorted(CATALOGUE)))
def test_every_move_is_scored_as_the_search_of_the_position_would(
    position: Position, depth: int, name: str
) -> None:
    assume(position.ending() is None)
    depth = min(depth, position.spec.cell_count - position.plies)
    assume(len(position.legal_moves()) ** depth <= 3000)
    evaluator = CATALOGUE[name]
    scores = move_scores(position, evaluator, depth)
    assert scores is not None
    for move, score in scores.items():
        child = position.play(move)
        known = decided(child, position.mover)
        if known is None:
            known = (
                grow_tree_score(child, evaluator, depth - 1, position.mover)
                if depth > 1 and child.legal_moves()
                else evaluator.evaluate(child, position.mover)
            )
        assert score == known
    assert max(scores.values()) == minimax(position, evaluator, depth).score


def grow_tree_score(here: Position, evaluator: Evaluator, depth: int, side: Side) -> Score:
    """Minimax in four lines, leaves judged for one side throughout."""
    known = decided(here, side)
    if known is not None or not depth or not here.legal_moves():
        return evaluator.evaluate(here, side) if known is None else known
    values = [grow_tree_score(here.play(m), evaluator, depth - 1, side) for m in here.legal_moves()]
    return max(values) if here.mover is side else min(values)
