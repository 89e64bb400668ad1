"""Which symmetries of a board leave an evaluator's scores as they are.

A search may treat positions as one only if they are images under these. They follow from the
features: a symmetry holds if it lays the features onto themselves.
"""

from __future__ import annotations

from collections import Counter

from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.features import Feature
from kinarow.evaluation.lowering import Part
from kinarow.game import Cell, GameSpec, Symmetry, symmetries
from kinarow.game.geometry import geometry
from kinarow.game.symmetry import move_cell


def declared_symmetries(evaluator: Evaluator, spec: GameSpec) -> tuple[Symmetry, ...]:
    """The symmetries that hold for an evaluator on a game's board, the identity first."""
    parts = [part for part in evaluator.lowered(spec).parts if any(part.weights)]
    return tuple(s for s in symmetries(spec) if _holds(s, parts, spec))


def _holds(symmetry: Symmetry, parts: list[Part], spec: GameSpec) -> bool:
    # Traps follow the rules of the game, so they have all of its symmetries.
    moved = {cell: move_cell(spec, symmetry, cell) for cell in geometry(spec).cells}
    before: Counter[object] = Counter()
    after: Counter[object] = Counter()
    for part in parts:
        for feature in part.features:
            before[part.weights, *_laid(feature, feature.cells)] += 1
            after[part.weights, *_laid(feature, tuple(moved[c] for c in feature.cells))] += 1
    return before == after


def _laid(feature: Feature, cells: tuple[Cell, ...]) -> tuple[object, ...]:
    """A rule and where it lies, the order of cells that are alike forgotten."""
    classes = feature.rule.classes(len(cells))
    places = tuple(
        frozenset(cell for cell, c in zip(cells, classes, strict=True) if c == wanted)
        for wanted in range(max(classes) + 1)
    )
    return feature.rule.unordered(), places
