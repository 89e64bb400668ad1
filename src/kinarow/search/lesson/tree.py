"""The search tree itself, for teaching: values passed up, pruned branches marked."""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.evaluation import AnyEvaluator, Evaluating
from kinarow.game import Position
from kinarow.search.lesson.branches import PositionBranch
from kinarow.search.lesson.node import TreeNode
from kinarow.search.lesson.steps import walk
from kinarow.search.limits import Limits
from kinarow.search.ordering import moves_in_order
from kinarow.search.plain.alphabeta import alphabeta
from kinarow.search.plain.minimax import minimax
from kinarow.search.result import searchable

MOST_NODES_DRAWN = 20_000
_LARGEST_MINIMAX = 150_000


@dataclass(frozen=True, slots=True, repr=False)
class SearchTree:
    """A search tree and the position that it grows from; `print` and notebooks draw it.

    >>> from kinarow import Position, search_tree
    >>> tree = search_tree(Position.from_moves("a1 b1 a2", "tictactoe"), depth=1)
    >>> tree
    <SearchTree: 7 nodes, 0 pruned, best move: b2>
    """

    position: Position
    root: TreeNode

    def __repr__(self) -> str:
        nodes = list(self.root.walk())
        pruned = sum(node.pruned for node in nodes)
        best = f", best move: {self.root.chosen.name}" if self.root.chosen else ""
        return f"<SearchTree: {len(nodes)} nodes, {pruned} pruned{best}>"

    def __str__(self) -> str:
        from kinarow.drawing.text import UNICODE
        from kinarow.search.lesson.tree_picture import draw_tree

        return draw_tree(self.root, UNICODE).plain

    def _repr_svg_(self) -> str:
        from kinarow.search.lesson.tree_picture import tree_svg

        return tree_svg(self.root)


def grow_tree(
    position: Position, evaluator: Evaluating, depth: int, *, prune: bool = True
) -> TreeNode:
    """The tree that alpha-beta walks, or with `prune=False` the whole minimax tree.

    Moves that pruning leaves out are there, as nodes without a score or children.
    """
    judge = searchable(position, evaluator, depth)
    branch = PositionBranch(position, position.mover, depth, judge)
    *_, last = walk(branch, prune=prune, most_nodes=MOST_NODES_DRAWN)
    return last.node


def positions_by_search(position: Position, evaluator: AnyEvaluator, depth: int) -> dict[str, int]:
    """How many positions each kind of search looks at; minimax only where that ends soon."""
    from kinarow.search.deepening import search

    found = {}
    if len(moves_in_order(position)) ** depth <= _LARGEST_MINIMAX:
        found["minimax"] = minimax(position, evaluator, depth).nodes
    found["alphabeta"] = alphabeta(position, evaluator, depth).nodes
    if not evaluator.why_not_compiled(position.spec):
        limits = Limits(depth=depth)
        found["compiled"] = search(position, evaluator, limits, use_table=False).nodes
        found["compiled with table"] = search(position, evaluator, limits).nodes
    return found
