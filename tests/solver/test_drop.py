"""Exact values of games with gravity."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.symmetry import symmetries
from kinarow.solver import Bounds, Solver
from kinarow.solver.drop import engine as drop
from kinarow.solver.drop.engine import fits, fits_one_word
from kinarow.solver.plain import prove_plainly
from kinarow.work.budget import Budget
from tests.running import wait_until
from tests.solver.oracle import brute_force, late_position, quiet_position
from tests.strategies import examples

# Tromp's table, as the design documents give it: who wins, and the number of the last stone.
GAME_VALUES = {
    "4x4": ("draw", 16), "5x4": ("draw", 20), "6x4": ("loss", 24), "7x4": ("draw", 28),
    "8x4": ("loss", 32), "4x5": ("draw", 20), "5x5": ("draw", 25), "6x5": ("draw", 30),
    "7x5": ("draw", 35), "4x6": ("draw", 24), "5x6": ("draw", 30), "6x6": ("loss", 36),
    "4x7": ("draw", 28), "5x7": ("draw", 35), "4x8": ("draw", 32),
}  # fmt: skip

SHAPES = [
    GameSpec(columns, rows, target, gravity=True)
    for columns in range(1, 13)
    for rows in range(1, 13)
    for target in range(1, max(columns, rows) + 1)
]
SHAPES = [spec for spec in SHAPES if fits_one_word(spec)]


@pytest.mark.slow
@pytest.mark.parametrize("size", GAME_VALUES)
def test_published_game_values_from_scratch(size: str) -> None:
    game = f"drop:{size}:4"
    solution = Solver(game).solve(Position.from_moves("", game))
    assert (solution.outcome, solution.plies) == GAME_VALUES[size]


@pytest.mark.slow
def test_brute_force_agrees_on_late_positions_of_many_games() -> None:
    seed, checked = random.Random(5), 0
    solvers: dict[GameSpec, Solver] = {}
    while checked < examples(500):
        spec = seed.choice(SHAPES)
        position = late_position(seed, spec, seed.randint(0, 7))
        if position is None:
            continue
        solver = solvers.setdefault(spec, Solver(spec, megabytes=1))
        solution = solver.solve(position, moves=True)
        assert solution.score == brute_force(position), repr(position)
        for move, value in (solution.moves or {}).items():
            assert value.exact == -brute_force(position.play(move)), (repr(position), move)
        checked += 1


SEEDS = st.integers(0, 2**32).map(random.Random)


@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(SHAPES), SEEDS, st.integers(4, 14))
def test_the_readable_rung_says_the_same(spec: GameSpec, seed: random.Random, empty: int) -> None:
    position = late_position(seed, spec, min(empty, spec.cell_count))
    if position is None:
        return
    expected, _ = prove_plainly(position, Budget(20_000))
    if expected is not None:
        assert Solver(spec, megabytes=1).solve(position).score == expected


@pytest.fixture(scope="module")
def connect4() -> Solver:
    return Solver()


def middle_position(seed: random.Random, game: str = "connect4") -> Position:
    while True:
        position = late_position(seed, GameSpec.parse(game), seed.randint(16, 26))
        if position is not None and position.ending() is None:
            return position


@settings(max_examples=examples(30), deadline=None)
@given(SEEDS)
def test_a_position_is_worth_its_best_move(connect4: Solver, seed: random.Random) -> None:
    position = middle_position(seed)
    alone = connect4.solve(position)
    with_moves = connect4.solve(position, moves=True)
    assert with_moves.moves is not None
    assert alone.score == max(bounds.low for bounds in with_moves.moves.values())
    assert alone.score == with_moves.score
    weak = connect4.solve(position, weak=True)
    assert (weak.outcome, weak.solved) == (alone.outcome, True)


@settings(max_examples=examples(30), deadline=None)
@given(SEEDS)
def test_mirror_images_are_worth_the_same(seed: random.Random) -> None:
    position = middle_position(seed)
    images = [position.image(symmetry) for symmetry in symmetries(position.spec)]
    scores = {Solver(megabytes=1).solve(image).score for image in images}
    assert len(images) == 2
    assert len(scores) == 1


@settings(max_examples=examples(20), deadline=None)
@given(SEEDS)
def test_a_perfect_line_ends_as_the_score_says(connect4: Solver, seed: random.Random) -> None:
    position = middle_position(seed)
    solution = connect4.solve(position, line=True)
    assert len(solution.line) == solution.plies
    for move in solution.line:
        position = position.play(move)
    ending = position.ending()
    assert ending is not None
    mover = solution.position.mover
    assert solution.outcome == ("draw" if ending.winner is None
                                else "win" if ending.winner is mover else "loss")  # fmt: skip


@settings(max_examples=examples(30), deadline=None)
@given(SEEDS, st.integers(1, 3000))
def test_out_of_nodes_only_bounds(connect4: Solver, seed: random.Random, nodes: int) -> None:
    position = middle_position(seed)
    exact = connect4.solve(position).score
    starved = Solver(megabytes=1).solve(position, nodes=nodes, moves=True, line=True)
    assert exact is not None
    assert starved.bounds.low <= exact <= starved.bounds.high
    assert starved.nodes <= nodes + 2048
    assert starved.moves is not None
    for move, bounds in starved.moves.items():
        value = connect4.solve(position.play(move)).score
        assert value is not None
        assert bounds.low <= -value <= bounds.high


def test_it_stops_when_told_to() -> None:
    stop = threading.Event()
    solver, found = Solver(use_book=False), []
    thread = threading.Thread(
        target=lambda: found.append(solver.solve(Position.from_moves("", "connect4"), stop=stop))
    )
    thread.start()
    wait_until(lambda: solver.engine.progress()[1] > 0, "it has not begun")
    stop.set()
    thread.join()
    assert not found[0].solved
    assert found[0].bounds.low <= 1 <= found[0].bounds.high
    assert found[0].nodes > 0


def test_seconds_end_it() -> None:
    solution = Solver(use_book=False).solve(Position.from_moves("", "connect4"), seconds=0.2)
    assert not solution.solved


@pytest.mark.slow
@pytest.mark.parametrize(("game", "stones"), [("connect4", 12), ("drop:10x6:4", 20)])
def test_several_threads_agree_with_one(
    game: str, stones: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drop, "_NODES_ALONE", 50)  # so that others join, and in several rounds
    spec, seed, compared = GameSpec.parse(game), random.Random(3), 0
    one = Solver(spec, use_book=False)
    several = [Solver(spec, threads=threads, use_book=False, megabytes=1) for threads in (2, 3)]
    while compared < 3:
        position = quiet_position(seed, spec, spec.cell_count - stones)
        expected = one.solve(position, nodes=300_000)
        if not expected.solved or expected.nodes < 5_000:
            continue
        for solver in several:
            assert solver.solve(position).score == expected.score, repr(position)
        compared += 1


def test_threads_stop_at_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drop, "_NODES_ALONE", 50)
    solver = Solver(threads=2, use_book=False)
    starved = solver.solve(Position.start(), nodes=20_000)
    assert not starved.solved
    assert 20_000 <= starved.nodes <= 20_000 + 4 * 1024
    assert starved.bounds.low <= 1 <= starved.bounds.high
    assert not solver.solve(Position.start(), seconds=0.2).solved
    assert solver.solve(Position.from_moves("121212")).score == 18


def test_a_table_that_overflows_and_one_that_grows_say_the_same() -> None:
    seed = random.Random(8)
    roomy, narrow = Solver(megabytes=64), Solver(megabytes=1)
    for _ in range(5):
        position = late_position(seed, GameSpec.parse("connect4"), 29)
        if position is not None and position.ending() is None:
            assert roomy.solve(position).score == narrow.solve(position).score


def test_a_finished_game_has_its_score() -> None:
    solution = Solver().solve(Position.from_moves("1212121"))
    assert (solution.over, solution.score, solution.outcome, solution.plies) == (
        True, -18, "loss", 0,
    )  # fmt: skip
    before = Solver().solve(Position.from_moves("121212"), moves=True)
    assert before.score == 18


def test_boards_too_large_say_so_and_their_endings_are_solved() -> None:
    game = "drop:9x7:6"
    empty = Solver(game).solve(Position.from_moves("", game), nodes=1000)
    assert (empty.solved, empty.outcome, empty.score) == (False, None, None)
    position = quiet_position(random.Random(6), GameSpec.parse("drop:20x10:20"), 5)
    assert not fits(position.spec)
    assert Solver(position.spec).solve(position).score == brute_force(position)


LARGE = ["drop:8x8:4", "drop:9x7:4", "drop:10x6:4", "drop:9x7:5", "drop:30x3:4", "drop:4x30:5"]
"""Boards of two words."""


@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from(LARGE), SEEDS, st.integers(2, 6))
def test_brute_force_agrees_on_large_boards(game: str, seed: random.Random, empty: int) -> None:
    spec = GameSpec.parse(game)
    assert fits(spec)
    assert not fits_one_word(spec)
    position = quiet_position(seed, spec, empty)
    solution = Solver(game, megabytes=1).solve(position, moves=True)
    assert solution.score == brute_force(position), repr(position)
    assert max(v.low for v in (solution.moves or {}).values()) == solution.score


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(LARGE[:4]), SEEDS, st.integers(8, 13))
def test_the_readable_rung_agrees_on_large_boards(
    game: str, seed: random.Random, empty: int
) -> None:
    position = quiet_position(seed, GameSpec.parse(game), empty)
    expected, _ = prove_plainly(position, Budget(20_000))
    if expected is not None:
        assert Solver(game, megabytes=1).solve(position).score == expected


def test_a_middle_game_of_a_large_board_is_worth_what_its_images_and_moves_say() -> None:
    position = quiet_position(random.Random(4), GameSpec.parse("drop:10x6:4"), 30)
    scores = set()
    for symmetry in symmetries(position.spec):
        solution = Solver(position.spec).solve(position.image(symmetry), moves=True)
        scores |= {solution.score, max(v.low for v in (solution.moves or {}).values())}
    assert len(scores) == 1
    assert None not in scores


def test_a_small_table_confuses_no_positions_of_a_large_board() -> None:
    # Their keys agree in all bits that a table of 1 MB would have kept.
    one = "drop:8x7:4 2O4X/O1O2X1O/X1O2XXX/X1X2OOO/O1O2XXO/OXO2OXO/XOXXOXXX"
    two = "drop:8x7:4 2X2XOX/X1X2OOX/O1X2OOX/O1O2XXO/X1X2OOX/XOX2XOO/OXOOXOXO"
    small = Solver("drop:8x7:4", megabytes=1)
    small.solve(Position.parse(one))
    assert small.solve(Position.parse(two)).score == 7


@pytest.mark.parametrize("game", ["connect4", "drop:4x4:4", "drop:1x9:4", "drop:20x2:3"])
def test_more_threads_than_columns(game: str) -> None:
    spec = GameSpec.parse(game)
    position = None
    while position is None:
        position = late_position(random.Random(), spec, min(9, spec.cell_count))
    expected = brute_force(position) if spec.cell_count < 9 else Solver(spec).solve(position).score
    assert Solver(spec, threads=12, megabytes=1).solve(position).score == expected


def test_a_solver_shared_by_threads_takes_one_question_at_a_time(connect4: Solver) -> None:
    seed = random.Random(11)
    positions = [middle_position(seed) for _ in range(40)]
    shared = Solver(use_book=False)
    with ThreadPoolExecutor(4) as pool:
        scores = [solution.score for solution in pool.map(shared.solve, positions)]
    assert scores == [connect4.solve(position).score for position in positions]


def test_a_stop_that_comes_late_does_not_end_the_next_question(connect4: Solver) -> None:
    seed = random.Random(12)
    for _ in range(10):
        stop = threading.Event()
        connect4.solve(late_position(seed, connect4.spec, 4) or Position.start(), stop=stop)
        stop.set()
        assert connect4.solve(middle_position(seed)).solved


def test_positions_of_other_games_are_refused(connect4: Solver) -> None:
    other = Position.from_moves("1212121", "drop:7x7:4")
    with pytest.raises(KinarowError, match="this solver is for"):
        connect4.solve(other)
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(KinarowError, match="seconds"):
            connect4.solve(Position.start(), seconds=seconds)


def test_bounds_seen_from_the_other_side() -> None:
    assert Bounds(-2, 5).flipped() == Bounds(-5, 2)
