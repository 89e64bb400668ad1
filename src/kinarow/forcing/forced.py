"""Forced wins found, and made into proofs."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Final

from kinarow.forcing import knows
from kinarow.forcing.board import (
    cell_at,
    fours_desk,
    index_of,
    marks_for,
    proof_desk,
    proof_tree,
    threats_on,
)
from kinarow.forcing.proof import Attack, ForcedLoss, ForcedWin
from kinarow.game import Cell, Position, Side
from kinarow.work.budget import Budget
from kinarow.work.working_time import getting_ready

DEFAULT_NODES: Final = 20_000_000
"""How much work a question may take unless it is said otherwise: about a minute."""

_SLICE: Final = 5_000
"""After so much work the clock is looked at."""
_LEAST_BUILDING: Final = 500


@dataclass(frozen=True, slots=True)
class _Stage:
    """Which moves are tried: fours and threes always, quiet moves that threaten a win by them if
    that is not enough."""

    quiet: bool
    share: float
    """Of the time and work until here."""


_STAGES: Final = (_Stage(quiet=False, share=0.3), _Stage(quiet=True, share=1.0))


def find_forced_win(
    position: Position, budget: Budget | None = None, *, first: Cell | None = None
) -> ForcedWin | None:
    """A proof that the side to move wins, with a given first move if there is one; None where none
    was found, which says nothing."""
    if not knows(position.spec) or position.is_over:
        return None
    search = _Search(position, position.mover, budget or Budget())
    proof = search.find() if first is None else search.find_after(first)
    search.budget.spend(search.work)
    return ForcedWin(position, proof, search.work, search.budget.elapsed) if proof else None


def find_forced_loss(position: Position, budget: Budget | None = None) -> ForcedLoss | None:
    """A proof that the side to move loses, whatever it plays; None where none was found."""
    if not knows(position.spec) or position.is_over:
        return None
    search = _Search(position, position.mover.other, budget or Budget())
    proof = search.find_defended()
    search.budget.spend(search.work)
    if proof is None:
        return None
    answers, otherwise = proof.answers, proof.otherwise
    return ForcedLoss(position, answers, otherwise, search.work, search.budget.elapsed)


class _Search:
    """Looks for a win of one side."""

    def __init__(self, position: Position, attacker: Side, budget: Budget) -> None:
        with getting_ready():  # numba takes seconds on a busy machine, which nobody asked for
            import_module("kinarow.forcing.tree_kernel")
        self.position, self.spec = position, position.spec
        self.budget = budget.part()
        self.nodes = DEFAULT_NODES if self.budget.nodes is None else self.budget.nodes
        self.side = int(attacker) - 1
        self.threats = threats_on(position)
        self.desk, self.tree = proof_desk(position, self.side), proof_tree(self.spec)
        self.fours = fours_desk(self.spec)
        self.marks, self.zone = marks_for(self.spec), marks_for(self.spec)

    @property
    def work(self) -> int:
        from kinarow.forcing.known_kernel import WORK

        return int(self.desk.settings[WORK])

    def find(self) -> Attack | None:
        """With the attacker to move."""
        return self._staged(-1, attacking=True)

    def find_after(self, first: Cell) -> Attack | None:
        """With the attacker to move, by this move."""
        from kinarow.forcing.threats_kernel import put

        if self.position.play(first).winner is self.position.mover:
            return Attack(first)
        move = index_of(self.spec, first)
        put(self.threats, move, self.side)
        return self.find_defended(move)

    def find_defended(self, move: int = -1) -> Attack | None:
        """With the defender to move, after the attacker's move; a proof of what follows it."""
        from kinarow.forcing.threats_kernel import completing

        if completing(self.threats, 1 - self.side)[0] >= 0:
            return None  # a line of the defender's comes before any threat
        return self._staged(move, attacking=False)

    def _staged(self, move: int, *, attacking: bool) -> Attack | None:
        from kinarow.forcing.known_kernel import LIMIT
        from kinarow.forcing.tree_kernel import FAILED, build

        for stage in _STAGES:
            while self._wins(stage, attacking=attacking):
                self.tree.numbers.fill(0)
                self.tree.keys.fill(0)
                self.desk.settings[LIMIT] = self.work + self._building()
                node = build(
                    self.threats, attacking, stage.quiet, 0, move,
                    self.desk, self.tree, self.zone, self.marks, self.fours,
                )  # fmt: skip
                if node != FAILED:
                    return self._attack(node)
                # An answer that the search did not think of holds; now it knows it.
                self.desk.keys.fill(0)
        return None

    def _wins(self, stage: _Stage, *, attacking: bool) -> bool:
        """Work on the board as it stands until the attacker is found to win, or that fails."""
        from kinarow.forcing.known_kernel import LIMIT, NEVER
        from kinarow.forcing.proof_kernel import settle

        while not self._is_spent(stage.share):
            self.desk.settings[LIMIT] = min(self.work + _SLICE, self.nodes)
            need, resist = settle(
                self.threats, attacking, stage.quiet, 0, NEVER, NEVER,
                self.desk, self.zone, self.marks, self.fours,
            )  # fmt: skip
            if need == 0 or resist == 0:
                return bool(need == 0)
        return False

    def _building(self) -> int:
        """How much work building a proof may take: half of what is allowed in all, or what the time
        that is left is enough for, but some always; what is built takes time afterwards, too."""
        seconds, elapsed = self.budget.seconds, self.budget.elapsed
        if seconds is None:
            return max(_SLICE, self.nodes // 2)
        work_a_second = self.work / max(1e-6, elapsed)
        left = int(max(0.0, seconds - elapsed) * work_a_second)
        least = min(10 * _SLICE, int(seconds / 32 * work_a_second))
        return max(_LEAST_BUILDING, least, min(left, self.nodes // 2))

    def _is_spent(self, share: float) -> bool:
        budget = self.budget
        is_late = budget.seconds is not None and budget.elapsed >= share * budget.seconds
        return is_late or budget.is_stopped or self.work >= share * self.nodes

    def _attack(self, root: int) -> Attack:
        """The proof as objects; what a node leads to was built before it."""
        from kinarow.forcing.tree_kernel import PASS

        cells = [cell_at(self.spec, index) for index in range(self.spec.cell_count)]
        links = [
            (None if index == PASS else cells[index], node)
            for index, node in self.tree.links[: self.tree.numbers[1]].tolist()
        ]
        attacks: list[Attack] = []
        for move, first, count in self.tree.nodes[: root + 1].tolist():
            followers = links[first : first + count]
            answers = {cell: attacks[node] for cell, node in followers if cell is not None}
            otherwise = tuple([attacks[node] for cell, node in followers if cell is None])
            attacks.append(Attack(cells[move], answers, otherwise))
        return attacks[root]
