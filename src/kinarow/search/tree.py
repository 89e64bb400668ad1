"""The search tree itself, for teaching: values passed up, pruned branches marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluating
from kinarow.game import Cell, Position
from kinarow.score import WIN, Score
from kinarow.search.decided import decided
from kinarow.search.ordering import moves_in_order
from kinarow.search.result import searchable

MOST_NODES = 20_000

Bound = Literal["exact", "lower", "upper"]


@dataclass(slots=True)
class TreeNode:
    """A position of the tree; its score is for the side that searches, at the root."""

    move: Cell | None
    """The move that leads here; None at the root."""
    maximising: bool
    """Whether the searching side is to move."""
    score: Score | None = None
    """None where pruning made it needless to look."""
    least: Score = -WIN
    most: Score = WIN
    """What its value lies between. Below a pruned branch nothing is known, so the score of a node
    may be no more than a bound of its value."""
    best: Cell | None = None
    children: list[TreeNode] = field(default_factory=list)

    @property
    def pruned(self) -> bool:
        return self.score is None

    @property
    def bound(self) -> Bound | None:
        """What the score is: the value itself, or a bound of it; None where there is no score."""
        if self.score is None:
            return None
        if self.least == self.most:
            return "exact"
        return "lower" if self.score == self.least else "upper"

    def walk(self) -> Iterator[TreeNode]:
        yield self
        for child in self.children:
            yield from child.walk()

    def to_json(self, position: Position) -> dict[str, object]:
        """Plain values for JSON; moves as this game writes them."""
        return {
            "move": position.move_text(self.move) if self.move else None,
            "node": "max" if self.maximising else "min",
            "score": self.score,
            "bound": self.bound,
            "best": position.move_text(self.best) if self.best else None,
            "pruned": self.pruned,
            "children": [child.to_json(position) for child in self.children],
        }


@dataclass(frozen=True, slots=True, repr=False)
class SearchTree:
    """A search tree and the position that it grows from; `print` and notebooks draw it.

    >>> from kinarow import Position, search_tree
    >>> tree = search_tree(Position.from_moves("a1 b1 a2", "tictactoe"), depth=1)
    >>> tree
    <SearchTree: 7 nodes, 0 pruned, best b2>
    """

    position: Position
    root: TreeNode

    def __repr__(self) -> str:
        nodes = list(self.root.walk())
        pruned = sum(node.pruned for node in nodes)
        best = f", best {self.position.move_text(self.root.best)}" if self.root.best else ""
        return f"<SearchTree: {len(nodes)} nodes, {pruned} pruned{best}>"

    def __str__(self) -> str:
        from kinarow.drawing.text import UNICODE
        from kinarow.search.tree_picture import draw_tree

        return draw_tree(self.root, self.position, UNICODE).plain

    def _repr_svg_(self) -> str:
        from kinarow.search.tree_picture import tree_svg

        return tree_svg(self.root, self.position)


def grow_tree(
    position: Position, evaluator: Evaluating, depth: int, *, prune: bool = True
) -> TreeNode:
    """The tree that alpha-beta walks, or with `prune=False` the whole minimax tree.

    Moves that pruning leaves out are there, as nodes without a score or children.
    """
    judge = searchable(position, evaluator, depth)
    side, nodes = position.mover, 0

    def visit(here: Position, move: Cell | None, depth: int, low: Score, high: Score) -> TreeNode:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise KinarowError(f"the tree has more than {MOST_NODES} nodes: reduce the depth")
        node = TreeNode(move, here.mover is side)
        node.score = decided(here, side)
        moves = moves_in_order(here) if depth and node.score is None else []
        if node.score is None and not moves:
            node.score = judge.evaluate(here, side)
        if node.score is not None:
            node.least = node.most = node.score
        for bit in moves:
            cell = here.geometry.cell(bit)
            if prune and low >= high:
                node.children.append(TreeNode(cell, not node.maximising))
                continue
            child = visit(here.play_bit(bit), cell, depth - 1, low, high)
            node.children.append(child)
            assert child.score is not None
            if node.score is None or (
                child.score > node.score if node.maximising else child.score < node.score
            ):
                node.score, node.best = child.score, cell
            if node.maximising:
                low = max(low, node.score)
            else:
                high = min(high, node.score)
        if node.children:
            outermost = max if node.maximising else min
            node.least = outermost(child.least for child in node.children)
            node.most = outermost(child.most for child in node.children)
        return node

    return visit(position, None, depth, -WIN, WIN)
