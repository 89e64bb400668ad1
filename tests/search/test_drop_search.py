"""The search on words: the same visits as the general one, and as the readable rules say."""

from __future__ import annotations

import threading
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.evaluation import CATALOGUE, OPEN_LINES, Evaluator, Windows, k, load_evaluator
from kinarow.evaluation.compiled.form import compiled
from kinarow.evaluation.compiled.line_tables import joined
from kinarow.evaluation.terms import Shape, Tables
from kinarow.fitting.table_fit import shapes_named
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.search import alphabeta
from kinarow.search.deepening import engine_for, search, search_deepening
from kinarow.search.drop.engine import DropEngine
from kinarow.search.engine import SearchEngine
from kinarow.search.general.engine import GeneralEngine
from kinarow.search.limits import Limits
from kinarow.search.result import SearchResult
from kinarow.work.budget import Budget
from tests.evaluation.test_contract import ANYWHERE, EVERYTHING
from tests.strategies import examples, games, positions

EVALUATORS = [*CATALOGUE.values(), EVERYTHING, ANYWHERE]
WITH_GRAVITY = st.just(True)


def visits(engine: SearchEngine, depth: int) -> list[SearchResult | None]:
    """What each depth found, with how many positions it looked at."""
    return [engine.search(d) for d in range(1, depth + 1)]


@settings(max_examples=examples(600))
@given(
    positions(7, WITH_GRAVITY), st.integers(1, 6), st.sampled_from(EVALUATORS), st.booleans(),
    st.sampled_from(Side), st.integers(1, 5_000),
)  # fmt: skip
def test_it_visits_what_the_general_search_visits(
    position: Position, depth: int, evaluator: Evaluator, table: bool, side: Side, nodes: int
) -> None:
    assume(position.ending() is None)
    depth = min(depth, position.spec.cell_count - position.plies)
    table_bits = None if table else 0
    for limit in None, nodes:
        both = [
            visits(engine(position, evaluator, depth, Budget(limit), side, table_bits), depth)
            for engine in (DropEngine, GeneralEngine)
        ]
        assert both[0] == both[1]


@settings(max_examples=examples(200))
@given(positions(6, WITH_GRAVITY), st.integers(1, 5), st.sampled_from(EVALUATORS))
def test_it_finds_what_the_readable_search_finds(
    position: Position, depth: int, evaluator: Evaluator
) -> None:
    assume(position.ending() is None)
    assume(len(position.legal_moves()) ** depth <= 5_000)
    found, readable = (
        search(position, evaluator, Limits(depth)),
        alphabeta(position, evaluator, depth),
    )
    assert (found.score, found.move) == (readable.score, readable.move)


@settings(max_examples=examples(100))
@given(
    positions(7, WITH_GRAVITY), st.integers(8, 11), st.sampled_from(EVALUATORS), st.integers(2, 4)
)
def test_threads_find_the_same_move_and_score(
    position: Position, depth: int, evaluator: Evaluator, threads: int
) -> None:
    assume(position.ending() is None)
    one = search(position, evaluator, Limits(depth))
    several = search(position, evaluator, Limits(depth), threads=threads)
    assert (several.score, several.move, several.depth) == (one.score, one.move, one.depth)


def test_with_a_limit_of_nodes_one_thread_searches() -> None:
    position, limits = Position.from_moves("44"), Limits(nodes=200_000)
    assert search(position, OPEN_LINES, limits, threads=4) == search(position, OPEN_LINES, limits)


def test_another_thread_stops_all_threads_of_a_search() -> None:
    stop, depths = threading.Event(), []
    start = Position.start()
    for found in search_deepening(start, OPEN_LINES, Limits(depth=42), threads=3, stop=stop):
        depths.append(found.depth)
        if found.depth == 10:
            stop.set()
    assert 10 <= depths[-1] < 42


def engine_of(game: str, evaluator: Evaluator) -> SearchEngine:
    return engine_for(Position.start(game), evaluator, 2, Budget())


@pytest.mark.parametrize("game", ["connect4", "drop:9x6:4", "drop:4x15:4", "drop:32x1:5"])
def test_boards_of_a_word_are_searched_on_words(game: str) -> None:
    assert isinstance(engine_of(game, OPEN_LINES), DropEngine)


@pytest.mark.parametrize("game", ["drop:10x6:4", "drop:1x63:4", "tictactoe", "place:5x5:4"])
def test_others_are_not(game: str) -> None:
    assert isinstance(engine_of(game, OPEN_LINES), GeneralEngine)


def test_points_too_large_for_it_are_left_to_the_general_search() -> None:
    # Each is small enough, but a row can have four of them.
    huge = Evaluator("huge", Windows(own={k - 1: 10**9}, opponent={}))
    assert isinstance(engine_of("connect4", huge), GeneralEngine)
    position = Position.from_moves("4453")
    found, readable = search(position, huge, Limits(depth=4)), alphabeta(position, huge, 4)
    assert (found.score, found.move) == (readable.score, readable.move)


# ── joined features ──────────────────────────────────────────────────────────────────────────


@settings(max_examples=examples(300))
@given(games(9), st.sampled_from(EVALUATORS), st.sampled_from(Side))
def test_joined_features_come_to_the_same_sum(
    played: list[Position], evaluator: Evaluator, side: Side
) -> None:
    check_joined(played[-1], evaluator, side)


@settings(max_examples=examples(300))
@given(st.randoms(use_true_random=False), st.integers(0, 42), st.sampled_from(Side))
def test_so_do_the_large_tables_of_the_learned_evaluator(
    random: Random, plies: int, side: Side
) -> None:
    position = Position.start()
    while position.plies < plies and not position.is_over:
        position = position.play(random.choice(position.legal_moves()))
    learned = load_evaluator("learned")
    assert isinstance(learned, Evaluator)
    check_joined(position, learned, side)


def check_joined(position: Position, evaluator: Evaluator, side: Side) -> None:
    form = compiled(evaluator, position.spec, evaluator.stage(position))
    parts, codes, total = joined(form), form.origins.copy(), form.empty_sum(side)
    joined_codes = parts.origins.copy()
    for stone in Side:
        for cell in position.geometry.cells_in(position.stones(stone)):
            form.move(cell, stone, 1, side, codes, total)
            for feature, *steps in parts.entries[form.cell_number(cell)]:
                joined_codes[feature] += steps[stone - 1]
    assert parts.points(side)[joined_codes].sum() == total[0]


def test_a_stone_lies_on_four_lines_of_connect_four_at_most() -> None:
    spec = GameSpec.parse("connect4")
    form = compiled(OPEN_LINES, spec, 0)
    centre = form.cell_number(Cell(3, 2))
    assert form.starts[centre + 1] - form.starts[centre] == 13
    assert max(map(len, joined(form).entries)) == 4
    assert joined(form).origins.size == 6 + 7 + 12


def test_rectangles_side_by_side_become_a_strip() -> None:
    spec = GameSpec.parse("drop:7x3:4")
    shapes = [Shape(cells, (1,) * 7**4) for cells in shapes_named(spec, "4x2")]
    form = compiled(Evaluator("rectangles", Tables(spec, Side.FIRST, tuple(shapes))), spec, 0)
    assert form.origins.size == 8
    assert joined(form).origins.size == 2
    assert joined(form, 7**5).origins.size == 4
    assert all(len(entries) <= 2 for entries in joined(form).entries)


def test_a_stone_lies_on_five_tables_of_the_learned_evaluator_at_most() -> None:
    learned = load_evaluator("learned")
    assert isinstance(learned, Evaluator)
    form = compiled(learned, GameSpec.parse("connect4"), 0)
    assert max(map(len, joined(form).entries)) == 5


def test_codes_are_for_what_a_column_can_hold() -> None:
    form = compiled(OPEN_LINES, GameSpec.parse("drop:1x6:4"), 0)
    assert joined(form).size == 1 + sum(2**stones for stones in range(7))
