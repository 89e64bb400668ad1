"""What terms come to on one board, in whole numbers.

This is the one meaning of an evaluator: the score is computed from it, explained by it, and packed
into tables from it.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import as_score, common_denominator, exact
from kinarow.evaluation.features.features import Feature, Rule
from kinarow.evaluation.features.trap_cells import find_traps
from kinarow.game import GameSpec, Position, Side, Symmetry, symmetries
from kinarow.game.geometry import geometry
from kinarow.game.symmetry import move_cell
from kinarow.score import HEURISTIC_LIMIT, Score

if TYPE_CHECKING:
    from kinarow.evaluation.terms.term import Term


@dataclass(frozen=True, slots=True)
class Part:
    """A term on one board; its share of the score is weight · sum / scale of the whole."""

    features: tuple[Feature, ...]
    """Those that can count, with whole points."""
    trap_points: int
    traps_anywhere: bool
    denominator: int
    """What points were multiplied with to make them whole."""
    weights: tuple[int, ...]
    """By stage: see `Evaluator.stage`."""

    def largest(self, cells: int) -> int:
        """What the sum could come to on a board of so many cells."""
        in_features = sum(int(max(map(abs, f.rule.numbers()))) for f in self.features)
        return in_features + abs(self.trap_points) * cells

    def sum(self, position: Position, side: Side) -> int:
        own, opponent = position.stones(side), position.stones(side.other)
        total: Score = 0
        for feature in self.features:
            total += feature.points(own, opponent, side)
        if self.trap_points:
            total += self.trap_points * len(find_traps(position, side, self.traps_anywhere))
        return int(total)


@dataclass(frozen=True, slots=True)
class LoweredForm:
    """All terms of an evaluator on one board, over one denominator."""

    parts: tuple[Part, ...]
    scale: int

    @property
    def traps_anywhere(self) -> bool:
        """Whether its traps are looked for in all empty cells."""
        return any(part.traps_anywhere for part in self.parts)

    def score(self, total: int) -> Score:
        """A total of weighted sums as a score."""
        return scored(total, self.scale)

    def symmetries(self, spec: GameSpec) -> tuple[Symmetry, ...]:
        """Those of the board that leave scores as they are, the identity first: they lay the
        features onto themselves. Traps follow the rules of the game, so they have all of these."""
        return tuple(s for s in symmetries(spec) if self._holds(s, spec))

    def _holds(self, symmetry: Symmetry, spec: GameSpec) -> bool:
        moved = {cell: move_cell(spec, symmetry, cell) for cell in geometry(spec).cells}
        before: Counter[object] = Counter()
        after: Counter[object] = Counter()
        for part in self.parts:
            for feature in part.features if any(part.weights) else ():
                image = tuple(moved[cell] for cell in feature.cells)
                before[part.weights, feature.rule.laid(feature.cells)] += 1
                after[part.weights, feature.rule.laid(image)] += 1
        return before == after


def scored(total: int, scale: int) -> Score:
    """A total over a scale."""
    return total if scale == 1 else as_score(Fraction(total, scale))


def lower(terms: tuple[Term, ...], spec: GameSpec) -> LoweredForm:
    """What the terms of an evaluator mean on a game's board."""
    if len({term.traps_anywhere for term in terms if term.trap_points}) > 1:
        raise EvaluatorError("its terms of traps must have the same `where`: playable, or empty")
    raw = [(_features(term, spec), term.trap_points, term.stage_weights) for term in terms]
    points_scales = [common_denominator(_points(features, traps)) for features, traps, _ in raw]
    weight_scales = [common_denominator(weights) for _, _, weights in raw]
    scale = math.lcm(*(p * w for p, w in zip(points_scales, weight_scales, strict=True)))
    parts = []
    for term, (features, trap_points, weights), points_scale in zip(
        terms, raw, points_scales, strict=True
    ):
        to_scale = scale // points_scale
        parts.append(
            Part(
                _whole(features, points_scale),
                int(exact(trap_points) * points_scale),
                term.traps_anywhere,
                points_scale,
                tuple(int(exact(weight) * to_scale) for weight in weights),
            )
        )
    form = LoweredForm(tuple(parts), scale)
    if _largest_score(form, spec.cell_count) > HEURISTIC_LIMIT:
        raise EvaluatorError(
            f"its scores on {spec} could reach those of proven wins: make its weights smaller"
        )
    return form


def _largest_score(form: LoweredForm, cells: int) -> float:
    """What a score could come to if everything that can count did."""
    return (
        sum(part.largest(cells) * max(map(abs, part.weights)) for part in form.parts) / form.scale
    )


def _features(term: Term, spec: GameSpec) -> tuple[Feature, ...]:
    """Those that can count."""
    return tuple(f for f in term.features(spec) if any(f.rule.numbers()))


def _points(features: tuple[Feature, ...], trap_points: Score) -> set[Score]:
    rules = {feature.rule for feature in features}
    return {trap_points, *(number for rule in rules for number in rule.numbers())}


def _whole(features: tuple[Feature, ...], factor: int) -> tuple[Feature, ...]:
    """The features with all points multiplied; those that shared a rule go on sharing one."""
    if factor == 1:
        return features
    rules: dict[Rule, Rule] = {}
    for feature in features:
        if feature.rule not in rules:
            rules[feature.rule] = feature.rule.times(factor)
    return tuple(replace(feature, rule=rules[feature.rule]) for feature in features)
