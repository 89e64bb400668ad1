"""A reason, as data: who wins or holds, by which kind of argument, and where on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from kinarow.game import Cell, Position, Side
from kinarow.game.threats import completing_cells
from kinarow.reasons.plan import Group, Plan, cells_of, claimed_cells
from kinarow.reasons.rules import HoldingRule, rules_of

Kind = Literal["at once", "forced", "zugzwang", "holding"]
KINDS: Final[tuple[Kind, ...]] = ("at once", "forced", "zugzwang", "holding")

Form = Literal["completes", "two", "sequence", "threats", "plan", "every move"]
"""How the argument goes: a line is completed, two cells threaten, threats follow one another with
one answer each, or with branches where there is a choice, a side follows a plan, or each move of
the other side has a reason of its own."""


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """Another answer to a threat, and how it is won against."""

    before: tuple[Cell, ...]
    """What was played until then."""
    answer: Cell | None
    """None: any that is not named."""
    lines: tuple[tuple[Cell, ...], ...]
    """The winner's moves and the answers that hold out longest. Against any that is not named, one
    of these wins."""

    def to_json(self, text: Callable[[Cell], str]) -> dict[str, object]:
        return {
            "before": [text(move) for move in self.before],
            "answer": text(self.answer) if self.answer else None,
            "lines": [[text(move) for move in line] for line in self.lines],
        }


@dataclass(frozen=True, slots=True, repr=False)
class Reason:
    """Why a side wins, or at least does not lose, in a position.

    >>> from kinarow import Position, why
    >>> reason = why(Position.from_moves("443322")).reason
    >>> reason.kind, reason.side.mark, [cell.name for cell in reason.cells]
    ('at once', 'X', ['a1', 'e1'])
    """

    kind: Kind
    form: Form
    side: Side
    """Whom the reason speaks for."""
    position: Position
    moves: tuple[Cell, ...] = ()
    """What is played first, by both sides in turn, beginning with the one to move."""
    cells: tuple[Cell, ...] = ()
    """After these moves, the cells that decide."""
    plan: Plan | None = field(default=None, compare=False)
    parts: tuple[Reason, ...] = ()
    """For `every move`: what happens after each, in positions of their own."""
    branches: tuple[OtherAnswer, ...] = ()
    """For `threats`: what else the other side may answer."""

    @property
    def wins(self) -> bool:
        """Whether its side wins; otherwise it holds at least a draw."""
        return self.kind != "holding"

    @property
    def after(self) -> Position:
        """The position after its moves."""
        return _played(self.position, self.moves)

    @property
    def lines(self) -> tuple[tuple[Cell, ...], ...]:
        """The lines that its cells would complete, or its plan leads to."""
        position, found = self.after, []
        if self.plan is not None:
            return winning_lines(self.plan)
        for cell in self.cells:
            found.append(line_through(position, self.side, cell))
        return tuple(line for line in found if line)

    @property
    def rules(self) -> tuple[HoldingRule, ...]:
        """How its plan meets the other side's lines."""
        return rules_of(self.plan) if self.plan else ()

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        from kinarow.reasons.reason_pictures import reason_diagram
        from kinarow.reasons.reason_words import sentence

        text = self.position.move_text
        return {
            "kind": self.kind,
            "form": self.form,
            "side": int(self.side),
            "wins": self.wins,
            "state": self.position.board_text("state"),
            "moves": [text(move) for move in self.moves],
            "move_cells": [move.name for move in self.moves],
            "cells": [cell.name for cell in self.cells],
            "lines": [[cell.name for cell in line] for line in self.lines],
            "labels": {cell.name: sign for cell, sign in reason_diagram(self).numbers},
            "rules": [rule.to_json() for rule in self.rules],
            "words": sentence(self),
            "parts": [part.to_json() for part in self.parts],
            "branches": [branch.to_json(text) for branch in self.branches],
        }

    def __repr__(self) -> str:
        from kinarow.reasons.reason_words import sentence

        said = sentence(self)
        return f"<Reason: {self.kind}: {said if len(said) < 200 else said[:199] + '…'}>"

    def __str__(self) -> str:
        from kinarow.reasons.reason_words import told

        return "\n".join(told(self))

    def _repr_html_(self) -> str:
        from kinarow.reasons.reason_pictures import reason_html

        return reason_html(self)


def sequence_reason(position: Position, moves: tuple[Cell, ...]) -> Reason:
    """That the mover wins by threats with one answer each: his moves and the answers, up to two
    threats, or to an answer that lets him complete a line."""
    mover, end = position.mover, _played(position, moves)
    cells = cells_of(end, playable_wins(end, mover))
    if len(moves) == 1:
        return Reason("at once", "two", mover, position, moves, cells)
    return Reason("forced", "sequence", mover, position, moves, cells)


def _played(position: Position, moves: Iterable[Cell]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def playable_wins(position: Position, side: Side) -> int:
    """The cells, as bits, in which a side would complete a line if it were its turn."""
    on = position.geometry
    if position.spec.target == 1:
        return position.landing_cells()  # no threats, but every stone is a line
    return completing_cells(position.stones(side), on) & position.landing_cells()


def line_through(position: Position, side: Side, cell: Cell) -> tuple[Cell, ...]:
    """A line that a stone on a cell completes for a side; nothing if it completes none."""
    on = position.geometry
    held = position.stones(side) | on.bit(cell)
    too_long = on.beyond if position.spec.exact else {}
    for window in on.windows_through[cell]:
        if not window.mask & ~held and not too_long.get(window.mask, 0) & held:
            return window.cells
    return ()


def winning_lines(plan: Plan) -> tuple[tuple[Cell, ...], ...]:
    """The lines of its own that a plan is about: those of groups that win, and of claimed cells."""
    lacked = [line for group in plan.groups if group.wins for line in _completed(group)]
    return lines_lacking(plan, [*lacked, *(line for line, _ in plan.after)])


def _completed(group: Group) -> list[int]:
    """The lines that can be completed in a group: in a column alone, those of the first cell that
    completes one."""
    if len(group.columns) > 1:
        return list(group.lines)
    claimed = sum(cell for cell, _ in claimed_cells(group.columns[0], group.lines))
    return [line for line in group.lines if not line & ~claimed]


def lines_lacking(plan: Plan, lacked: Sequence[int]) -> tuple[tuple[Cell, ...], ...]:
    """The follower's lines that lack exactly one of these sets of cells."""
    own, on = plan.position.stones(plan.follower), plan.position.geometry
    return tuple(window.cells for window in on.windows if window.mask & ~own in lacked)
