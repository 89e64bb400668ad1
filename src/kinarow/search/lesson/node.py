"""A node of a search tree, for teaching: what is known of its value, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from kinarow.game import Cell
from kinarow.score import WIN, Score

Bound = Literal["exact", "lower", "upper"]


@dataclass(slots=True, eq=False)
class TreeNode:
    """A position of the tree; its score is for the side that searches, at the root."""

    name: str
    """The move that leads here, as it is written; `root` at the root."""
    maximising: bool
    """Whether the searching side is to move."""
    move: Cell | None = None
    """The move as a cell; None at the root, and in trees that are not of a game."""
    score: Score | None = None
    """None where pruning made it needless to look."""
    least: Score = -WIN
    most: Score = WIN
    """What its value lies between. Below a pruned branch nothing is known, so the score of a node
    may be no more than a bound of its value."""
    chosen: TreeNode | None = None
    """The best of its children."""
    children: list[TreeNode] = field(default_factory=list)

    @property
    def best(self) -> Cell | None:
        """The best move."""
        return self.chosen.move if self.chosen else None

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

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; moves as the game writes them."""
        return {
            "move": self.name if self.move else None,
            "node": "max" if self.maximising else "min",
            "score": self.score,
            "bound": self.bound,
            "best": self.chosen.name if self.chosen else None,
            "pruned": self.pruned,
            "children": [child.to_json() for child in self.children],
        }
