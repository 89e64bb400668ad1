"""The search of threats with gravity: it finds what the readable one finds, and proofs are true."""

from __future__ import annotations

import threading
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.evaluation import (
    ANCHORED_RUNS,
    CENTER_WINDOW,
    OPEN_LINES,
    PHASED_TRAPS,
    Evaluator,
    find_evaluator,
)
from kinarow.game import GameSpec, Position, Side
from kinarow.score import is_proven, last_stone, loss_at, win_at
from kinarow.search.limits import Limits
from kinarow.search.result import SearchResult
from kinarow.search.threats.drop.deepening import (
    MOST_LEAVES,
    DropThreatEngine,
    search_threats_with_gravity,
    why_no_threats_with_gravity,
)
from kinarow.search.threats.drop.doubt import NO_OPINION
from kinarow.search.threats.options import ThreatOptions
from kinarow.solver import Solver
from kinarow.work.budget import Budget
from tests.evaluation.test_contract import ANYWHERE, EVERYTHING
from tests.oracles.drop_threat_search import plain_value
from tests.strategies import examples, positions

WITH_GRAVITY = st.just(True)
EVALUATORS = [CENTER_WINDOW, OPEN_LINES, ANCHORED_RUNS]
CONNECT4 = GameSpec.parse("connect4")


@st.composite
def connect4_positions(draw: st.DrawFn, least: int = 0, most: int = 41) -> Position:
    """Positions of Connect Four that are not over."""
    position = Position.start(CONNECT4)
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(least, most))):
        child = position.play(random.choice(position.legal_moves()))
        if child.ending() is not None:
            break
        position = child
    return position


def last_result(
    position: Position, evaluator: Evaluator, limits: Limits, options: ThreatOptions | None = None
) -> SearchResult:
    *_, last = search_threats_with_gravity(position, evaluator, limits, options)
    return last


def agree(position: Position, evaluator: Evaluator, depth: int, *, free: bool) -> None:
    """The compiled search, with the table and without, and the readable one."""
    plain = plain_value(position, evaluator, depth, position.mover, free=free)
    options = ThreatOptions(free=free, proofs=False, reduce=0, deeper=False, probcut=0)
    for table in (False, True):
        engine = DropThreatEngine(position, evaluator, depth, Budget(), options, use_table=table)
        for d in range(1, depth + 1):
            found = engine.search(d)
        assert found is not None
        assert found.depth == depth
        assert found.score == plain
        child = position.play(found.move)
        assert -plain_value(child, evaluator, depth - 1, position.mover, free=free) == plain or (
            child.ending() is None and _is_forced(position)
        )


def _is_forced(position: Position) -> bool:
    """Whether the mover has to stop a line, or is lost."""
    return any(
        position.play_bit(bit).winner is None and _wins_next(position.play_bit(bit))
        for bit in (position.geometry.bit(move) for move in position.legal_moves())
    )


def _wins_next(position: Position) -> bool:
    return any(position.play(move).winner is not None for move in position.legal_moves())


@settings(max_examples=examples(600))
@given(positions(6, WITH_GRAVITY), st.integers(1, 4), st.sampled_from(EVALUATORS), st.booleans())
def test_it_finds_what_the_readable_search_finds(
    position: Position, depth: int, evaluator: Evaluator, free: bool
) -> None:
    assume(position.ending() is None and len(position.legal_moves()) ** depth <= 300)
    depth = min(depth, position.spec.cell_count - position.plies)
    agree(position, evaluator, depth, free=free)


@settings(max_examples=examples(200))
@given(connect4_positions(), st.integers(1, 3), st.booleans())
def test_leaves_are_judged_by_whose_turn_it_is(position: Position, depth: int, free: bool) -> None:
    depth = min(depth, 42 - position.plies)
    agree(position, find_evaluator("learned"), depth, free=free)


@settings(max_examples=examples(1000))
@given(
    positions(6, WITH_GRAVITY), st.integers(1, 16),
    st.sampled_from([*EVALUATORS, PHASED_TRAPS, EVERYTHING, ANYWHERE]), st.booleans(),
    st.integers(0, 1),
)  # fmt: skip
def test_what_it_proves_is_true(
    position: Position, depth: int, evaluator: Evaluator, deeper: bool, careless: int
) -> None:
    assume(position.ending() is None)
    solution = Solver(position.spec).solve(position, nodes=200_000)
    assume(solution.outcome is not None)
    depth = min(depth, position.spec.cell_count - position.plies)
    options = ThreatOptions(deeper=deeper, reduce=careless, probcut=careless)
    engine = DropThreatEngine(position, evaluator, depth, Budget(), options)
    for d in range(1, engine.deepest + 1):
        found = engine.search(d)
        assert found is not None
        if engine.is_exact:
            break
    else:
        return
    signs = {"win": 1, "draw": 0, "loss": -1}
    assert signs[str(solution.outcome)] == (found.score > 0) - (found.score < 0)
    after = position.play(found.move)
    if after.ending() is None:
        then = Solver(position.spec).solve(after, nodes=200_000)
        assert signs[str(then.outcome)] == -signs[str(solution.outcome)]
    if is_proven(found.score):
        value = solution.engine_score()
        assert value is not None
        assert last_stone(value) <= last_stone(found.score)


@settings(max_examples=examples(100))
@given(connect4_positions(8, 24), st.integers(1, 30_000))
def test_with_a_limit_of_nodes_it_is_deterministic(position: Position, nodes: int) -> None:
    evaluator = find_evaluator("learned")
    first, again = (last_result(position, evaluator, Limits(nodes=nodes)) for _ in range(2))
    assert first == again
    assert first.nodes <= nodes + CONNECT4.columns  # of leaves, those of a node are counted at once
    assert first.move in position.legal_moves()
    assert first.line[0] == first.move


def test_a_win_at_once_is_played() -> None:
    found = last_result(Position.from_moves("112233"), OPEN_LINES, Limits(depth=4))
    assert (found.score, found.move.name) == (win_at(7), "d1")


def test_where_every_move_loses_it_still_plays() -> None:
    position = Position.from_moves("33445")  # an open three
    found = last_result(position, OPEN_LINES, Limits(depth=3))
    assert (found.score, found.depth) == (loss_at(7), 1)
    assert found.move in position.legal_moves()


def test_the_last_cell_is_played() -> None:
    position = Position.start("drop:1x3:3").play("1").play("1")
    found = last_result(position, OPEN_LINES, Limits(depth=3))
    assert (found.score, found.move.name) == (0, "a3")


def test_phases_and_traps_count() -> None:
    position = Position.from_moves("4453")
    values = {
        last_result(position, judge, Limits(depth=4)).score for judge in (PHASED_TRAPS, OPEN_LINES)
    }
    assert len(values) == 2


def test_a_stopped_search_has_a_move() -> None:
    stop = threading.Event()
    stop.set()
    *_, found = search_threats_with_gravity(
        Position.start(), OPEN_LINES, Limits(seconds=60), stop=stop
    )
    assert found.move in Position.start().legal_moves()


@pytest.mark.parametrize("game", ["drop:9x9:4", "drop:10x10:5"])
def test_boards_of_more_than_a_word_are_refused(game: str) -> None:
    assert "too large" in why_no_threats_with_gravity(OPEN_LINES, GameSpec.parse(game))


def test_sides_are_judged_for_the_one_to_move() -> None:
    """An evaluator need not say the opposite for the other side."""
    position = Position.from_moves("4")
    assert position.mover is Side.SECOND
    agree(position, ANCHORED_RUNS, 3, free=True)


@settings(max_examples=examples(400))
@given(positions(6, WITH_GRAVITY), st.sampled_from([-1, 0]), st.booleans())
def test_bounds_by_looking_to_the_end_are_true(
    position: Position, score: int, searched_before: bool
) -> None:
    """Also with the table of a search that judged."""
    assume(position.ending() is None)
    solution = Solver(position.spec).solve(position, nodes=200_000)
    value = solution.engine_score()
    assume(value is not None)
    deepest = min(6, position.spec.cell_count - position.plies)
    engine = DropThreatEngine(position, OPEN_LINES, deepest, Budget())
    if searched_before:
        list(engine.deepen(engine.deepest))
    found = engine.looking_to_the_end(position, NO_OPINION, Budget()).bound(score)
    assert found is not None
    assert value is not None
    assert (found > score) == (value > score)
    assert value >= found if found > score else value <= found


@settings(max_examples=examples(200))
@given(positions(6, WITH_GRAVITY), st.integers(1, 3), st.randoms(use_true_random=False))
def test_moves_are_left_out(position: Position, depth: int, random: Random) -> None:
    assume(position.ending() is None and not _is_forced(position))
    assume(not _wins_next(position) and len(position.legal_moves()) > 1)
    assume(position.spec.cell_count - position.plies > 2)
    assume(len(position.legal_moves()) ** depth <= 300)
    moves = position.legal_moves()
    left_out = random.sample(moves, random.randint(1, len(moves) - 1))
    options = ThreatOptions(proofs=False, reduce=0, deeper=False)
    engine = DropThreatEngine(position, OPEN_LINES, depth, Budget(), options)
    found = engine.best_but_for(left_out, depth, Budget())
    worth = {
        move: -plain_value(position.play(move), OPEN_LINES, found.depth - 1, position.mover)
        for move in moves
        if found and move not in left_out
    }
    assert found is None or (found.move in worth and found.score == max(worth.values()))


def test_a_move_that_does_not_win_in_the_end_is_found_out() -> None:
    """O wins with column 3 alone, by the solver."""
    position = Position.parse("drop:7x6:4 7/7/6X/6O/1O4X/OX1X1OX")
    learned = find_evaluator("learned")
    trusting, doubting = (
        last_result(position, learned, Limits(nodes=600_000), ThreatOptions(doubt=doubt))
        for doubt in (0, 50)
    )
    assert (position.move_text(trusting.move), position.move_text(doubting.move)) == ("4", "3")


def test_a_draw_that_is_held_is_not_the_last_word() -> None:
    """X wins with column 4, which 557 of these nodes were once enough to overlook."""
    position = Position.parse("drop:5x5:4 5/1X3/OO3/OX3/XXO2")
    assert last_result(position, OPEN_LINES, Limits(nodes=1_100)).nodes == 1_100
    found = last_result(position, OPEN_LINES, Limits(nodes=1_300))
    assert (position.move_text(found.move), found.score) == ("4", win_at(25))


def test_learned_tables_need_not_say_what_a_point_is() -> None:
    position, learned = Position.from_moves("4453"), find_evaluator("learned")

    def nodes(evaluator: Evaluator, probcut: int | None) -> int:
        limits, options = Limits(depth=10), ThreatOptions(probcut=probcut)
        return last_result(position, evaluator, limits, options).nodes

    assert nodes(learned, None) == nodes(learned, 60) < nodes(learned, 0)
    assert nodes(OPEN_LINES, None) == nodes(OPEN_LINES, 0)


def test_a_search_of_some_depth_looks_no_further() -> None:
    position = Position.parse("drop:7x6:4 7/7/7/7/OX3X1/OXXOXO1")
    limits = Limits(depth=6, nodes=10**6)
    first, second = (
        last_result(position, OPEN_LINES, limits, ThreatOptions(doubt=doubt)) for doubt in (0, 50)
    )
    assert first == second


@settings(max_examples=examples(60))
@given(positions(5, WITH_GRAVITY), st.integers(1, 20_000))
def test_with_enough_nodes_moves_are_right(position: Position, nodes: int) -> None:
    """Wherever it has not used them up, it is sure."""
    assume(position.ending() is None)
    found = last_result(position, OPEN_LINES, Limits(nodes=nodes))
    assume(found.nodes < nodes)
    signs = {"win": 1, "draw": 0, "loss": -1}
    solution = Solver(position.spec).solve(position)
    after = position.play(found.move)
    ending = after.ending()
    reached = (
        -signs[str(Solver(position.spec).solve(after).outcome)]
        if ending is None
        else int(after.winner is not None)
    )
    assert reached == signs[str(solution.outcome)]


@settings(max_examples=examples(60))
@given(connect4_positions(4, 20), st.integers(1, 50), st.integers(0, 2**60))
def test_leaves_that_are_kept_follow_from_the_position(
    position: Position, one_in: int, seed: int
) -> None:
    deepest = position.spec.cell_count - position.plies
    engine = DropThreatEngine(position, OPEN_LINES, deepest, Budget(nodes=5_000))
    engine.keep_leaves(one_in, seed)
    list(engine.deepen(engine.deepest))
    leaves = engine.kept_leaves()
    assert len(leaves) <= MOST_LEAVES
    if engine.deepest > 12 and not engine.is_exact and one_in <= 5:
        assert len(leaves)
    for first, second in leaves.tolist():
        leaf = Position(position.spec, first, second)
        assert leaf.ending() is None
        assert position.first & ~first == position.second & ~second == 0
        assert not _wins_next(leaf)  # nobody is judged who has won
