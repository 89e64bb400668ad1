"""What every evaluator must do, on every board: agree with the documents, explain itself, compile,
keep its symmetries, travel."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.evaluation import (
    CATALOGUE,
    AnchoredRuns,
    Column,
    Evaluator,
    Pattern,
    Phased,
    Phases,
    Squares,
    Traps,
    Windows,
    explain,
    k,
    powers_of,
)
from kinarow.evaluation.compiled.form import compiled
from kinarow.evaluation.decimals import exact
from kinarow.evaluation.evaluator import written_out
from kinarow.evaluation.explanation.changes import explain_move
from kinarow.evaluation.features.trap_cells import find_traps
from kinarow.evaluation.square_value import best_square
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.game import Cell, GameSpec, Position, Side, symmetries
from kinarow.game.grid import grid_of
from kinarow.score import HEURISTIC_LIMIT
from tests.evaluation import readings
from tests.evaluation.accumulator import Accumulator
from tests.strategies import examples, positions

EVERYTHING = Evaluator(
    "everything",
    Column(1, own=2.5, opponent=-1),
    Windows(own={k: 9, k - 2: 0.25}, opponent=-powers_of(3), tally=("A", "B")),
    Pattern(".X", k - 1, own=4, opponent=-3),
    Pattern("XOX", own=1),
    AnchoredRuns(own=powers_of(2), opponent={k - 1: -1.1}),
    Phased("places", Squares(own=0.1, opponent=-0.3), early=3, mid=0, late=-0.7),
    Phased("traps", Traps(own=2), early=1, mid=0.5, late=2),
    Traps(own=-1.5),
    Phased("again", Windows(own={k - 1: 1}, opponent={k - 1: -1}), early=0, mid=0, late=1.25),
    won=777.5,
    phases=Phases(1, 3, 5),
)
"""Every term, odd weights, and no symmetry but by accident."""

ANYWHERE = Evaluator("anywhere", Windows(own={k: 9}, opponent={}), Traps(own=1.5, where="empty"))
EVALUATORS = {**CATALOGUE, "everything": EVERYTHING, "anywhere": ANYWHERE}

SIDES = st.sampled_from(Side)
every_evaluator = pytest.mark.parametrize("evaluator", EVALUATORS.values(), ids=EVALUATORS)

READINGS: dict[str, Callable[[Position, int], Fraction | int]] = {
    "center-window": lambda p, side: readings.center_window(p.rows(), p.spec.target, side),
    "open-lines": lambda p, side: readings.open_lines(p.rows(), p.spec.target, side),
    "anchored-runs": lambda p, side: readings.anchored_runs(p.rows(), p.spec.target, side),
    "threats": lambda p, side: readings.threats(p.rows(), p.spec.target, side),
    "phased-traps": lambda p, side: readings.phased_traps(
        p.rows(), p.spec.target, side, p.spec.gravity
    ),
}


@st.composite
def course_positions(draw: st.DrawFn) -> Position:
    """Positions of boards from 3×3 to 12×12 with targets from 2 to 6."""
    columns, rows = draw(st.integers(3, 12)), draw(st.integers(3, 12))
    target = draw(st.integers(2, min(6, max(columns, rows))))
    position = Position.start(GameSpec(columns, rows, target, gravity=draw(st.booleans())))
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, position.spec.cell_count))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(random.choice(moves))
    return position


ANY_POSITION = st.one_of(course_positions(), positions(7))


def test_every_evaluator_of_the_catalogue_has_a_reading() -> None:
    assert set(READINGS) == set(CATALOGUE)


@pytest.mark.parametrize("name", READINGS)
@settings(max_examples=examples(300))
@given(position=ANY_POSITION, side=SIDES)
def test_it_says_what_its_document_says(name: str, position: Position, side: Side) -> None:
    score = CATALOGUE[name].evaluate(position, side)
    assert exact(score) == READINGS[name](position, int(side))


@settings(max_examples=examples(300))
@given(ANY_POSITION, SIDES)
def test_square_value_chooses_what_its_document_chooses(position: Position, side: Side) -> None:
    if position.ending() is not None:
        return
    spec = position.spec
    best = best_square(position, side)
    board = grid_of(position).tolist()
    row, column = readings.square_value_move(board, spec.target, int(side), spec.gravity)
    assert best.cell == Cell(column, spec.rows - 1 - row)
    values = readings.square_values(board, spec.target, int(side), spec.gravity)
    assert list(best.numbers) == values[row, column]


@settings(max_examples=examples(200))
@given(ANY_POSITION, SIDES)
def test_traps_are_the_documents_traps(position: Position, side: Side) -> None:
    spec = position.spec
    found = {(spec.rows - 1 - cell.row, cell.column) for cell in find_traps(position, side)}
    assert found == readings.traps(position.rows(), spec.target, int(side), spec.gravity)
    found = {(spec.rows - 1 - c.row, c.column) for c in find_traps(position, side, anywhere=True)}
    assert found == readings.traps(position.rows(), spec.target, int(side), gravity=False)


@every_evaluator
@settings(max_examples=examples(200))
@given(position=ANY_POSITION, side=SIDES)
def test_explanations_sum_to_the_score(
    evaluator: Evaluator, position: Position, side: Side
) -> None:
    explanation = explain(evaluator, position, side)
    score = evaluator.evaluate(position, side)
    assert explanation.score == score
    running = Fraction(0)
    for contribution in explanation.contributions:
        running += exact(contribution.points)
        assert exact(contribution.total) == running
        assert contribution.holds == position.holds(contribution.cells)
        assert contribution.points
    assert running == exact(score)
    assert sum(exact(step.points or 0) for step in explanation.steps) == running


@every_evaluator
@settings(max_examples=examples(100))
@given(position=ANY_POSITION, side=SIDES, seed=st.integers(0, 10**6))
def test_the_compiled_form_agrees_after_any_make_and_unmake(
    evaluator: Evaluator, position: Position, side: Side, seed: int
) -> None:
    random = Random(seed)
    accumulator = Accumulator(evaluator, position.spec, side)
    for _ in range(25):
        moves = accumulator.position.legal_moves()
        if accumulator.position.plies and (not moves or random.random() < 0.35):
            accumulator.pop()
        else:
            accumulator.push(random.choice(moves))
        assert accumulator.score() == evaluator.evaluate(accumulator.position, side)
    while accumulator.position.plies:
        accumulator.pop()
    for form, codes in accumulator.codes.items():
        assert (codes == form.origins).all()
        assert accumulator.sums[form] == form.empty_sum(side)


@pytest.mark.parametrize("target", [11, 14, 25])
@every_evaluator
def test_long_windows_compile_exactly(evaluator: Evaluator, target: int) -> None:
    """Windows for which a table over ordered cells, 3^length, would be far too large."""
    spec = GameSpec(target + 2, 3, target, gravity=False)
    random = Random(target)
    for side in Side:
        accumulator = Accumulator(evaluator, spec, side)
        # Long rows of one colour, so that the high counts occur.
        rows = [
            [Cell(c, r) for c in random.sample(range(spec.columns), spec.columns)] for r in (0, 2)
        ]
        for first, second in zip(*rows, strict=True):
            for move in (first, second):
                if accumulator.position.ending() is None:
                    accumulator.push(move)
                    score = evaluator.evaluate(accumulator.position, side)
                    assert accumulator.score() == score
        assert len(compiled(evaluator, spec, 0).table[0]) < 100_000


@pytest.mark.slow
@every_evaluator
@settings(max_examples=examples(60))
@given(position=ANY_POSITION, side=SIDES)
def test_declared_symmetries_hold(evaluator: Evaluator, position: Position, side: Side) -> None:
    score = evaluator.evaluate(position, side)
    for symmetry in evaluator.symmetries(position.spec):
        assert evaluator.evaluate(position.image(symmetry), side) == score


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["connect4", "drop:6x5:4", "tictactoe", "place:5x4:3", "place:8x8:5"]
)
@every_evaluator
def test_undeclared_symmetries_do_not_hold(evaluator: Evaluator, game: str) -> None:
    spec = GameSpec.parse(game)
    declared, known = evaluator.symmetries(spec), some_positions(spec)
    for symmetry in set(symmetries(spec)) - set(declared):
        assert any(
            evaluator.evaluate(p, side) != evaluator.evaluate(p.image(symmetry), side)
            for p in known
            for side in Side
        ), f"{evaluator.name} has {symmetry.value} on {spec} and does not say so"


def some_positions(spec: GameSpec) -> list[Position]:
    random = Random(f"{spec}")
    found = []
    for _ in range(100):
        position = Position.start(spec)
        for _ in range(random.randint(1, 12)):
            if position.legal_moves():
                position = position.play(random.choice(position.legal_moves()))
        found.append(position)
    return found


def test_the_symmetries_of_the_catalogue() -> None:
    connect4, even = GameSpec.parse("connect4"), GameSpec.parse("drop:6x6:4")
    mirrored = {
        name: [len(e.symmetries(spec)) == 2 for spec in (connect4, even)]
        for name, e in CATALOGUE.items()
    }
    assert mirrored == {
        "center-window": [True, False],
        "open-lines": [True, True],
        "anchored-runs": [False, False],
        "phased-traps": [True, True],
        "threats": [True, True],
    }


@every_evaluator
@settings(max_examples=examples(100))
@given(position=ANY_POSITION, side=SIDES, data=st.data())
def test_what_a_move_changes_sums_to_the_difference(
    evaluator: Evaluator, position: Position, side: Side, data: st.DataObject
) -> None:
    if not position.legal_moves():
        return
    move = data.draw(st.sampled_from(position.legal_moves()))
    changes = explain_move(evaluator, position, move, side)
    assert changes.before == evaluator.evaluate(position, side)
    assert changes.after == evaluator.evaluate(position.play(move), side)
    total = sum(exact(change.points) for change in changes.changes)
    assert total == exact(changes.after) - exact(changes.before)
    for change in changes.changes:
        assert change.points
        if change.kind in ("new", "grown", "shrunk", "blocked"):
            assert change.before == position.holds(change.cells)
            assert change.after == position.play(move).holds(change.cells)


@every_evaluator
def test_it_travels(evaluator: Evaluator) -> None:
    evaluator.evaluate(Position.start(), Side.FIRST)
    for twin in (
        pickle.loads(pickle.dumps(evaluator)),
        from_json(json.loads(json.dumps(to_json(evaluator)))),
    ):
        assert twin == evaluator
        assert hash(twin) == hash(evaluator)
    assert len(pickle.dumps(evaluator)) < 5_000


@every_evaluator
def test_even_the_largest_board_stays_inside_the_heuristic_band(evaluator: Evaluator) -> None:
    # 100×100 takes long to lower; it has at most (92/22)² times as many places for a line.
    form = evaluator.lowered(GameSpec(30, 30, 9, gravity=False))
    largest = sum(
        max(map(abs, part.weights))
        * sum(int(max(map(abs, f.rule.numbers()))) for f in part.features)
        for part in form.parts
    )
    assert 18 * largest / form.scale < HEURISTIC_LIMIT


@every_evaluator
@settings(max_examples=examples(30))
@given(position=course_positions(), side=SIDES)
def test_weights_written_out_for_a_target_mean_the_same(
    evaluator: Evaluator, position: Position, side: Side
) -> None:
    each = written_out(evaluator, position.spec.target)
    assert "powers_of" not in json.dumps(to_json(each))
    assert each.evaluate(position, side) == evaluator.evaluate(position, side)
