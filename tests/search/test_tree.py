from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.drawing.text import ASCII, UNICODE
from kinarow.errors import KinarowError
from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position
from kinarow.score import signed
from kinarow.search import alphabeta, minimax
from kinarow.search.lesson.node import TreeNode
from kinarow.search.lesson.tree import grow_tree
from kinarow.search.lesson.tree_picture import draw_tree, tree_svg
from tests.strategies import examples, positions


@settings(max_examples=examples(100))
@given(positions(5), st.integers(1, 3))
def test_the_tree_is_the_one_that_is_searched(position: Position, depth: int) -> None:
    assume(position.ending() is None)
    assume(len(position.legal_moves()) ** depth <= 3_000)
    whole = grow_tree(position, OPEN_LINES, depth, prune=False)
    pruned = grow_tree(position, OPEN_LINES, depth)
    slow, fast = minimax(position, OPEN_LINES, depth), alphabeta(position, OPEN_LINES, depth)
    assert whole.score == pruned.score == slow.score
    assert whole.best == pruned.best == slow.move
    assert sum(1 for _ in whole.walk()) == slow.nodes
    assert not any(node.pruned for node in whole.walk())
    assert sum(not node.pruned for node in pruned.walk()) == fast.nodes
    for node in whole.walk():
        if node.children:
            scores = [child.score for child in node.children if child.score is not None]
            assert node.score == (max(scores) if node.maximising else min(scores))


def test_the_tree_as_text_and_picture() -> None:
    position = Position.from_moves("b2 a1", "tictactoe")
    root = grow_tree(position, OPEN_LINES, 2)
    for charset in (ASCII, UNICODE):
        text = draw_tree(root, charset).plain
        assert text.startswith("root max ")
        assert text.count("\n") + 1 == sum(1 for _ in root.walk())
        assert " pruned" in text
    assert draw_tree(root, ASCII).plain.isascii()
    picture = ElementTree.fromstring(tree_svg(root))
    lines = picture.findall("{http://www.w3.org/2000/svg}line")
    assert len(lines) == sum(1 for _ in root.walk()) - 1


@pytest.mark.slow
def test_a_tree_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinarow.search.lesson.tree.MOST_NODES_DRAWN", 500)
    with pytest.raises(KinarowError, match="more than 500 nodes"):
        grow_tree(Position.start("gomoku"), OPEN_LINES, 4, prune=False)


@settings(max_examples=examples(100))
@given(positions(5), st.integers(1, 3), st.booleans())
def test_a_value_says_whether_it_is_only_a_bound(
    position: Position, depth: int, prune: bool
) -> None:
    """Beside the whole tree, which has the values themselves."""
    assume(position.ending() is None)
    assume(len(position.legal_moves()) ** depth <= 3_000)

    def compare(whole: TreeNode, node: TreeNode) -> None:
        assert whole.bound == "exact"
        assert (node.bound is None) == (node.score is None) == node.pruned
        if node.score is None or whole.score is None:
            return
        if node.bound == "exact":
            assert whole.score == node.score
        elif node.bound == "upper":
            assert whole.score <= node.score
        else:
            assert whole.score >= node.score
        for a, b in zip(whole.children, node.children, strict=True):
            compare(a, b)

    whole = grow_tree(position, OPEN_LINES, depth, prune=False)
    compare(whole, grow_tree(position, OPEN_LINES, depth, prune=prune))


def test_bounds_are_printed_as_bounds() -> None:
    """After 4 the first side has −40; after 3 one reply leaves it −60, and no other is tried."""
    position = Position.from_moves("44")
    root = grow_tree(position, OPEN_LINES, 2)
    cut = root.children[1]
    assert any(child.pruned for child in cut.children)
    assert cut.to_json()["bound"] == "upper"
    assert root.to_json()["bound"] == root.children[0].to_json()["bound"] == "exact"
    value, name = signed(cut.score or 0), cut.name
    assert f"{name} min ≤ {value}\n" in draw_tree(root, UNICODE).plain
    assert f"{name} min <= {value}\n" in draw_tree(root, ASCII).plain
    assert f">≤ {value}</text>" in tree_svg(root)
