"""Searches told step by step."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.api.lessons import lesson, textbook_lesson
from kinarow.errors import KinarowError
from kinarow.evaluation import OPEN_LINES
from kinarow.game import Cell, Position
from kinarow.score import Score
from kinarow.search import alphabeta, minimax
from kinarow.search.lesson.branches import ORDERS, Order
from kinarow.search.lesson.lesson import Lesson
from kinarow.search.lesson.node import TreeNode
from kinarow.search.plain.terminal import decided
from tests.strategies import examples, positions

orders = st.sampled_from(ORDERS)


def replayed(told: Lesson) -> Score:
    """The root's value, from the leaves' alone and what is said to come up to whom."""
    known: dict[int, Score] = {}
    data = told.to_json()
    for step in data["steps"]:
        if step["kind"] == "leaf":
            known[step["node"]] = step["score"]
        elif step["kind"] == "update":
            node, value = step["node"], known[step["child"]]
            best = max if data["nodes"][node]["node"] == "max" else min
            before = known.get(node)
            known[node] = value if before is None else best(before, value)
            assert step["improves"] is (before is None or known[node] != before)
            assert step["score"] == known[node]
    return known[0]


def small(position: Position, depth: int) -> None:
    assume(position.ending() is None)
    assume(len(position.legal_moves()) ** depth <= 1_000)


@settings(max_examples=examples(100))
@given(positions(5), st.integers(1, 4), st.booleans(), orders)
def test_replayed_steps_give_the_value_of_the_search(
    position: Position, depth: int, prune: bool, order: Order
) -> None:
    small(position, depth)
    told = lesson(position, OPEN_LINES, depth=depth, prune=prune, order=order)
    slow = minimax(position, OPEN_LINES, depth)
    assert replayed(told) == told.value == slow.score
    if order == "usual":
        found = alphabeta(position, OPEN_LINES, depth) if prune else slow
        assert told.looked_at == found.nodes
        assert told.root.best == found.move
    if not prune:
        assert told.cut_off == 0
        assert told.looked_at == slow.nodes


@settings(max_examples=examples(100))
@given(positions(5), st.integers(1, 3), orders)
def test_what_is_said_of_a_node_is_true_of_its_value(
    position: Position, depth: int, order: Order
) -> None:
    """Every bound, also those while a node is still looked at, beside the values of minimax."""
    small(position, depth)
    told = lesson(position, OPEN_LINES, depth=depth, order=order)
    for step in told.steps:
        if step.bound is None or step.score is None:
            continue
        here, line = position, path_to(told, step.node)
        for move in line:
            here = here.play(move)
        value = for_root(position, here, depth - len(line))
        assert (step.score <= value) if step.bound == "lower" else True
        assert (step.score >= value) if step.bound == "upper" else True
        assert (step.score == value) if step.bound == "exact" else True
        if step.kind == "cut":
            assert step.bound == ("lower" if step.node.maximising else "upper")
            assert step.low >= step.high


def path_to(told: Lesson, wanted: TreeNode) -> list[Cell]:
    """The moves that lead to a node."""
    above = {id(child): node for node in told.root.walk() for child in node.children}
    line = []
    while wanted.move is not None:
        line.append(wanted.move)
        wanted = above[id(wanted)]
    return line[::-1]


def for_root(root: Position, here: Position, depth: int) -> Score:
    """What minimax makes of a position below the root, for the root's side."""
    score = decided(here, root.mover)
    if score is not None:
        return score
    if not depth or not here.legal_moves():
        return OPEN_LINES.evaluate(here, root.mover)
    values = [for_root(root, here.play(move), depth - 1) for move in here.legal_moves()]
    return max(values) if here.mover is root.mover else min(values)


def test_the_tree_of_the_textbooks() -> None:
    """Worth 3 by the first move; of the second move's replies the last two need no look."""
    pruned, whole = textbook_lesson(), textbook_lesson(prune=False)
    assert pruned.value == whole.value == 3
    assert pruned.root.chosen is pruned.root.children[0]
    assert (whole.looked_at, pruned.looked_at, pruned.cut_off) == (13, 11, 2)
    assert [node.name for node in pruned.root.walk() if node.pruned] == ["b2", "b3"]
    assert "Cut: after b the value is at most +2, but MAX has +3 elsewhere" in str(pruned)
    good, bad = (textbook_lesson(order=order) for order in ("good", "bad"))
    assert (good.looked_at, bad.looked_at) == (9, 13)


def test_a_good_order_needs_no_more_nodes_than_a_bad_one() -> None:
    position = Position.from_moves("4453")
    looked = {o: lesson(position, depth=3, order=o).looked_at for o in ORDERS}
    assert looked["good"] < looked["usual"] < looked["bad"]


def test_every_step_has_a_sentence_and_numbers_that_exist() -> None:
    told = lesson(Position.from_moves("112233"), depth=3)
    data = told.to_json()
    assert len(data["steps"]) == len(told.steps) == len(told.words)
    for step in data["steps"]:
        assert re.fullmatch(r"[A-Za-z0-9].*\.", step["words"])
        assert 0 <= step["node"] < len(data["nodes"])
    assert "has a line: win at stone 7" in str(told)
    assert [node["parent"] for node in data["nodes"]].count(None) == 1
    stones = {(node["side"], node["node"]) for node in data["nodes"][1:]}
    assert stones <= {(1, "min"), (2, "max")}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ("7", "is not a tree such as"),
        ("[3, [2, ", "is not a tree such as"),
        ("[" * 100_000, "is not a tree such as"),
        ("[]", "lists that are not empty"),
        ("[true]", "numbers and of lists"),
        ('["a"]', "numbers and of lists"),
        ("[1e30]", "too large for a leaf"),
        ("[NaN]", "too large for a leaf"),
        ("[" * 13 + "1" + "]" * 13, "12 plies deep at most"),
        (str([[1] * 100] * 50), "4000 nodes at most"),
    ],
)
def test_what_is_no_tree_is_refused_in_words(values: str, words: str) -> None:
    with pytest.raises(KinarowError, match=re.escape(words)):
        textbook_lesson(values)


@pytest.mark.parametrize("order", ORDERS)
def test_a_lesson_that_is_too_long_is_refused(order: Order) -> None:
    with pytest.raises(KinarowError, match="reduce the depth"):
        lesson(Position.start(), depth=6, prune=False, order=order)


def test_a_notebook_shows_a_small_lesson_as_a_moving_picture() -> None:
    assert "<animate" in (textbook_lesson()._repr_svg_() or "")
    assert lesson(Position.from_moves("44"), depth=4)._repr_svg_() is None
