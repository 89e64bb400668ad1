"""The shortest true reason for a position: the kinds in their order, simple arguments first.

Nothing here asks the solver. What is found is a proof; what is not found may still be true.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from kinarow.forcing import knows
from kinarow.game import Position
from kinarow.game.geometry import bits_of
from kinarow.reasons.forced_reasons import reason_by_threats
from kinarow.reasons.plan import Plan, cells_of
from kinarow.reasons.planning import PlayedOut, find_plan
from kinarow.reasons.reason import KINDS, Reason, playable_wins, sequence_reason
from kinarow.reasons.threat_sequence import MOST_TRIED, threat_sequence

_MOST_PLANS = 24
"""Positions in which a winning plan is looked for on behalf of one question."""
_MOST_DEEPER = 420
"""Moves that are tried for a forced win one move deeper."""
_MOST_ANSWERS = 12
"""Moves that someone would go through one by one."""


@dataclass
class Finder:
    """Looks for reasons, and remembers what it found on the way."""

    plans_left: int = _MOST_PLANS
    stop: threading.Event | None = None
    """When it is set, no more is looked for."""
    _quick: dict[Position, Reason | None] = field(default_factory=dict)
    _plans: dict[Position, Plan | None] = field(default_factory=dict)
    _played_out: PlayedOut = field(default_factory=dict)

    def decisive(self, position: Position) -> Reason | None:
        """Why one side wins, the shortest argument first; None if none is found."""
        if position.is_over:
            return None
        if knows(position.spec):
            return reason_by_threats(position, self.stop)
        self._quick[position] = self._quick_win(position, MOST_TRIED)
        for look in (
            self.quick_win, self.quick_loss, self.planned_loss, self.planned_win,
            self.loss_by_every_move, self.win_by_a_quiet_move,
        ):  # fmt: skip
            if self._is_stopped:
                return None
            if found := look(position):
                return found
        return None

    @property
    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()

    def holding(self, position: Position) -> tuple[Reason, ...]:
        """Why a side does not lose: the one that follows, the one to move after its best move."""
        return tuple(
            found
            for found in (self.follower_holds(position), self.mover_holds(position))
            if found is not None
        )

    # ── at once, and by threats ──────────────────────────────────────────────────────────────

    def quick_win(self, position: Position) -> Reason | None:
        """The mover completes a line, or forces his way to one."""
        if position not in self._quick:
            self._quick[position] = self._quick_win(position, _MOST_DEEPER)
        return self._quick[position]

    def _quick_win(self, position: Position, most_tried: int) -> Reason | None:
        mover = position.mover
        if wins := playable_wins(position, mover):
            return Reason("at once", "completes", mover, position, (), cells_of(position, wins))
        moves = threat_sequence(position, most_tried)
        return None if moves is None else sequence_reason(position, moves)

    def quick_loss(self, position: Position) -> Reason | None:
        """The mover cannot stop all that is threatened, or has only moves that lose at once."""
        side = position.mover.other
        if playable_wins(position, position.mover):
            return None
        threats = playable_wins(position, side)
        if threats & (threats - 1):
            return Reason("at once", "two", side, position, (), cells_of(position, threats))
        return None

    # ── by following ─────────────────────────────────────────────────────────────────────────

    def planned_loss(self, position: Position) -> Reason | None:
        """The side that follows wins by a plan."""
        plan = self._winning_plan(position)
        if plan is None:
            return None
        return Reason("zugzwang", "plan", plan.follower, position, plan=plan)

    def planned_win(self, position: Position) -> Reason | None:
        """The mover has a move after which he wins by a plan."""
        for move in self._safe_moves(position):
            plan = self._winning_plan(position.play_bit(move))
            if plan is not None:
                cell = position.geometry.cell(move)
                return Reason("zugzwang", "plan", position.mover, position, (cell,), plan=plan)
        return None

    def follower_holds(self, position: Position) -> Reason | None:
        """The side that follows has a plan under which it does not lose."""
        plan = self._plan(position) if position.spec.gravity else None
        return Reason("holding", "plan", plan.follower, position, plan=plan) if plan else None

    def mover_holds(self, position: Position) -> Reason | None:
        """The mover has a move after which a plan keeps him from losing."""
        if not position.spec.gravity:
            return None
        for move in self._safe_moves(position):
            plan = self._plan(position.play_bit(move))
            if plan is not None:
                cell = position.geometry.cell(move)
                return Reason("holding", "plan", position.mover, position, (cell,), plan=plan)
        return None

    def _plan(self, position: Position, *, must_win: bool = False) -> Plan | None:
        return find_plan(position, must_win=must_win, played_out=self._played_out)

    def _winning_plan(self, position: Position) -> Plan | None:
        if not position.spec.gravity:
            return None
        if position not in self._plans:
            if self.plans_left <= 0 or self._is_stopped:
                return None
            self.plans_left -= 1
            self._plans[position] = self._plan(position, must_win=True)
        return self._plans[position]

    @staticmethod
    def _safe_moves(position: Position) -> list[int]:
        """The moves after which the other side does not win at once, the most central first."""
        if position.is_over:
            return []
        middle = (position.spec.columns - 1) / 2
        moves = sorted(position.legal_moves(), key=lambda cell: abs(cell.column - middle))
        bits = map(position.geometry.bit, moves)
        return [b for b in bits if not playable_wins(position.play_bit(b), position.mover.other)]

    # ── one move deeper ──────────────────────────────────────────────────────────────────────

    def loss_by_every_move(self, position: Position) -> Reason | None:
        """Each move of the mover's is answered by a win that is shown by itself."""
        landing = position.landing_cells()
        if position.is_over or landing.bit_count() > _MOST_ANSWERS:
            return None
        children = [position.play_bit(bit) for bit in bits_of(landing)]
        if any(child.is_over for child in children):
            return None
        # Those without a quick win first: if one has no reason at all, the others need none.
        children.sort(key=lambda child: self.quick_win(child) is not None)
        parts = []
        for child in children:
            part = self.quick_win(child) or self.planned_win(child)
            if part is None:
                return None
            parts.append(part)
        kind = max((part.kind for part in parts), key=KINDS.index)
        parts.sort(key=lambda part: position.move_to(part.position))
        side = position.mover.other
        return Reason(kind, "every move", side, position, parts=tuple(parts))

    def win_by_a_quiet_move(self, position: Position) -> Reason | None:
        """The mover has a move after which each answer loses."""
        for move in self._safe_moves(position):
            child = position.play_bit(move)
            found = self.loss_by_every_move(child)
            if found is not None:
                cell = position.geometry.cell(move)
                return Reason(
                    found.kind, "every move", position.mover, position, (cell,), parts=found.parts
                )
        return None
