"""The vocabulary of evaluation functions: terms that read like the formula they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from kinarow.evaluation.counts import Points, PointsByCount, StoneCount
from kinarow.evaluation.features import Feature, LineFeature
from kinarow.game import GameSpec, Position
from kinarow.game.geometry import geometry
from kinarow.score import Score


@dataclass(frozen=True, slots=True)
class StepTitle:
    """The heading under which an explanation puts a feature, and its place among the others."""

    order: int
    words: str


class Term(Protocol):
    """A summand of an evaluation function."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str: ...

    def features(self, spec: GameSpec) -> tuple[Feature, ...]:
        """What the term looks at on a board of this game."""
        ...

    def step(self, feature: Feature, position: Position) -> StepTitle:
        """Where an explanation puts what a feature counts in a position."""
        ...


@dataclass(frozen=True, slots=True, init=False)
class Windows:
    """Every window that only one colour holds counts by its number of stones."""

    own: Points
    opponent: Points

    def __init__(
        self,
        *,
        own: Points | Mapping[StoneCount, Score],
        opponent: Points | Mapping[StoneCount, Score],
    ) -> None:
        object.__setattr__(self, "own", _as_points(own))
        object.__setattr__(self, "opponent", _as_points(opponent))

    @property
    def name(self) -> str:
        return "windows"

    def features(self, spec: GameSpec) -> tuple[Feature, ...]:
        own, opponent = self.own.table(spec.target), self.opponent.table(spec.target)
        return tuple(
            LineFeature(window.cells, window.mask, own, opponent)
            for window in geometry(spec).windows
        )

    def step(self, feature: Feature, position: Position) -> StepTitle:
        stones = sum(position.at(cell) is not None for cell in feature.cells)
        return StepTitle(stones, f"lines with {stones} of {position.spec.target} stones")


def _as_points(points: Points | Mapping[StoneCount, Score]) -> Points:
    return PointsByCount.of(points) if isinstance(points, Mapping) else points
