"""Leaves of searches of threats: positions that decided what a deep search thinks.

Such a search judges quiet positions many plies ahead, most of them after moves that no good player
would make, and goes by those that look best to both sides. Positions of games are not like them: an
evaluator that is fitted to games alone predicts them much worse.
"""

from __future__ import annotations

from random import Random
from typing import Final

from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator
from kinarow.game import GameSpec, Position
from kinarow.native.types import Words
from kinarow.work.budget import Budget

NODES: Final = 300_000
_ONE_IN: Final = 150
"""Of so many nodes that a leaf decided one has it kept, more of those higher in the tree."""


def refuse_without_leaves(evaluator: AnyEvaluator, spec: GameSpec) -> None:
    """Say so where there is no search of threats that judges leaves by an evaluator."""
    from kinarow.search.threats.drop.deepening import why_no_threats_with_gravity

    no_gravity = "" if spec.gravity else "stones do not fall there"
    why_not = no_gravity or why_no_threats_with_gravity(evaluator, spec)
    if why_not:
        raise KinarowError(f"{spec} has no leaves to learn from: {why_not}")


def leaves_after(position: Position, evaluator: AnyEvaluator, random: Random) -> Words:
    """[leaf, side]: leaves of a search from a position; none if it sees the game's end."""
    from kinarow.search.threats.drop.deepening import DropThreatEngine

    deepest = position.spec.cell_count - position.plies
    engine = DropThreatEngine(position, evaluator, deepest, Budget(NODES))
    engine.keep_leaves(_ONE_IN, random.getrandbits(60))
    for _ in engine.deepen(engine.deepest):
        pass
    leaves = engine.kept_leaves()
    return leaves[:0] if engine.is_exact else leaves
