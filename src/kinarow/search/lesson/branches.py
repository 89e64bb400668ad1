"""Trees to be searched step by step: those of a game, and those whose leaves are just numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final, Literal, Protocol

from kinarow.errors import KinarowError, shortened
from kinarow.evaluation import AnyEvaluator
from kinarow.game import Cell, Position, Side
from kinarow.score import HEURISTIC_LIMIT, Score
from kinarow.search.ordering import moves_in_order
from kinarow.search.plain.terminal import decided

Order = Literal["usual", "good", "bad"]
ORDERS: Final[tuple[Order, ...]] = ("usual", "good", "bad")
"""Moves as a search tries them; the best of each node first; the worst first."""

TEXTBOOK: Final = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
"""The tree that introductions to alpha-beta draw: three moves, three replies to each; worth 3."""

ROOT: Final = "root"
_MOST_VALUES = 4000
_DEEPEST = 12


class Branch(Protocol):
    """A node of a tree that is yet to be searched."""

    @property
    def name(self) -> str: ...

    @property
    def move(self) -> Cell | None: ...

    @property
    def maximising(self) -> bool: ...

    def value(self) -> Score | None:
        """What a leaf is worth for the side that searches; None if it is no leaf."""

    def children(self) -> Sequence[Branch]:
        """What follows, in the order in which it is tried."""


@dataclass(frozen=True, slots=True)
class PositionBranch:
    """A position of a game, searched so many plies deep."""

    here: Position
    side: Side
    """Who searches."""
    depth: int
    judge: AnyEvaluator
    move: Cell | None = None
    name: str = ROOT

    @property
    def maximising(self) -> bool:
        return self.here.mover is self.side

    def value(self) -> Score | None:
        score = decided(self.here, self.side)
        if score is None and not self._moves():
            return self.judge.evaluate(self.here, self.side)
        return score

    def _moves(self) -> list[int]:
        return moves_in_order(self.here) if self.depth else []

    def children(self) -> Sequence[Branch]:
        return [self._after(bit) for bit in self._moves()]

    def _after(self, bit: int) -> PositionBranch:
        after, move = self.here.play_bit(bit), self.here.geometry.cell(bit)
        name = self.here.move_text(move)
        return PositionBranch(after, self.side, self.depth - 1, self.judge, move, name)


@dataclass(frozen=True, slots=True)
class KnownBranch:
    """A node whose leaves are known."""

    name: str
    maximising: bool
    score: Score | None = None
    """Of a leaf."""
    below: tuple[KnownBranch, ...] = ()
    move: Cell | None = None

    def value(self) -> Score | None:
        return self.score

    def children(self) -> Sequence[Branch]:
        return self.below

    @property
    def worth(self) -> Score:
        """By minimax."""
        if self.score is not None:
            return self.score
        values = [branch.worth for branch in self.below]
        return max(values) if self.maximising else min(values)


def in_order(branch: Branch, order: Order, most_nodes: int) -> Branch:
    """The same tree with the moves of every node tried in another order."""
    return branch if order == "usual" else _sorted(branch, order, [most_nodes])


def _sorted(branch: Branch, order: Order, left: list[int]) -> KnownBranch:
    left[0] -= 1
    if left[0] < 0:
        raise KinarowError("the tree is too large to put its moves in order: reduce the depth")
    score = branch.value()
    below = [] if score is not None else [_sorted(b, order, left) for b in branch.children()]
    # Where the largest value is the best, the largest comes first in a good order.
    largest_first = branch.maximising is (order == "good")
    below.sort(key=lambda child: child.worth, reverse=largest_first)
    return KnownBranch(branch.name, branch.maximising, score, tuple(below), branch.move)


def tree_of_values(text: str) -> KnownBranch:
    """The tree that nested lists of numbers describe, such as `[[3, 12, 8], [2, 4, 6]]`: its
    leaves, the first side to move at the root."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, list):
        raise KinarowError(f"{shortened(text)!r} is not a tree such as {TEXTBOOK}")
    return _of_values(values, (), [_MOST_VALUES])


def _of_values(values: object, path: tuple[str, ...], left: list[int]) -> KnownBranch:
    left[0] -= 1
    if left[0] < 0:
        raise KinarowError(f"a tree of values may have {_MOST_VALUES} nodes at most")
    name, maximising = "".join(path) or ROOT, len(path) % 2 == 0
    if isinstance(values, int | float) and not isinstance(values, bool):
        if not abs(values) <= HEURISTIC_LIMIT:
            raise KinarowError(f"{values} is too large for a leaf")
        return KnownBranch(name, maximising, values)
    if not isinstance(values, list) or not values:
        raise KinarowError("a tree consists of numbers and of lists that are not empty")
    if len(path) >= _DEEPEST:
        raise KinarowError(f"a tree of values may be {_DEEPEST} plies deep at most")
    below = (
        _of_values(value, (*path, _step(number, len(path))), left)
        for number, value in enumerate(values)
    )
    return KnownBranch(name, maximising, None, tuple(below))


def _step(number: int, level: int) -> str:
    """How a move is called: a, b, c at the root, 1, 2, 3 below, and so on."""
    if level % 2 or number >= len(ascii_lowercase):
        return str(number + 1)
    return ascii_lowercase[number]
