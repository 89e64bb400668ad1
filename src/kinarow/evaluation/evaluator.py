"""An evaluator: a named sum of terms that says what a position is worth for a side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kinarow.errors import EvaluatorError
from kinarow.evaluation.features import Feature
from kinarow.evaluation.terms import Term
from kinarow.game import GameSpec, Position, Side
from kinarow.score import Score


@dataclass(frozen=True, slots=True, init=False)
class Evaluator:
    """An evaluation function made of terms; it works on every board.

    >>> from kinarow.evaluation import OPEN_LINES
    >>> OPEN_LINES.evaluate(Position.from_moves("44"), Side.FIRST)
    -30
    """

    name: str
    terms: tuple[Term, ...]
    source: str
    """Where the idea comes from."""

    def __init__(self, name: str, *terms: Term, source: str = "") -> None:
        if not terms:
            raise EvaluatorError(f"evaluator {name!r} has no terms")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "terms", terms)
        object.__setattr__(self, "source", source)

    def evaluate(self, position: Position, side: Side) -> Score:
        """What the position is worth for a side, whoever is to move."""
        own, opponent = position.stones(side), position.stones(side.other)
        score: Score = 0
        for term in self.terms:
            for feature in lowered(term, position.spec):
                score += feature.points(own, opponent)
        return score


@lru_cache(maxsize=256)
def lowered(term: Term, spec: GameSpec) -> tuple[Feature, ...]:
    """The features of a term on a game's board, made once."""
    return term.features(spec)
