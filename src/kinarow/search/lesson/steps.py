"""Alpha-beta and minimax one step at a time, over any tree.

    enter   a node with moves is looked at for the first time
    leaf    a node without moves is given its value
    update  a value comes up to its parent, which is better off by it or not
    cut     the rest of a node's moves cannot matter, and is left out
    done    the root has its value

Each node that is looked at is entered, or is a leaf, once; so these two count nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kinarow.errors import KinarowError
from kinarow.score import WIN, Score
from kinarow.search.lesson.branches import Branch
from kinarow.search.lesson.node import Bound, TreeNode

StepKind = Literal["enter", "leaf", "update", "cut", "done"]


@dataclass(frozen=True, slots=True)
class SearchStep:
    """Something that a search did."""

    kind: StepKind
    node: TreeNode
    """Where; nodes go on to change, and what holds now is in the step."""
    low: Score
    high: Score
    """Alpha and beta after it: what the searching side and the other one have secured already."""
    score: Score | None = None
    """Of the node, as far as is known."""
    bound: Bound | None = None
    """What that is of the node's value."""
    child: TreeNode | None = None
    """Whose value came up."""
    improves: bool = False
    """Whether that is better than what the node had."""


def walk(root: Branch, *, prune: bool, most_nodes: int) -> Iterator[SearchStep]:
    """What alpha-beta does in a tree, or without `prune` minimax; the first step's node is the
    root of what grows meanwhile. Moves that pruning leaves out are there, without a score."""
    nodes = 0

    def visit(branch: Branch, node: TreeNode, low: Score, high: Score) -> Iterator[SearchStep]:
        nonlocal nodes
        nodes += 1
        if nodes > most_nodes:
            raise KinarowError(f"the tree has more than {most_nodes} nodes: reduce the depth")
        value = branch.value()
        if value is not None:
            node.score = node.least = node.most = value
            yield SearchStep("leaf", node, low, high, value, "exact")
            return
        yield SearchStep("enter", node, low, high)
        for number, below in enumerate(branches := branch.children()):
            child = _unseen(below)
            node.children.append(child)
            yield from visit(below, child, low, high)
            improves = _take(node, child)
            assert node.score is not None
            if prune and node.maximising:
                low = max(low, node.score)
            elif prune:
                high = min(high, node.score)
            yield SearchStep("update", node, low, high, node.score, _so_far(node), child, improves)
            if low >= high and number + 1 < len(branches):
                node.children += [_unseen(other) for other in branches[number + 1 :]]
                _settle(node)
                yield SearchStep("cut", node, low, high, node.score, node.bound)
                break
        _settle(node)

    whole = _unseen(root)
    yield from visit(root, whole, -WIN, WIN)
    yield SearchStep("done", whole, -WIN, WIN, whole.score, whole.bound)


def _unseen(branch: Branch) -> TreeNode:
    return TreeNode(branch.name, branch.maximising, branch.move)


def _take(node: TreeNode, child: TreeNode) -> bool:
    """Whether a child is the best of its node so far, which it then is from now on."""
    assert child.score is not None
    if node.score is not None:
        better = child.score > node.score if node.maximising else child.score < node.score
        if not better:
            return False
    node.score, node.chosen = child.score, child
    return True


def _so_far(node: TreeNode) -> Bound | None:
    """What a node's score is while it has more moves to try: a bound on the side of its mover, if
    its children's values are no mere bounds on the other."""
    if node.maximising:
        return "lower" if node.score == max(child.least for child in node.children) else None
    return "upper" if node.score == min(child.most for child in node.children) else None


def _settle(node: TreeNode) -> None:
    """Say what a node's value lies between, now that no more is going to be looked at."""
    outermost = max if node.maximising else min
    node.least = outermost(child.least for child in node.children)
    node.most = outermost(child.most for child in node.children)
