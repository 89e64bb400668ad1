"""`open-lines` against its document, and against a reading of it written here from scratch."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.errors import EvaluatorError
from kinarow.evaluation import CATALOGUE, OPEN_LINES, Evaluator, Windows, explain, find_evaluator, k
from kinarow.game import GameSpec, Position, Side
from kinarow.score import HEURISTIC_LIMIT
from tests.strategies import positions

DOCUMENT = Position.from_moves("3661535465557665173364")
SIDES = st.sampled_from(Side)


def by_the_document(position: Position, side: Side) -> int:
    """Σ 10ⁿ·(Rₙ − Yₙ), windows found by walking over a grid."""
    grid, spec = position.rows(), position.spec
    total = 0
    ways = [(0, 1), (1, 0), (1, 1), (1, -1)] if spec.target > 1 else [(0, 1)]
    for r in range(spec.rows):
        for c in range(spec.columns):
            for down, right in ways:
                cells = [(r + i * down, c + i * right) for i in range(spec.target)]
                if not all(0 <= y < spec.rows and 0 <= x < spec.columns for y, x in cells):
                    continue
                held = [grid[y][x] for y, x in cells]
                reds, yellows = held.count(1), held.count(2)
                if reds and not yellows:
                    total += min(10**reds, 10**9)
                if yellows and not reds:
                    total -= min(10**yellows, 10**9)
    return total if side is Side.FIRST else -total


def test_the_documents_example() -> None:
    assert OPEN_LINES.evaluate(DOCUMENT, Side.FIRST) == -1250
    assert OPEN_LINES.evaluate(DOCUMENT, Side.SECOND) == 1250


def test_the_documents_counts() -> None:
    """R₁−Y₁ = 2−7, R₂−Y₂ = 2−4, R₃−Y₃ = 0−1, R₄−Y₄ = 0−0."""
    points = Counter(c.points for c in explain(OPEN_LINES, DOCUMENT, Side.FIRST).contributions)
    assert points == {10: 2, -10: 7, 100: 2, -100: 4, -1000: 1}


@given(positions(9), SIDES)
def test_it_is_what_the_document_says_on_every_board(position: Position, side: Side) -> None:
    assert OPEN_LINES.evaluate(position, side) == by_the_document(position, side)


@pytest.mark.parametrize("evaluator", CATALOGUE.values(), ids=CATALOGUE)
@given(position=positions(9), side=SIDES)
def test_explanations_sum_to_the_score(
    evaluator: Evaluator, position: Position, side: Side
) -> None:
    explanation = explain(evaluator, position, side)
    running = 0.0
    for contribution in explanation.contributions:
        running += contribution.points
        assert contribution.total == running
        assert contribution.holds == position.holds(contribution.cells)
        assert contribution.points
    assert explanation.score == running == evaluator.evaluate(position, side)
    assert sum(step.points for step in explanation.steps) == explanation.score


def test_even_the_largest_board_stays_inside_the_heuristic_band() -> None:
    spec = GameSpec(100, 100, 40, gravity=False)
    windows = len(Position.start(spec).windows())
    largest = max(OPEN_LINES.terms[0].features(spec)[0].own_points)  # type: ignore[attr-defined]
    assert windows * largest < HEURISTIC_LIMIT


def test_counts_are_relative_to_the_target() -> None:
    evaluator = Evaluator("test", Windows(own={k: 9, k - 1: 5, k - 2: 2}, opponent={k - 1: -7}))
    two = Position.from_moves("a1 a3 b1", "place:3x3:3")
    assert evaluator.evaluate(two, Side.FIRST) == 5 + 2 + 2  # row 1; column b; a1–c3
    small = Position.from_moves("a1", "place:2x2:2")
    assert evaluator.evaluate(small, Side.FIRST) == 3 * 5  # k - 2 would be no stone: no rule


def test_bad_weights_are_refused() -> None:
    with pytest.raises(EvaluatorError, match="3 is no number of stones such as k or k - 1"):
        Windows(own={3: 1}, opponent={})  # type: ignore[dict-item]
    with pytest.raises(EvaluatorError, match="points must be a number, not 'x'"):
        Windows(own={k: "x"}, opponent={})  # type: ignore[dict-item]
    with pytest.raises(EvaluatorError, match="points lie between"):
        Windows(own={k: float("nan")}, opponent={})
    with pytest.raises(EvaluatorError, match="has no terms"):
        Evaluator("empty")


def test_unknown_evaluators_get_a_hint() -> None:
    with pytest.raises(EvaluatorError, match="did you mean open-lines"):
        find_evaluator("open-line")
