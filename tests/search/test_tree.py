from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.drawing.text import ASCII, UNICODE
from kinarow.drawing.tree import draw_tree, tree_svg
from kinarow.errors import KinarowError
from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position
from kinarow.search import alphabeta, minimax
from kinarow.search.tree import grow_tree
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
        text = draw_tree(root, position, charset).plain
        assert text.startswith("root max ")
        assert text.count("\n") + 1 == sum(1 for _ in root.walk())
        assert " pruned" in text
    assert draw_tree(root, position, ASCII).plain.isascii()
    picture = ElementTree.fromstring(tree_svg(root, position))
    lines = picture.findall("{http://www.w3.org/2000/svg}line")
    assert len(lines) == sum(1 for _ in root.walk()) - 1


@pytest.mark.slow
def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(KinarowError, match="more than 20000 nodes"):
        grow_tree(Position.start("gomoku"), OPEN_LINES, 4, prune=False)
