"""What a move changes in a score: windows new, grown, blocked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from kinarow.evaluation.decimals import as_score, exact
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.features.lowering import Part
from kinarow.evaluation.features.trap_cells import find_traps
from kinarow.game import Cell, Position, Side
from kinarow.score import Score

ChangeKind = Literal["new", "grown", "shrunk", "blocked", "phase", "end"]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a move changes in the score."""

    kind: ChangeKind
    """`new`: counted nothing before; `grown`, `shrunk`: counts more or less; `blocked`: counts
    nothing any more; `phase`: what other weights, of a new phase or for the
    other side to move, do to all the rest; `end`: the
    game is over, and another value stands for the sum."""
    term: str
    cells: tuple[Cell, ...]
    before: str
    after: str
    """What the cells hold before and after."""
    points: Score
    """By how much the score changes."""

    @property
    def words(self) -> str:
        """What became of the cells: `line a1–a4 now has 3 of 4`."""
        if not self.cells:
            return {"phase": "other weights for all the rest", "end": "the game is over"}[self.kind]
        if len(self.cells) == 1:
            gone = " no longer counts" if self.kind == "blocked" else ""
            return f"{self.term} {self.cells[0]}{gone}"
        line = f"line {min(self.cells)}–{max(self.cells)}"
        if {"X", "O"} <= set(self.after) and self.kind == "blocked":
            return f"{line} is blocked"
        if {"X", "O"} <= set(self.after) or self.kind == "blocked":
            return f"{line} counts otherwise"
        return f"{line} now has {len(self.after) - self.after.count('.')} of {len(self.after)}"


@dataclass(frozen=True, slots=True)
class MoveChanges:
    """All that a move changes in the score for a side."""

    move: Cell
    side: Side
    before: Score
    after: Score
    changes: tuple[Change, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "cell": self.move.name,
            "for": int(self.side),
            "before": self.before,
            "after": self.after,
            "changes": [
                {
                    "kind": c.kind,
                    "term": c.term,
                    "cells": [cell.name for cell in c.cells],
                    "before": c.before,
                    "after": c.after,
                    "points": c.points,
                    "words": c.words,
                }
                for c in self.changes
            ],
        }


def explain_move(evaluator: Evaluator, position: Position, move: Cell, side: Side) -> MoveChanges:
    """What a legal move changes in the score for a side; the changes sum to the difference."""
    child = position.play(move)
    before, after = _worth_now(evaluator, position, side), evaluator.evaluate(child, side)
    changes: list[Change] = []
    if evaluator.won_value(child, side) is None:
        form = evaluator.lowered(position.spec)
        for term, part in zip(evaluator.terms, form.parts, strict=True):
            weight = Fraction(part.weights[evaluator.stage(child)], form.scale)
            if weight:
                changes += _changes(term.label, part, weight, position, child, side)
    rest = exact(after) - exact(before) - sum(exact(change.points) for change in changes)
    if rest:
        kind: ChangeKind = "phase" if evaluator.won_value(child, side) is None else "end"
        changes.append(Change(kind, kind, (), "", "", as_score(rest)))
    return MoveChanges(move, side, before, after, tuple(changes))


@lru_cache(maxsize=16)  # whoever asks about a move asks about the others there, too
def _worth_now(evaluator: Evaluator, position: Position, side: Side) -> Score:
    return evaluator.evaluate(position, side)


def _changes(
    name: str, part: Part, weight: Fraction, position: Position, child: Position, side: Side
) -> Iterator[Change]:
    stone = position.geometry.bit(position.move_to(child))
    for feature in part.features:
        if not feature.mask & stone:
            continue
        old = feature.points(position.stones(side), position.stones(side.other), side)
        new = feature.points(child.stones(side), child.stones(side.other), side)
        if old != new:
            holds = position.holds(feature.cells), child.holds(feature.cells)
            points = as_score(weight * int(new - old))
            yield Change(_kind(old, new), name, feature.cells, *holds, points)
    if part.trap_points:
        points = as_score(weight * part.trap_points)
        anywhere = part.traps_anywhere
        traps = set(find_traps(position, side, anywhere)), set(find_traps(child, side, anywhere))
        for cell in sorted(traps[1] - traps[0]):
            yield Change("new", name, (cell,), ".", child.holds([cell]), points)
        for cell in sorted(traps[0] - traps[1]):
            yield Change("blocked", name, (cell,), ".", child.holds([cell]), -points)


def _kind(old: Score, new: Score) -> ChangeKind:
    if not old:
        return "new"
    if not new:
        return "blocked"
    return "grown" if abs(new) > abs(old) else "shrunk"
