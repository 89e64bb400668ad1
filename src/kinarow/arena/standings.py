"""Ratings of many players from all their games: Bradley and Terry's model, in Elo.

The expected score between two players is a logistic function of the difference of their ratings;
ties count half. The ratings are the likeliest ones, with a weak pull towards the mean (as if each
had tied half a game with an average opponent), so that they are finite for who won or lost all.
Intervals come from how much the results of whole pairs of games vary (a sandwich estimate), since
the two games from one opening are not independent, and ties vary less than wins and losses do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kinarow.arena.rating import Estimate, Z

Floats = Any  # arrays of numpy, which is imported only where it is used

_ELO = 400 / math.log(10)
_FEW_PAIRS = 10
_PULL = 0.5
"""The weight of the tie with an average opponent, in games."""


@dataclass(frozen=True, slots=True)
class PairResult:
    """What player `a` scored against `b` in the games from one opening, usually two."""

    a: str
    b: str
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in a tournament.

    >>> from kinarow import play_tournament
    >>> played = play_tournament(["first-legal", "fixed-order"], "drop:4x4:3", rounds=1)
    >>> for standing in played.standings():
    ...     print(standing)
    first-legal: Elo +0 ± 227, 1/2 points
    fixed-order: Elo +0 ± 227, 1/2 points
    """

    player: str
    elo: Estimate
    """Relative to the mean of all players."""
    points: float
    games: int

    def to_json(self) -> dict[str, Any]:
        """Plain values; these keys are a contract with scripts and with the lab's page."""
        return {
            "player": self.player,
            "elo": self.elo.to_json(),
            "points": self.points,
            "games": self.games,
        }

    def __str__(self) -> str:
        elo = f"Elo {self.elo.value:+.0f} ± {self.elo.error:.0f}"
        return f"{self.player}: {elo}, {self.points:g}/{self.games} points"


def standings(players: Sequence[str], pairs: Iterable[PairResult]) -> list[Standing]:
    """All players, the strongest first."""
    if not players:
        return []
    import numpy as np
    from scipy.optimize import minimize

    results = list(pairs)
    number = {player: i for i, player in enumerate(players)}
    count = len(players)
    a = np.array([number[r.a] for r in results], dtype=int)
    b = np.array([number[r.b] for r in results], dtype=int)
    points = np.array([r.points for r in results], dtype=float)
    games = np.array([r.games for r in results], dtype=float)

    def loss(ratings: Floats) -> tuple[float, Floats]:
        difference = ratings[a] - ratings[b]
        fit = games * np.logaddexp(0, difference) - points * difference
        pull = _PULL * (np.logaddexp(0, ratings) - ratings / 2)
        residual = games / (1 + np.exp(-difference)) - points
        slope = _PULL * (1 / (1 + np.exp(-ratings)) - 0.5)
        np.add.at(slope, a, residual)
        np.add.at(slope, b, -residual)
        return float(fit.sum() + pull.sum()), slope

    ratings = minimize(loss, np.zeros(count), jac=True, method="L-BFGS-B", tol=1e-12).x
    errors = _standard_errors(ratings, a, b, points, games)
    ratings = ratings - ratings.mean()
    table = []
    for player, i in number.items():
        scored = points[a == i].sum() + (games - points)[b == i].sum()
        played = games[a == i].sum() + games[b == i].sum()
        value, half = _ELO * float(ratings[i]), Z * _ELO * float(errors[i])
        elo = Estimate(value, value - half, value + half)
        table.append(Standing(player, elo, float(scored), int(played)))
    return sorted(table, key=lambda row: -row.elo.value)


def _standard_errors(
    ratings: Floats, a: Floats, b: Floats, points: Floats, games: Floats
) -> Floats:
    """Of each rating's distance from the mean of all, in natural units."""
    import numpy as np

    count = len(ratings)
    expected = 1 / (1 + np.exp(-(ratings[a] - ratings[b])))
    weight = games * expected * (1 - expected)
    own = 1 / (1 + np.exp(-ratings))
    curvature = np.diag(_PULL * own * (1 - own))
    spread = np.zeros((count, count))
    residual = (points - games * expected) ** 2
    for i, j, w, r in zip(a, b, weight, residual, strict=True):
        step = np.zeros(count)
        step[i], step[j] = 1, -1
        curvature += w * np.outer(step, step)
        spread += r * np.outer(step, step)
    inverse = np.linalg.inv(curvature)
    from_mean = np.eye(count) - 1 / count
    robust = from_mean @ inverse @ spread @ inverse @ from_mean.T
    plain = from_mean @ inverse @ from_mean.T
    # The ratings were fitted to these very results, which makes them look closer than they are.
    pairs = len(points)
    correction = pairs / (pairs - count + 1) if pairs >= count else 2.0
    errors = np.sqrt(np.diag(robust) * correction)
    # Few results, or results that are all alike, show too little variance; there the model's own is
    # the least to assume.
    for i in range(count):
        mine = (a == i) | (b == i)
        scored = points[a == i].sum() + (games - points)[b == i].sum()
        if mine.sum() < _FEW_PAIRS or scored in (0, games[mine].sum()):
            errors[i] = max(errors[i], math.sqrt(plain[i, i]))
    return errors
