"""Which symmetries of a board leave an evaluator's scores as they are.

A search may treat positions as one only if they are images under these. They follow from the
features: a symmetry holds if it lays the features onto themselves.
"""

from __future__ import annotations

from collections import Counter

from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.features.lowering import Part
from kinarow.game import GameSpec, Symmetry, symmetries
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
            image = tuple(moved[cell] for cell in feature.cells)
            before[part.weights, feature.rule.laid(feature.cells)] += 1
            after[part.weights, feature.rule.laid(image)] += 1
    return before == after
