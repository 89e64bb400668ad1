"""A search told step by step, for teaching: what it does, why, and what that leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from kinarow.game import Position
from kinarow.score import WIN, Score, in_words
from kinarow.search.lesson.branches import Branch, Order, in_order
from kinarow.search.lesson.node import TreeNode
from kinarow.search.lesson.steps import SearchStep, walk
from kinarow.search.lesson.tree_picture import label_of
from kinarow.search.lesson.words import words_for

Algorithm = Literal["alphabeta", "minimax"]

MOST_NODES_TOLD: Final = 4000


@dataclass(frozen=True, repr=False)
class Lesson:
    """The steps of a search of a small tree, each with a sentence.

    >>> from kinarow import textbook_lesson
    >>> told = textbook_lesson()
    >>> told
    <Lesson: alphabeta, 11 nodes in 23 steps, 2 branches cut off, value +3>
    >>> print(told.words[2])
    Leaf a1 is worth +3.
    """

    algorithm: Algorithm
    order: Order
    """In which the moves of a node are tried."""
    steps: tuple[SearchStep, ...]
    position: Position | None = None
    """Whose tree it is; None for a tree of values."""

    def __repr__(self) -> str:
        return (
            f"<Lesson: {self.algorithm}, {self.looked_at} nodes in {len(self.steps)} steps, "
            f"{self._branches} cut off, value {in_words(self.value)}>"
        )

    def __str__(self) -> str:
        return "\n".join(self.words)

    def _repr_svg_(self) -> str | None:
        from kinarow.search.lesson.svg import MOST_NODES_MOVING, lesson_svg

        is_small = sum(1 for _ in self.root.walk()) <= MOST_NODES_MOVING
        return lesson_svg(self) if is_small else None  # as text, then

    @property
    def root(self) -> TreeNode:
        """The tree that was searched, with what is known of it in the end."""
        return self.steps[-1].node

    @property
    def value(self) -> Score:
        """Of the root."""
        assert self.root.score is not None
        return self.root.score

    @property
    def looked_at(self) -> int:
        """How many nodes were looked at."""
        return sum(step.kind in ("enter", "leaf") for step in self.steps)

    @property
    def cut_off(self) -> int:
        """How many branches were left out; what is below them was never seen."""
        return sum(node.pruned for node in self.root.walk())

    @cached_property
    def words(self) -> tuple[str, ...]:
        """A sentence for each step."""
        prunes = self.algorithm == "alphabeta"
        of_game = self.position is not None
        lines = {id(node): line for node, line in _lines(self.root, "", of_game)}
        told = [
            words_for(step, lines[id(step.node)], prunes=prunes, of_game=of_game)
            for step in self.steps
        ]
        told[-1] += f" {self.summary}"
        return tuple(told)

    @property
    def summary(self) -> str:
        """What the search took."""
        return f"{self.looked_at} nodes were looked at, {self._branches} cut off."

    @property
    def _branches(self) -> str:
        return f"{self.cut_off} {'branch' if self.cut_off == 1 else 'branches'}"

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON: nodes in the order of the picture, and the steps by their numbers.
        Where a bound of the window is missing, nothing is secured yet."""
        numbers = {id(node): number for number, node in enumerate(self.root.walk())}
        return {
            "algorithm": self.algorithm,
            "order": self.order,
            "game": str(self.position.spec) if self.position else None,
            "value": self.value,
            "label": label_of(self.value, None),
            "best": self.root.chosen.name if self.root.chosen else None,
            "looked_at": self.looked_at,
            "cut_off": self.cut_off,
            "nodes": self._nodes(numbers),
            "steps": [
                _step_json(step, said, numbers)
                for step, said in zip(self.steps, self.words, strict=True)
            ],
        }

    def _nodes(self, numbers: dict[int, int]) -> list[dict[str, Any]]:
        mover = self.position.mover if self.position else None
        parents = {id(child): node for node in self.root.walk() for child in node.children}
        found = []
        for node in self.root.walk():
            parent = parents.get(id(node))
            stone: dict[str, Any] = {}
            if node.move and mover:  # who maximises is not who has just moved
                side = mover.other if node.maximising else mover
                stone = {"cell": node.move.name, "side": int(side)}
            found.append(
                {
                    "parent": numbers[id(parent)] if parent else None,
                    "name": node.name,
                    "node": "max" if node.maximising else "min",
                    "pruned": node.pruned,
                    **stone,
                }
            )
        return found


def tell(
    root: Branch,
    *,
    prune: bool = True,
    order: Order = "usual",
    position: Position | None = None,
) -> Lesson:
    """The lesson of a search of a tree."""
    branch = in_order(root, order, MOST_NODES_TOLD)
    steps = tuple(walk(branch, prune=prune, most_nodes=MOST_NODES_TOLD))
    return Lesson("alphabeta" if prune else "minimax", order, steps, position)


def _lines(node: TreeNode, line: str, of_game: bool) -> list[tuple[TreeNode, str]]:
    """Every node with the moves that lead to it; in a tree of values its name says them all."""
    found = [(node, line)]
    for child in node.children:
        below = f"{line} {child.name}".strip() if of_game else child.name
        found += _lines(child, below, of_game)
    return found


def _step_json(step: SearchStep, said: str, numbers: dict[int, int]) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": step.kind, "node": numbers[id(step.node)], "words": said}
    if step.low > -WIN:
        told |= {"low": step.low, "low_label": label_of(step.low, None)}
    if step.high < WIN:
        told |= {"high": step.high, "high_label": label_of(step.high, None)}
    if step.score is not None:
        told |= {"score": step.score, "bound": step.bound}
        told["label"] = label_of(step.score, step.bound)
    if step.child is not None:
        told |= {"child": numbers[id(step.child)], "improves": step.improves}
        told["child_label"] = label_of(step.child.score or 0, step.child.bound)
    return told
