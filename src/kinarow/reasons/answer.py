"""The answer to "why?": the exact verdict, the reason, and what the last move gave away."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable
from dataclasses import dataclass

from kinarow.game import Cell, Position, Side
from kinarow.game.movetext import write_moves
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.mistake import Mistake, why_kept
from kinarow.reasons.plan import cells_of
from kinarow.reasons.reason import Reason, line_through, playable_wins
from kinarow.reasons.reason_words import told
from kinarow.solver import Solution, Solver
from kinarow.work.budget import Budget

SECONDS = 10.0
"""What the exact verdict may take, unless it is said otherwise."""

_PLANS_ON_THE_WAY = 8
"""How far a reason is looked for in each position of a line of perfect play."""


@dataclass(frozen=True, slots=True, repr=False)
class Why:
    """What a position is worth, and the shortest reason that was found for it.

    >>> from kinarow import Position, why
    >>> answer = why(Position.from_moves("443322"))
    >>> answer
    <Why: X wins at once>
    """

    position: Position
    solution: Solution
    """The exact verdict, or what was proven of it in the time there was."""
    reason: Reason | None
    """Why one side wins."""
    holds: tuple[Reason, ...] = ()
    """Where no side is shown to win: why one, or each, does not lose."""
    turn: tuple[int, Reason] | None = None
    """Where neither is known: after how many moves of perfect play there is a reason, and which."""
    mistake: Mistake | None = None
    """If the move that led here threw the result away: how."""

    @property
    def must_stop(self) -> Cell | None:
        """The cell that the side to move has to take, since the other side would win there."""
        position = self.position
        if position.is_over or playable_wins(position, position.mover):
            return None
        cells = cells_of(position, playable_wins(position, position.mover.other))
        return cells[0] if len(cells) == 1 else None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons that speak of this position."""
        return (self.reason,) if self.reason else self.holds

    def words(self, mark: Callable[[Side], str] = operator.attrgetter("mark")) -> list[str]:
        """The verdict, then the reasons, in lines."""
        lines = [f"Verdict: {self.solution.words(mark)}."]
        if stop := self.must_stop:
            mover, other = self.position.mover, self.position.mover.other
            line = " ".join(cell.name for cell in line_through(self.position, other, stop))
            lines.append(f"{mark(mover)} must stop {stop}, where {mark(other)} completes {line}.")
        for reason in self.reasons:
            lines += told(reason, mark)
        if not self._is_explained and not self.solution.over:
            lines += self._perfect_play(mark)
        if self.mistake:
            lines += self.mistake.words(mark)
        return lines

    @property
    def _is_explained(self) -> bool:
        """Whether the reasons say all of the verdict: who wins, or that neither can lose."""
        return self.reason is not None or len(self.holds) == 2

    def _perfect_play(self, mark: Callable[[Side], str]) -> list[str]:
        """What is to be said where the reasons do not say all: that it is the solver's verdict, and
        perfect play up to where a reason begins, or to the end."""
        line, outcome = self.solution.line, self.solution.outcome
        side = mark(self.holds[0].side) if self.holds else ""
        other = mark(self.holds[0].side.other) if self.holds else ""
        if outcome is None:
            if self.holds:
                return [f"Whether {side} even wins was not found out in the time there was."]
            return ["No short reason was found either, in the time there was."]
        said = "No short reason was found"
        if self.holds:
            more = f"{other} does not lose either" if outcome == "draw" else f"{side} even wins"
            said += f" why {more}"
        said += "; the solver has proved it."
        if not line:
            return [said]
        if not self.turn:
            return [said, f"Perfect play: {write_moves(self.position.spec, line)}."]
        number, reason = self.turn
        moves = "one more move" if number == 1 else f"{number} more moves"
        way = write_moves(self.position.spec, line[:number])
        return [
            said,
            f"After {moves} of perfect play, {way}, there is one:",
            *(f"  {words}" for words in told(reason, mark)),
        ]

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        turn = self.turn and {"moves": self.turn[0], "reason": self.turn[1].to_json()}
        return {
            "position": self.position.to_json(),
            "solution": self.solution.to_json(),
            "reason": self.reason.to_json() if self.reason else None,
            "must_stop": self.must_stop.name if self.must_stop else None,
            "holds": [reason.to_json() for reason in self.holds],
            "turning_point": turn or None,
            "mistake": self.mistake.to_json() if self.mistake else None,
            "words": self.words(),
        }

    def __repr__(self) -> str:
        first = self.reasons[0] if self.reasons else None
        return f"<Why: {told(first)[0].split(':')[0] if first else self.solution.words()}>"

    def __str__(self) -> str:
        from kinarow.reasons.answer_text import why_text

        return why_text(self).plain

    def _repr_html_(self) -> str:
        from kinarow.reasons.answer_text import why_html

        return why_html(self)


def answer_why(
    position: Position,
    solver: Solver,
    budget: Budget,
    *,
    before: Position | None = None,
) -> Why:
    """The verdict and the reasons of a position; with the position before, also what the move that
    led from there gave away. The budget is the solver's, for either position."""
    finder = Finder(stop=budget.stop)
    over = position.is_over
    solver.get_ready()  # which takes no time of the question's
    reason = None if over else finder.decisive(position)
    holds = () if over or reason else finder.holding(position)
    explained = reason is not None or len(holds) == 2
    solution = solver.solve_within(budget.share(1), position, line=not explained, best=True)
    turn = None if explained or over else _turning_point(position, solution.line, budget.stop)
    mistake = None
    if before is not None:
        won_now = reason or next((held for held in holds if held.side is position.mover), None)
        mistake = _mistake(before, position, won_now, solver, budget)
    return Why(position, solution, reason, holds, turn, mistake)


def _turning_point(
    position: Position, line: tuple[Cell, ...], stop: threading.Event | None
) -> tuple[int, Reason] | None:
    """Where on a line of perfect play a reason is found first."""
    for number, move in enumerate(line, 1):
        position = position.play(move)
        if position.is_over:
            return None
        found = Finder(_PLANS_ON_THE_WAY, stop).decisive(position)
        if found is not None:
            return number, found
    return None


def _mistake(
    before: Position,
    after: Position,
    allowed: Reason | None,
    solver: Solver,
    budget: Budget,
) -> Mistake | None:
    """How the move between two positions threw the result away, if it did."""
    solved = solver.solve_within(budget.share(1), before, weak=True, moves=True)
    values, move = solved.moves or {}, before.move_to(after)
    if solved.outcome is None or values[move].outcome in (None, solved.outcome):
        return None
    better = tuple(m for m, value in values.items() if value.outcome == solved.outcome)
    if wins := cells_of(before, playable_wins(before, before.mover)):
        better = wins
    right = why_kept(before.play(better[0]), solved.outcome, budget.stop)
    return Mistake(before, move, better, solved.outcome, allowed, right)
