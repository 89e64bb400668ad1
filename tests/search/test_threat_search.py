"""The search of threats: the compiled one finds what the readable one finds, and that is true."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.errors import KinarowError
from kinarow.evaluation import OPEN_LINES, PHASED_TRAPS, THREATS, Evaluator, Windows, k
from kinarow.game import GameSpec, Position, Side
from kinarow.game.grid import bordered_grid, place_of
from kinarow.score import is_proven, last_stone, win_at
from kinarow.search.limits import Limits
from kinarow.search.threats.grid.deepening import search_threats, shapes_on
from kinarow.search.threats.grid.points import Made
from kinarow.search.threats.options import ThreatOptions
from kinarow.solver import Solver
from tests.oracles.threat_rules import Cross, Threatened, cross, win_by_fours
from tests.oracles.threat_search import search_threats_plainly
from tests.strategies import SOAKING, examples

LOPSIDED = Evaluator("lopsided", Windows(own={k - 1: 9, k - 2: 2.5}, opponent={k - 1: -5}))


@st.composite
def small_positions(draw: st.DrawFn, largest: int = 6) -> Position:
    """Positions of boards up to 6×6 with lines of 3, 4 and 5, that are not over."""
    columns, rows = draw(st.integers(3, largest)), draw(st.integers(3, largest))
    target = draw(st.integers(3, min(5, max(columns, rows))))
    position = Position.start(GameSpec(columns, rows, target, gravity=False))
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, position.spec.cell_count - 1))):
        child = position.play(random.choice(position.legal_moves()))
        if child.ending() is not None:
            break
        position = child
    return position


def rank_of(made: Cross) -> int:
    """As the kernel numbers what a stone makes on all lines together."""
    fours, threes = made.lines.count(Made.FOUR), made.lines.count(Made.THREE)
    if made.completes:
        return 9
    if made.wins_next:
        return 8
    if fours:
        return 7 if threes else 6 if made.is_four_and_more else 5
    if threes:
        return 4 if threes > 1 else 3
    return int(max(made.lines, default=Made.NOTHING))


@settings(max_examples=examples(300))
@given(small_positions(9), st.integers(0, 10**6))
def test_shapes_are_what_the_definitions_say(position: Position, seed: int) -> None:
    from kinarow.search.threats.grid.shapes_kernel import put_shapes, take_shapes

    spec, random = position.spec, np.random.default_rng(seed)
    grid = bordered_grid(position)
    shapes = shapes_on(spec, grid, outlook=1)
    put: list[tuple[int, Side]] = []
    for _ in range(12):
        if put and random.random() < 0.4:
            place, side = put.pop()
            grid[place] = 0
            take_shapes(shapes, grid, place, int(side) - 1)
            continue
        empty = np.flatnonzero(grid == 0)
        if empty.size:
            place, side = int(random.choice(empty)), Side(int(random.integers(1, 3)))
            grid[place] = int(side)
            put_shapes(shapes, grid, place, int(side) - 1)
            put.append((place, side))
    fresh = shapes_on(spec, grid, outlook=1)
    on = position.geometry
    first = sum(on.bit(cell) for cell in on.cells if grid[place_of(spec, cell)] == 1)
    second = sum(on.bit(cell) for cell in on.cells if grid[place_of(spec, cell)] == 2)
    for cell in on.cells:
        place = place_of(spec, cell)
        if grid[place] == 0:
            for side in Side:
                own, other = (first, second) if side is Side.FIRST else (second, first)
                made = cross(spec, own, other, on.bit(cell))
                assert shapes.ranks[side - 1, place] == rank_of(made)
                value = shapes.value_of[shapes.crosses[2 * place + side - 1]]
                assert value == made.points
    np.testing.assert_array_equal(shapes.totals, fresh.totals)
    np.testing.assert_array_equal(shapes.outlooks, fresh.outlooks)
    while put:
        place, side = put.pop()
        grid[place] = 0
        take_shapes(shapes, grid, place, int(side) - 1)
    before = shapes_on(spec, grid, outlook=1)
    for name in ("numbers", "crosses", "ranks", "totals", "outlooks"):
        np.testing.assert_array_equal(getattr(shapes, name), getattr(before, name))


OPTIONS = st.builds(
    ThreatOptions,
    width=st.integers(1, 12),
    fours=st.integers(0, 4),
    four_nodes=st.just(10_000),  # the readable one has no such limit
    tempo=st.integers(0, 20),
    outlook=st.booleans(),
    futile=st.integers(0, 60),
    deeper=st.just(False),
    free=st.booleans(),
    reduce=st.integers(0, 2),
    others=st.integers(0, 4),
    ahead=st.integers(0, 60),
    last=st.integers(1, 12),
)


@settings(max_examples=examples(300))
@given(small_positions(), st.integers(1, 5), OPTIONS, st.sampled_from([THREATS, LOPSIDED]))
def test_compiled_finds_what_the_readable_one_finds(
    position: Position, depth: int, options: ThreatOptions, evaluator: Evaluator
) -> None:
    assume(min(options.width, position.spec.cell_count - position.plies) ** depth <= 2_000)
    plain = search_threats_plainly(position, evaluator, depth, options)
    limits = Limits(depth=depth)
    found = search_threats(position, evaluator, limits, options, use_table=False)
    if found.depth < depth:  # a win that was proven on the way
        plain = search_threats_plainly(position, evaluator, found.depth, options)
    assert (found.score, found.move) == (plain.score, plain.move)
    # What is believed without a search depends on the window in which it is asked, and with it what
    # the table keeps; without such beliefs, the table changes nothing.
    if not (options.reduce or options.ahead or options.futile):
        found = search_threats(position, evaluator, limits, options)
        assert (found.score, found.move) == (plain.score, plain.move)


@settings(max_examples=examples(60))
@given(small_positions(4), st.integers(1, 16))
def test_proven_scores_are_true(position: Position, width: int) -> None:
    """Wherever the search says that a side wins, an exact solver says so too, however few moves
    were tried."""
    options = ThreatOptions(width=width)
    found = search_threats(position, THREATS, Limits(depth=4), options)
    if is_proven(found.score):
        value = Solver(position.spec, megabytes=1).solve(position).bounds.exact
        assert value == (1 if found.score > 0 else -1)
        assert last_stone(found.score) <= position.spec.cell_count


@pytest.mark.slow
def test_a_win_by_fours_beyond_the_depth() -> None:
    # h4 makes a four on the row and a three on the column: answer, open four, answer, line.
    position = Position.from_moves("e4 d4 f4 a1 g4 a15 h5 o1 h6 o15", "gomoku")
    won = win_by_fours(Threatened.of(position), 3)
    assert won is not None
    assert (position.geometry.cell(won[0]).name, won[1]) == ("h4", 2)
    found = search_threats(position, THREATS, Limits(depth=1))
    assert (found.move.name, found.score) == ("h4", win_at(15))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_four_that_holds_is_tried_where_all_else_loses(depth: int) -> None:
    """Two wins by fours threaten, and only the four f7 gains the time to meet both."""
    first = "b3 h12 g7 h7 i7 m11 n10 a1 a15 o1 o15"
    second = "c3 d3 e3 f5 f6 i12 j12 k12 l9 l10 j7"
    moves = chain.from_iterable(zip(first.split(), second.split(), strict=True))
    position = Position.from_moves(" ".join(moves), "gomoku")
    found = search_threats(position, THREATS, Limits(depth=depth))
    assert found.move.name == "f7"
    assert not is_proven(found.score)
    if SOAKING and depth == 1:
        plain = search_threats_plainly(position, THREATS, depth, ThreatOptions(deeper=False))
        assert (plain.move, plain.score) == (found.move, found.score)


def test_a_line_of_five_is_stopped_by_its_only_cell() -> None:
    position = Position.from_moves("h8 g8 i8 a1 j8 a3 k8", "gomoku")
    found = search_threats(position, THREATS, Limits(depth=3))
    assert found.move.name == "l8"


@pytest.mark.parametrize(
    ("game", "words"), [("connect4", "stones fall"), ("place:20x20:8", "more than 7 stones")]
)
def test_where_threats_are_not_searched(game: str, words: str) -> None:
    with pytest.raises(KinarowError, match=words):
        search_threats(Position.start(game), THREATS, Limits(depth=1))


def test_an_evaluator_with_phases_is_refused() -> None:
    with pytest.raises(KinarowError, match="terms without phases and traps"):
        search_threats(Position.start("gomoku"), PHASED_TRAPS, Limits(depth=1))


def test_limits_of_nodes_give_the_same_again() -> None:
    position = Position.from_moves("h8 g9 i9 h10", "gomoku")
    first, again = (search_threats(position, OPEN_LINES, Limits(nodes=3000)) for _ in range(2))
    assert first == again
    assert first.nodes <= 3000 + 400  # a search of fours is not broken off
    assert search_threats(position, THREATS, Limits(nodes=1)).depth == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0},
        {"fours": -1},
        {"tempo": -1},
        {"fours": 61},
        {"last": 0},
        {"others": -1},
        {"four_nodes": 0},
    ],
)
def test_options_that_make_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(KinarowError, match="must be"):
        ThreatOptions(**wrong)


def test_an_empty_board_and_a_full_one() -> None:
    found = search_threats(Position.start("gomoku"), THREATS, Limits(depth=2))
    assert found.move.name == "h8"
    nearly_full = Position.from_moves("a1 b1 a2 b2 b3 a3 c1 c2", "tictactoe")
    found = search_threats(nearly_full, THREATS, Limits(depth=5))
    assert found.move.name == "c3"
    assert win_at(9) > found.score
