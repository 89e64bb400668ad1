# mypy: disable-error-code="arg-type,dict-item"
"""What terms mean, and what they refuse; the mistakes below are meant."""

from __future__ import annotations

import numpy as np
import pytest

from kinarow.errors import EvaluatorError
from kinarow.evaluation import (
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
    find_evaluator,
    k,
    powers_of,
)
from kinarow.evaluation.evaluator import Phase
from kinarow.evaluation.features.trap_cells import find_traps
from kinarow.game import GameSpec, Position, Side


def test_counts_are_relative_to_the_target() -> None:
    evaluator = Evaluator("test", Windows(own={k: 9, k - 1: 5, k - 2: 2}, opponent={k - 1: -7}))
    two = Position.from_moves("a1 a3 b1", "place:3x3:3")
    assert evaluator.evaluate(two, Side.FIRST) == 5 + 2 + 2  # row 1; column b; a1–c3
    small = Position.from_moves("a1", "place:2x2:2")
    assert evaluator.evaluate(small, Side.FIRST) == 3 * 5  # k - 2 would be no stone: no rule


def test_a_pattern_is_read_from_either_end() -> None:
    evaluator = Evaluator("test", Pattern("XX.", own=1, opponent=-10))
    row = Position.from_moves("b1 b3 c1 c3", "place:4x3:4")
    assert evaluator.evaluate(row, Side.FIRST) == 2 * 1 - 2 * 10
    assert evaluator.evaluate(row, Side.SECOND) == 2 * 1 - 2 * 10


def test_a_palindrome_counts_once() -> None:
    evaluator = Evaluator("test", Pattern(".", k - 1, ".", own=25))
    assert evaluator.evaluate(Position.from_moves("273747"), Side.FIRST) == 25
    assert evaluator.evaluate(Position.from_moves("273747"), Side.SECOND) == 0


def test_a_table_of_squares_belongs_to_one_size() -> None:
    evaluator = Evaluator("test", Squares(table=((1, 2), (3, 4)), own=2, opponent=0))
    assert evaluator.evaluate(Position.from_moves("a1", "place:2x2:2"), Side.FIRST) == 6
    with pytest.raises(
        EvaluatorError, match="the table is for 2×2 cells, the board of place:3x3:3"
    ):
        evaluator.evaluate(Position.start("tictactoe"), Side.FIRST)


def test_a_trap_with_gravity_must_be_playable_now() -> None:
    # X on d1 and e1: a stone on c1 or f1 makes an open three.
    position = Position.from_moves("4455")
    assert {str(cell) for cell in find_traps(position, Side.FIRST)} == {"c1", "f1"}
    assert find_traps(Position.start(), Side.FIRST) == ()


@pytest.mark.parametrize(
    ("stones", "cells", "phase"),
    [
        (9, 42, Phase.EARLY),
        (10, 42, Phase.MID),
        (20, 42, Phase.MID),
        (21, 42, Phase.LATE),
        (2, 9, Phase.EARLY),
        (3, 9, Phase.MID),
        (5, 9, Phase.LATE),
    ],
)
def test_phases_are_shares_of_the_board(stones: int, cells: int, phase: Phase) -> None:
    assert Phases().phase(stones, cells) is phase


def test_weights_are_the_decimals_they_are_written_as() -> None:
    evaluator = Evaluator("test", Column("center", own=0.1), Column("center", own=0.2))
    score = evaluator.evaluate(Position.from_moves("4"), Side.FIRST)
    assert score == 0.3  # 0.1 + 0.2 in floats is 0.30000000000000004


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Windows(own={3: 1}, opponent={}), "own: 3 is not a number of stones such as k"),
        (lambda: Windows(own={}, opponent={k: "x"}), "opponent: the points for k must be a number"),
        (lambda: Windows(own={k: float("nan")}, opponent={}), "must lie between"),
        (lambda: Windows(own=5, opponent={}), "own must be points by count"),
        (lambda: AnchoredRuns(own={k: 10**12}, opponent={}), "must lie between"),
        (lambda: powers_of(0), "the base must be 1 to"),
        (lambda: powers_of(1.5), "the base must be a whole number"),
        (lambda: Column("left", own=1), "column must be"),
        (lambda: Column(-1, own=1), "column must be"),
        (lambda: Column(own="6"), "own must be a number, not '6'"),
        (lambda: Column(own=True), "own must be a number, not True"),
        (lambda: Pattern("XYX", own=1), "'XYX' is not made of"),
        (lambda: Pattern("..", own=1), "there is no stone in it"),
        (lambda: Squares(table=((1, 2), (3,))), "differ in length"),
        (lambda: Squares(table=((1, None),)), "row 1 of the table must be a number"),
        (lambda: Phased("x", Phased("y", Traps(), 1, 1, 1), 1, 1, 1), "is one of the others"),
        (lambda: Phased("x", Traps(), early=None, mid=1, late=1), "early must be a number"),
        (lambda: Traps(where="sky"), "traps: where must be playable or empty, not 'sky'"),
        (
            lambda: Evaluator("x", Traps(), Traps(where="empty")).lowered(Position.start().spec),
            "must have the same `where`",
        ),
        (lambda: Phases(20, 10), "early_below ≤ late_above"),
        (lambda: Evaluator("empty"), "has no terms"),
        (lambda: Evaluator(" ", Traps()), "name must be a text of one line"),
        (lambda: Evaluator("x", "windows"), "term 1 is 'windows', not a term"),
        (lambda: Evaluator("x", Traps(), won="lots"), "won must be a number"),
    ],
)
def test_mistakes_name_the_field(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(EvaluatorError) as caught:
        make()
    assert words in str(caught.value)


def test_unknown_evaluators_get_a_hint() -> None:
    with pytest.raises(EvaluatorError, match="did you mean open-lines"):
        find_evaluator("open-line")
    with pytest.raises(EvaluatorError, match="values squares, not boards"):
        find_evaluator("square-value")


def test_a_column_that_is_not_there_counts_nothing() -> None:
    evaluator = Evaluator("test", Column(9, own=5))
    assert evaluator.evaluate(Position.from_moves("1234567"), Side.FIRST) == 0
    assert GameSpec.parse("connect4").columns == 7


def test_scores_that_could_pass_for_proven_wins_are_refused() -> None:
    huge = Evaluator("huge", Phased("x", Column(own=10**9), early=10**9, mid=1, late=1))
    with pytest.raises(EvaluatorError, match="could reach those of proven wins"):
        huge.evaluate(Position.start(), Side.FIRST)


def test_numbers_of_numpy_are_numbers() -> None:
    column = Column(own=np.float64(1.5), opponent=np.int64(-2))
    assert column == Column(own=1.5, opponent=-2)
    assert Evaluator("test", column).evaluate(Position.from_moves("44"), Side.FIRST) == -0.5


def test_a_side_may_be_given_as_its_number() -> None:
    evaluator = Evaluator("test", Column(own=3))
    assert evaluator.evaluate(Position.from_moves("4"), 1) == 3
    assert evaluator.evaluate(Position.from_moves("4"), 2) == 0


def test_a_tally_counts_by_whose_stones_they_are() -> None:
    shy = Evaluator("shy", Windows(own=-powers_of(10), opponent=powers_of(10), tally=("R", "Y")))
    step = explain(shy, Position.from_moves("1"), Side.FIRST).steps[0]
    assert step.note == "−10·(R₁ − Y₁) = −10·(3 − 0) = −30"


def test_symmetry_is_seen_across_terms() -> None:
    both_edges = Evaluator("edges", Column(0, own=1), Column(6, own=1))
    assert len(both_edges.symmetries(GameSpec.parse("connect4"))) == 2
