"""Exact outcomes of games without gravity."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.game import GameSpec, Position
from kinarow.game.symmetry import symmetries
from kinarow.solver import Solver
from kinarow.solver.plain import prove_plainly
from kinarow.work.budget import Budget
from tests.solver.oracle import brute_force, late_position
from tests.strategies import SOAKING, examples

# Uiterwijk and van den Herik 2000, and others: for the first player.
GAME_VALUES = {
    "3x3:3": "draw", "3x4:3": "win", "4x4:3": "win", "5x5:3": "win", "4x4:4": "draw",
    "5x4:4": "draw", "4x6:4": "draw", "5x5:4": "draw", "5x6:4": "win", "6x5:4": "win",
    "6x6:4": "win", "5x5:5": "draw",
}  # fmt: skip
if SOAKING:
    GAME_VALUES |= {"4x7:4": "draw", "8x4:4": "draw", "4x9:4": "win"}

SHAPES = [
    GameSpec(columns, rows, target, gravity=False, exact=exact)
    for columns in range(1, 7)
    for rows in range(1, 7)
    for target in range(1, max(columns, rows) + 1)
    for exact in (False, True)
]


@pytest.mark.slow
@pytest.mark.parametrize("size", GAME_VALUES)
def test_published_game_values(size: str) -> None:
    game = f"place:{size}"
    solution = Solver(game).solve(Position.from_moves("", game))
    assert solution.outcome == GAME_VALUES[size]
    assert solution.solved
    assert solution.score is None


def test_brute_force_agrees_on_late_positions_of_many_games() -> None:
    seed, checked = random.Random(7), 0
    solvers: dict[GameSpec, Solver] = {}
    while checked < examples(500):
        spec = seed.choice(SHAPES)
        position = late_position(seed, spec, seed.randint(0, 6))
        if position is None:
            continue
        solver = solvers.setdefault(spec, Solver(spec, megabytes=1))
        solution = solver.solve(position, moves=True)
        score = brute_force(position)
        assert solution.bounds.exact == (score > 0) - (score < 0), repr(position)
        for move, value in (solution.moves or {}).items():
            score = -brute_force(position.play(move))
            assert value.exact == (score > 0) - (score < 0), (repr(position), move)
        checked += 1


@pytest.mark.parametrize("game", ["5x1:2", "8x1:3", "4x2:2", "4x2:3", "3x3:2", "5x2:3"])
def test_whole_games_of_exact_lines_by_plain_search(game: str) -> None:
    """From the empty board: nothing may be concluded from a stone more never hurting."""
    start = Position.start(f"place:{game}:exact")
    score, _ = prove_plainly(start)
    assert score is not None
    bounds = Solver(start.spec, megabytes=1).solve(start).bounds
    assert bounds.exact == (score > 0) - (score < 0)


def test_where_no_line_can_be_longer_exact_games_have_the_same_value() -> None:
    for game in ("place:3x3:3", "place:2x4:4"):
        values = {Solver(g).solve(Position.start(g)).outcome for g in (game, f"{game}:exact")}
        assert len(values) == 1


SEEDS = st.integers(0, 2**32).map(random.Random)


def middle_position(seed: random.Random, game: str) -> Position:
    while True:
        spec = GameSpec.parse(game)
        position = late_position(seed, spec, seed.randint(10, spec.cell_count - 2))
        if position is not None and position.ending() is None:
            return position


@settings(max_examples=examples(30), deadline=None)
@given(
    SEEDS,
    st.sampled_from(
        ["place:4x4:3", "place:5x4:4", "place:5x5:4", "place:4x6:5", "place:5x4:3:exact"]
    ),
)
def test_images_are_worth_the_same_and_a_position_its_best_move(
    seed: random.Random, game: str
) -> None:
    position = middle_position(seed, game)
    solver = Solver(game, megabytes=8)
    solution = solver.solve(position, moves=True)
    assert solution.moves is not None
    assert solution.outcome == solver.solve(position).outcome
    for symmetry in symmetries(position.spec):
        image = Solver(game, megabytes=8).solve(position.image(symmetry))
        assert image.outcome == solution.outcome


@settings(max_examples=examples(30), deadline=None)
@given(SEEDS, st.integers(1, 2000))
def test_out_of_nodes_only_bounds(seed: random.Random, nodes: int) -> None:
    position = middle_position(seed, "place:5x5:4")
    exact = Solver(position.spec, megabytes=8).solve(position).bounds.exact
    assert exact is not None
    starved = Solver(position.spec, megabytes=8).solve(position, nodes=nodes)
    assert starved.bounds.low <= exact <= starved.bounds.high
    assert starved.nodes <= nodes + 512


@pytest.mark.slow
def test_a_perfect_line_leads_to_the_outcome() -> None:
    position = Position.from_moves("", "place:5x6:4")
    solution = Solver(position.spec).solve(position, line=True)
    for move in solution.line:
        position = position.play(move)
    ending = position.ending()
    assert ending is not None
    assert ending.winner is solution.position.mover


def test_large_boards_are_not_solved_but_the_first_player_does_not_lose() -> None:
    position = Position.from_moves("", "gomoku")
    solution = Solver("gomoku").solve(position, nodes=100)
    assert (solution.solved, solution.bounds.low, solution.bounds.high) == (False, 0, 1)


@pytest.mark.parametrize(("moves", "game"), [("a1 b2", "tictactoe"), ("4453", "connect4")])
def test_values_of_moves_share_a_budget(moves: str, game: str) -> None:
    position = Position.from_moves(moves, game)
    legal = position.legal_moves()
    exact = Solver(game).solve(position, moves=True).exact_moves
    assert dict(Solver(game).values(position, legal, Budget())) == exact
    little = Budget(nodes=8)
    known = dict(Solver(game, use_book=False).values(position, legal, little))
    assert (list(known), known[legal[-1]]) == (list(legal), None)
    assert 8 <= little.spent <= 1024  # which is looked at now and then
