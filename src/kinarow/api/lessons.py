"""Lessons: minimax and alpha-beta step by step, on a position or on a tree of values."""

from __future__ import annotations

from kinarow.evaluation import Evaluating, as_evaluator
from kinarow.game import Position
from kinarow.search.lesson.branches import TEXTBOOK, Order, PositionBranch, tree_of_values
from kinarow.search.lesson.lesson import Lesson, tell
from kinarow.search.lesson.tree import positions_by_search
from kinarow.search.result import searchable


def lesson(
    position: Position,
    evaluator: Evaluating = "open-lines",
    *,
    depth: int = 2,
    prune: bool = True,
    order: Order = "usual",
) -> Lesson:
    """What alpha-beta, or without `prune` minimax, does in a position, step by step: to be looked
    at, so of a small depth. Moves are tried in the `usual` order, or in every node the best first
    (`good`) or the worst first (`bad`), which shows what pruning owes to the order.

    >>> from kinarow import Position, lesson
    >>> lesson(Position.from_moves("44"), depth=2)
    <Lesson: alphabeta, 25 nodes in 56 steps, 32 branches cut off, value -40>
    """
    judge = searchable(position, evaluator, depth)
    root = PositionBranch(position, position.mover, depth, judge)
    return tell(root, prune=prune, order=order, position=position)


def textbook_lesson(
    values: str = TEXTBOOK, *, prune: bool = True, order: Order = "usual"
) -> Lesson:
    """The same on a tree of values, by default that of the textbooks: lists in lists, the leaves
    numbers.

    >>> from kinarow import textbook_lesson
    >>> textbook_lesson("[[3, 5], [2, 9]]")
    <Lesson: alphabeta, 6 nodes in 13 steps, 1 branch cut off, value +3>
    """
    return tell(tree_of_values(values), prune=prune, order=order)


def search_counts(position: Position, evaluator: Evaluating, *, depth: int) -> dict[str, int]:
    """How many positions minimax, alpha-beta and the compiled searches look at; minimax only where
    that ends soon.

    >>> from kinarow import Position
    >>> search_counts(Position.from_moves("4453"), "open-lines", depth=1)["minimax"]
    8
    """
    return positions_by_search(position, as_evaluator(evaluator), depth)
