"""What all solvers have in common, and the one that knows every game."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.solver.plain import prove_plainly, widest
from kinarow.solver.solution import Bounds
from kinarow.work.budget import Budget

DEFAULT_MEGABYTES = 64
MOST_MEGABYTES = 1 << 16
PLAIN_NODES = 200_000
"""How far plain Python goes: some seconds, and as much memory as one would give it."""


def check_game(position: Position, spec: GameSpec) -> None:
    """Refuse positions of other games."""
    if position.spec != spec:
        raise KinarowError(f"this solver is for {spec}, not for {position.spec}")


class Engine(ABC):
    """Proves bounds of positions of one game: of Pons' score with gravity; without, 1 is a win for
    the side to move, 0 a draw and −1 a loss."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.lock = threading.Lock()  # one question at a time: they share the memory

    def prove(
        self,
        position: Position,
        budget: Budget | None = None,
        *,
        window: Bounds | None = None,
        weak: bool = False,
    ) -> Bounds:
        """What is proven of a position of a game that goes on, within a budget.

        The bounds meet, or tell who wins if `weak`, unless that is spent first. Scores outside the
        `window`, if there is one, are taken for the end of it that is nearer.
        """
        check_game(position, self.spec)
        budget = budget or Budget()
        with self.lock:
            bounds, nodes = self._prove(position, window or self.widest(position), weak, budget)
        budget.spend(nodes)
        return bounds

    @staticmethod
    def widest(position: Position) -> Bounds:
        """What holds of every position with as many stones.

        Without gravity, whoever moves first on an empty board does not lose: if the second player
        had a way to win, the first could place a stone anywhere and use it, since a stone more
        never hurts; but where lines must be exact, it may.
        """
        if position.spec.gravity:
            return widest(position)
        return Bounds(-1 if position.plies or position.spec.exact else 0, 1)

    @abstractmethod
    def forget(self) -> None:
        """Forget all that was proven, so that the next answer depends on its question alone."""

    @abstractmethod
    def progress(self) -> tuple[Bounds, int]:
        """What the question that is being worked on has come to, asked from another thread."""

    @abstractmethod
    def _prove(
        self, position: Position, window: Bounds, weak: bool, budget: Budget
    ) -> tuple[Bounds, int]:
        """The bounds, and the nodes that they took."""


class PlainEngine(Engine):
    """Any game at all, in plain Python: good for the last moves on large boards."""

    def forget(self) -> None:
        """It remembers nothing."""

    def progress(self) -> tuple[Bounds, int]:
        return Bounds(-1, 1), 0

    def _prove(
        self, position: Position, window: Bounds, weak: bool, budget: Budget
    ) -> tuple[Bounds, int]:
        del weak  # it is exact, or nothing
        exact, visited = prove_plainly(position, budget.part(PLAIN_NODES))
        if exact is None:
            return window, visited
        if not self.spec.gravity:
            exact = (exact > 0) - (exact < 0)
        exact = min(max(exact, window.low), window.high)
        return Bounds(exact, exact), visited
