"""The twin of `evaluate`: the same number as a list of what counted, with the running total."""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.evaluation.evaluator import Evaluator, lowered
from kinarow.evaluation.terms import StepTitle, Term
from kinarow.game import Cell, Position, Side
from kinarow.score import Score


@dataclass(frozen=True, slots=True)
class Contribution:
    """One thing that counted: where, what lies there, its points and the total so far."""

    term: str
    cells: tuple[Cell, ...]
    holds: str
    points: Score
    total: Score


@dataclass(frozen=True, slots=True)
class Step:
    """Contributions that belong together."""

    title: str
    contributions: tuple[Contribution, ...]

    @property
    def points(self) -> Score:
        return sum(contribution.points for contribution in self.contributions)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A score and how it came about."""

    evaluator: str
    side: Side
    score: Score
    steps: tuple[Step, ...]

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        return tuple(c for step in self.steps for c in step.contributions)

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        return {
            "score": self.score,
            "for": int(self.side),
            "evaluator": self.evaluator,
            "contributions": [
                {
                    "term": c.term,
                    "step": step.title,
                    "cells": [cell.name for cell in c.cells],
                    "holds": c.holds,
                    "points": c.points,
                    "total": c.total,
                }
                for step in self.steps
                for c in step.contributions
            ],
        }


def explain(evaluator: Evaluator, position: Position, side: Side) -> Explanation:
    """The score of a position for a side, contribution by contribution."""
    total: Score = 0
    steps: list[Step] = []
    for term in evaluator.terms:
        for title, counted in _by_step(term, position, side):
            contributions = []
            for cells, points in counted:
                total += points
                held = position.holds(cells)
                contributions.append(Contribution(term.name, cells, held, points, total))
            steps.append(Step(title.words, tuple(contributions)))
    return Explanation(evaluator.name, side, total, tuple(steps))


Counted = list[tuple[tuple[Cell, ...], Score]]


def _by_step(term: Term, position: Position, side: Side) -> list[tuple[StepTitle, Counted]]:
    own, opponent = position.stones(side), position.stones(side.other)
    steps: dict[StepTitle, Counted] = {}
    for feature in lowered(term, position.spec):
        points = feature.points(own, opponent)
        if points:
            title = term.step(feature, position)
            steps.setdefault(title, []).append((feature.cells, points))
    return sorted(steps.items(), key=lambda step: step[0].order)
