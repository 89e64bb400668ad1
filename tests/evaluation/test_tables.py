"""Shapes with tables of their own: the same contract as for every other term."""

from __future__ import annotations

import json
import pickle
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator, explain, load_evaluator
from kinarow.evaluation.compiled.boards import completing, lines_in, quiet, sums_of
from kinarow.evaluation.compiled.form import compiled
from kinarow.evaluation.decimals import exact
from kinarow.evaluation.explanation.changes import explain_move
from kinarow.evaluation.features.codes import contents_of
from kinarow.evaluation.terms import Shape, Tables, images
from kinarow.evaluation.written.formula import formula
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.game import Cell, GameSpec, Position, Side, symmetries
from kinarow.game.geometry import geometry
from kinarow.search import minimax
from kinarow.search.deepening import search
from kinarow.search.limits import Limits
from tests.evaluation.accumulator import Accumulator
from tests.strategies import examples, positions


def random_tables(spec: GameSpec, seed: int) -> Evaluator:
    """Random shapes, straight ones and others, with random tables for either side to move."""
    random = Random(seed)
    cells = geometry(spec).cells
    terms = []
    for side in Side:
        shapes = []
        for _ in range(random.randint(1, 4)):
            chosen = tuple(random.sample(cells, random.randint(1, min(4, len(cells)))))
            points = tuple(random.randint(-50, 50) for _ in range(contents_of(spec, chosen).count))
            shapes.append(Shape(chosen, points))
        terms.append(Tables(spec, side, tuple(shapes)))
    return Evaluator("tables", *terms)


def by_hand(evaluator: Evaluator, position: Position) -> int:
    """What the tables say for the first side, cell by cell."""
    total = 0
    for term in evaluator.terms:
        assert isinstance(term, Tables)
        if term.to_move is not position.mover:
            continue
        for shape in term.shapes:
            for cells in images(position.spec, shape.cells):
                steps = contents_of(position.spec, shape.cells).steps
                held = [int(position.at(c) or 0) for c in cells]
                code = sum(s[h - 1] for s, h in zip(steps, held, strict=True) if h)
                total += int(shape.points[code])
    return total


@settings(max_examples=examples(100))
@given(game=st.sampled_from(("drop:4x4:3", "place:4x4:3")), data=st.data())
def test_contents_are_numbered_without_gaps(game: str, data: st.DataObject) -> None:
    spec = GameSpec.parse(game)
    cells = tuple(data.draw(st.permutations(geometry(spec).cells))[: data.draw(st.integers(1, 6))])
    possible = {
        held
        for held in product(range(3), repeat=len(cells))
        if not spec.gravity
        or not any(
            stone and (below := Cell(cell.column, cell.row - 1)) in cells
            and not held[cells.index(below)]
            for cell, stone in zip(cells, held, strict=True)
        )
    }  # fmt: skip
    contents = contents_of(spec, cells)
    numbered = list(contents.held())
    assert set(numbered) == possible
    assert len(numbered) == contents.count
    for number, held in enumerate(numbered):
        steps = zip(contents.steps, held, strict=True)
        assert sum(step[stone - 1] for step, stone in steps if stone) == number


def test_files_with_numbers_in_base_3_are_read() -> None:
    position = Position.from_moves("4453", "drop:5x4:4")
    cells, points = (Cell(3, 1), Cell(3, 0), Cell(4, 0)), list(range(27))
    shape = {"cells": [cell.name for cell in cells], "points": points}
    written = {"type": "tables", "game": str(position.spec), "to_move": 1, "shapes": [shape]}
    (term,) = from_json({**to_json(random_tables(position.spec, 1)), "terms": [written]}).terms
    expected = sum(
        sum(int(position.at(cell) or 0) * 3**i for i, cell in enumerate(image))
        for image in images(position.spec, cells)
    )
    assert Evaluator("old", term).evaluate(position, Side.FIRST) == expected > 0


@settings(max_examples=examples(150))
@given(position=positions(6), seed=st.integers(0, 10**6))
def test_scores_are_the_entries_of_the_tables(position: Position, seed: int) -> None:
    evaluator = random_tables(position.spec, seed)
    expected = by_hand(evaluator, position)
    for side, sign in ((Side.FIRST, 1), (Side.SECOND, -1)):
        assert evaluator.evaluate(position, side) == sign * expected
        explanation = explain(evaluator, position, side)
        assert explanation.score == sign * expected
        assert sum(exact(c.points) for c in explanation.contributions) == sign * expected
        for move in position.legal_moves()[:2]:
            changes = explain_move(evaluator, position, move, side)
            change = exact(changes.after) - exact(changes.before)
            assert sum(exact(c.points) for c in changes.changes) == change
    assert formula(evaluator)


@settings(max_examples=examples(60))
@given(position=positions(6), side=st.sampled_from(Side), seed=st.integers(0, 10**6))
def test_the_compiled_form_agrees(position: Position, side: Side, seed: int) -> None:
    evaluator, random = random_tables(position.spec, seed), Random(seed)
    accumulator = Accumulator(evaluator, position.spec, side)
    for _ in range(20):
        moves = accumulator.position.legal_moves()
        if accumulator.position.plies and (not moves or random.random() < 0.35):
            accumulator.pop()
        else:
            accumulator.push(random.choice(moves))
        here = accumulator.position
        assert accumulator.score() == evaluator.evaluate(here, side)
        form = compiled(evaluator, here.spec, evaluator.stage(here))
        stones = np.array([[here.first], [here.second]], dtype=np.uint64)
        assert sums_of(form, stones[0], stones[1], side)[0] == accumulator.score()


@settings(max_examples=examples(40), deadline=None)
@given(position=positions(5), seed=st.integers(0, 10**6), depth=st.integers(1, 4))
def test_a_search_judges_leaves_by_who_is_to_move_there(
    position: Position, seed: int, depth: int
) -> None:
    empty = position.spec.cell_count - position.plies
    if position.ending() is not None or empty == 0 or not position.legal_moves():
        return
    evaluator = random_tables(position.spec, seed)
    depth = min(depth, empty, 3 if empty > 12 else 4)
    slow = minimax(position, evaluator, depth)
    fast = search(position, evaluator, Limits(depth=depth))
    if fast.depth == depth:
        assert (fast.score, fast.move) == (slow.score, slow.move)


@settings(max_examples=examples(60))
@given(position=positions(6), seed=st.integers(0, 10**6))
def test_declared_symmetries_hold(position: Position, seed: int) -> None:
    evaluator, spec = random_tables(position.spec, seed), position.spec
    declared = evaluator.symmetries(spec)
    for symmetry in declared:
        assert evaluator.evaluate(position.image(symmetry), Side.FIRST) == evaluator.evaluate(
            position, Side.FIRST
        )


def test_shapes_that_stand_for_their_images_have_all_symmetries() -> None:
    spec = GameSpec.parse("place:4x4:3")
    corner = Shape((Cell(0, 0), Cell(1, 1)), tuple(range(9)))
    evaluator = Evaluator("corners", *(Tables(spec, side, (corner,)) for side in Side))
    assert evaluator.symmetries(spec) == symmetries(spec)
    # A row read from its other end means something else, unless its table is the same.
    row = tuple(Cell(column, 0) for column in range(4))
    lopsided = Shape(row, tuple(range(81)))
    drop = GameSpec.parse("drop:4x4:3")
    one_sided = Evaluator("row", *(Tables(drop, side, (lopsided,)) for side in Side))
    assert len(one_sided.symmetries(drop)) == 1


def test_tables_travel_and_say_what_is_wrong(tmp_path: Path) -> None:
    spec = GameSpec.parse("drop:5x4:4")
    evaluator = random_tables(spec, 3)
    again = from_json(json.loads(json.dumps(to_json(evaluator))))
    assert again == evaluator == pickle.loads(pickle.dumps(evaluator))
    assert pickle.loads(pickle.dumps(evaluator)) is again  # equal ones are one
    with pytest.raises(KinarowError, match=r"made for drop:5x4:4, not for drop:7x6:4"):
        evaluator.evaluate(Position.from_moves("4"), Side.FIRST)
    with pytest.raises(KinarowError, match="a1 b1 has 9 numbers, not 8"):
        Tables(spec, Side.FIRST, (Shape((Cell(0, 0), Cell(1, 0)), (0,) * 8),))
    with pytest.raises(KinarowError, match="a1 a2 has 7 numbers, not 9"):
        Tables(spec, Side.FIRST, (Shape((Cell(0, 0), Cell(0, 1)), (0,) * 9),))
    with pytest.raises(KinarowError, match="can hold too much: 759375 contents"):
        Tables(spec, Side.FIRST, (Shape(tuple(Cell(i % 5, i // 5) for i in range(15)), (0,)),))
    with pytest.raises(KinarowError, match="one or more different cells"):
        Shape((Cell(0, 0), Cell(0, 0)), (0,) * 9)
    with pytest.raises(KinarowError, match="j1 is not on the board"):
        Tables(spec, Side.FIRST, (Shape((Cell(9, 0),), (0, 0, 0)),))
    data = to_json(evaluator)
    data["terms"][0]["shapes"][0]["cells"] = ["?"]
    with pytest.raises(KinarowError, match=r"terms\[0\].*is not a cell"):
        from_json(data)
    broken = tmp_path / "broken.json.gz"
    broken.write_bytes(b"\x1f\x8b not a gzip file")
    with pytest.raises(KinarowError, match=r"broken\.json\.gz"):
        load_evaluator(str(broken))


@settings(max_examples=examples(100))
@given(position=positions(7))
def test_boards_in_bulk_follow_the_rules(position: Position) -> None:
    spec = position.spec
    if spec.target == 1:
        return
    first = np.array([position.first], dtype=np.uint64)
    second = np.array([position.second], dtype=np.uint64)
    winner = (position.ending() or None) and position.ending().winner  # type: ignore[union-attr]
    assert bool(lines_in(spec, first)[0]) == (winner is Side.FIRST)
    assert bool(lines_in(spec, second)[0]) == (winner is Side.SECOND)
    if position.ending() is not None:
        return
    wins = {
        side: {m for m in position.legal_moves() if _completes(position, m, side)} for side in Side
    }
    assert bool(quiet(spec, first, second)[0]) == (not wins[Side.FIRST] | wins[Side.SECOND])
    on = geometry(spec)
    cells = int(completing(spec, first)[0])
    for move in position.legal_moves():
        assert bool(cells & on.bit(move)) == (move in wins[Side.FIRST])


def _completes(position: Position, move: Cell, side: Side) -> bool:
    stones = set(position.geometry.cells_in(position.stones(side))) | {move}
    for columns, rows in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = 1
        for way in (1, -1):
            ahead = Cell(move.column + way * columns, move.row + way * rows)
            while ahead in stones:
                run += 1
                ahead = Cell(ahead.column + way * columns, ahead.row + way * rows)
        if run == position.spec.target or (run > position.spec.target and not position.spec.exact):
            return True
    return False
