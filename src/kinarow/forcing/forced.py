"""Forced wins found, and made into proofs."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Final

import numpy as np

from kinarow.forcing.board import cell_at, fours_desk, marks_for, proof_desk, threats_on
from kinarow.forcing.proof import Attack, ForcedWin
from kinarow.game import Cell, GameSpec, Position

DEFAULT_NODES: Final = 20_000_000
"""How much work a question may take unless it is said otherwise: about a minute."""

_SLICE: Final = 5_000
"""After so much work the clock is looked at."""


@dataclass(frozen=True, slots=True)
class _Stage:
    """Which threats count: those of wins by so many fours, found within so many nodes."""

    fours: int
    nodes: int
    share: float
    """Of the time and work until here."""


_STAGES: Final = (_Stage(0, 0, 0.4), _Stage(8, 100, 1.0))
_MOST_FOURS: Final = 24


def knows(spec: GameSpec) -> bool:
    """Whether threats decide this game: without gravity, where a stone more never hurts."""
    return not spec.gravity


def find_forced_win(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> ForcedWin | None:
    """A proof that the side to move wins; None where none was found, which says nothing."""
    if not knows(position.spec) or position.is_over:
        return None
    return _Search(position, nodes, seconds, stop).find()


class _Search:
    def __init__(
        self,
        position: Position,
        nodes: int | None,
        seconds: float | None,
        stop: threading.Event | None,
    ) -> None:
        self.position, self.spec = position, position.spec
        self.seconds, self.stop = seconds, stop
        self.nodes = DEFAULT_NODES if nodes is None else nodes
        self.side = int(position.mover) - 1
        self.threats = threats_on(position)
        self.desk = proof_desk(self.spec, self.side)
        self.fours, self.marks = fours_desk(self.spec), marks_for(self.spec)
        self.begun = time.perf_counter()
        self.proofs: dict[int, Attack] = {}

    def find(self) -> ForcedWin | None:
        from kinarow.forcing.proof_kernel import FOURS_NODES, THREAT_FOURS, THREAT_NODES, WORK

        for stage in _STAGES:
            self.desk.settings[THREAT_FOURS] = stage.fours
            self.desk.settings[THREAT_NODES] = stage.nodes
            self.desk.settings[FOURS_NODES] = 150
            self.desk.keys.fill(0)  # what failed with fewer threats may not with more
            self.proofs.clear()
            if self._settled(stage.share):
                try:
                    proof = self._attack()
                except _LostError:
                    continue
                work = int(self.desk.settings[WORK])
                return ForcedWin(self.position, proof, work, time.perf_counter() - self.begun)
        return None

    def _settled(self, share: float) -> bool:
        """Work on the position as it stands; whether the attacker was found to win."""
        from kinarow.forcing.proof_kernel import LIMIT, NEVER, WORK, settle

        settings = self.desk.settings
        while not self._is_spent(share):
            settings[LIMIT] = min(settings[WORK] + _SLICE, self.nodes)
            need, resist = settle(
                self.threats, True, 0, NEVER, NEVER, self.desk, self.marks, self.fours
            )
            if need == 0 or resist == 0:
                return bool(need == 0)
        return False

    def _is_spent(self, share: float) -> bool:
        from kinarow.forcing.proof_kernel import WORK

        return (
            self.desk.settings[WORK] >= share * self.nodes
            or (
                self.seconds is not None
                and time.perf_counter() - self.begun >= share * self.seconds
            )
            or (self.stop is not None and self.stop.is_set())
        )

    # ── the proof ────────────────────────────────────────────────────────────────────────────

    def _attack(self) -> Attack:
        """The proof from the board as it stands, the attacker to move."""
        key = int(self.threats.key[0])
        if key not in self.proofs:
            self.proofs[key] = self._by_fours(_MOST_FOURS) or self._by_threat()
        return self.proofs[key]

    def _by_fours(self, most: int) -> Attack | None:
        from kinarow.forcing.fours_kernel import WON, find_fours
        from kinarow.forcing.proof_kernel import FOURS_NODES

        nodes = int(self.desk.settings[FOURS_NODES])
        if find_fours(self.threats, self.side, most, nodes, self.fours) != WON:
            return None
        return self._chain(self.fours.line[: self.fours.spent[2]].tolist())

    def _by_threat(self) -> Attack:
        from kinarow.forcing.proof_kernel import find_known
        from kinarow.forcing.threats_kernel import put, take

        at = find_known(self.threats.key[0], self.desk)
        if at < 0 or self.desk.known[at, 0] != 0:
            if not self._settled(1.5):
                raise _LostError
            at = find_known(self.threats.key[0], self.desk)
        move = int(self.desk.known[at, 2])
        put(self.threats, move, self.side)
        try:
            return self._after(move)
        finally:
            take(self.threats, move, self.side)

    def _after(self, move: int) -> Attack:
        """The proof after a move: the answers that matter, and what wins otherwise."""
        from kinarow.forcing.answers_kernel import answers_to
        from kinarow.forcing.proof_kernel import THREAT_FOURS, THREAT_NODES

        into = np.zeros(self.spec.cell_count + 1, np.int64)
        settings = self.desk.settings
        count = answers_to(
            self.threats, self.side, settings[THREAT_FOURS], settings[THREAT_NODES],
            self.marks, self.fours, into,
        )  # fmt: skip
        if count < 0:
            raise _LostError
        otherwise = self._otherwise()
        cells = into[:count].tolist() or [self._index(otherwise[0].move)]
        answers = {self._cell(cell): self._against(cell) for cell in cells}
        return Attack(self._cell(move), answers, otherwise)

    def _otherwise(self) -> tuple[Attack, ...]:
        """What wins if the defender passes: a line, all double fours, or a win by fours."""
        from kinarow.forcing.proof_kernel import THREAT_FOURS
        from kinarow.forcing.threats_kernel import completing

        a, _, _ = completing(self.threats, self.side)
        if a >= 0:
            return (Attack(self._cell(a)),)
        doubles = self._doubles()
        if doubles:
            return doubles
        chain = self._by_fours(int(self.desk.settings[THREAT_FOURS]))
        if chain is None:
            raise _LostError
        return (chain,)

    def _against(self, answer: int) -> Attack:
        from kinarow.forcing.threats_kernel import put, take

        put(self.threats, answer, 1 - self.side)
        try:
            return self._attack()
        finally:
            take(self.threats, answer, 1 - self.side)

    def _doubles(self) -> tuple[Attack, ...]:
        """All moves that make two ways to complete a line."""
        threats, partners = self.threats, dict[int, list[int]]()
        for window in threats.members[self.side, 1, : threats.sizes[self.side, 1]]:
            a, b = (int(c) for c in threats.window_cells[window] if threats.stones[c] == 0)
            for move, then in ((a, b), (b, a)):
                if then not in partners.setdefault(move, []):
                    partners[move].append(then)
        return tuple(
            self._double(move, *then[:2]) for move, then in partners.items() if len(then) > 1
        )

    def _double(self, move: int, one: int, two: int) -> Attack:
        """A move with two ways to complete a line after it."""
        first, second = Attack(self._cell(one)), Attack(self._cell(two))
        return Attack(self._cell(move), {self._cell(one): second}, (first,))

    def _chain(self, line: list[int]) -> Attack:
        """A win by fours: moves and answers in turn, at last a move with two ways."""
        if len(line) == 1:
            return Attack(self._cell(line[0]))
        *fours, move, one, two = line
        attack = self._double(move, one, two)
        for at in range(len(fours) - 2, -1, -2):
            answer = self._cell(fours[at + 1])
            attack = Attack(self._cell(fours[at]), {answer: attack}, (Attack(answer),))
        return attack

    def _cell(self, index: int) -> Cell:
        return cell_at(self.spec, index)

    def _index(self, cell: Cell) -> int:
        return cell.row * self.spec.columns + cell.column


class _LostError(Exception):
    """The table has lost a part of the proof."""
