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
_STEPS = 100
_EXACT = 1e-12
"""Natural units of rating."""


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

    results = list(pairs)
    number = {player: i for i, player in enumerate(players)}
    count = len(players)
    a = np.array([number[r.a] for r in results], dtype=int)
    b = np.array([number[r.b] for r in results], dtype=int)
    points = np.array([r.points for r in results], dtype=float)
    games = np.array([r.games for r in results], dtype=float)
    ratings = _most_likely(count, a, b, points, games)
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


def _most_likely(count: int, a: Floats, b: Floats, points: Floats, games: Floats) -> Floats:
    """The ratings that make the results likeliest, in natural units: by Newton's method, for
    their loss has one minimum, and its curvature is needed for the errors anyhow."""
    import numpy as np

    def loss(ratings: Floats) -> float:
        difference = ratings[a] - ratings[b]
        fit = games * np.logaddexp(0, difference) - points * difference
        pull = _PULL * (np.logaddexp(0, ratings) - ratings / 2)
        return float(fit.sum() + pull.sum())

    ratings = np.zeros(count)
    for _ in range(_STEPS):
        slope = _PULL * (_chance(ratings) - 0.5)
        residual = games * _chance(ratings[a] - ratings[b]) - points
        np.add.at(slope, a, residual)
        np.add.at(slope, b, -residual)
        step = np.linalg.solve(_curvature(ratings, a, b, games), slope)
        # Far from the minimum a whole step may go too far.
        while loss(ratings - step) > loss(ratings) and np.abs(step).max() > _EXACT:
            step /= 2
        ratings = ratings - step
        if np.abs(step).max() <= _EXACT:
            break
    return ratings


def _chance(difference: Floats) -> Floats:
    import numpy as np

    chance: Floats = 1 / (1 + np.exp(-difference))
    return chance


def _curvature(ratings: Floats, a: Floats, b: Floats, games: Floats) -> Floats:
    """How fast the loss grows around ratings, as a matrix."""
    import numpy as np

    own, expected = _chance(ratings), _chance(ratings[a] - ratings[b])
    weight = games * expected * (1 - expected)
    curvature = np.diag(_PULL * own * (1 - own))
    np.add.at(curvature, (a, a), weight)
    np.add.at(curvature, (b, b), weight)
    np.add.at(curvature, (a, b), -weight)
    np.add.at(curvature, (b, a), -weight)
    return curvature


def _standard_errors(
    ratings: Floats, a: Floats, b: Floats, points: Floats, games: Floats
) -> Floats:
    """Of each rating's distance from the mean of all, in natural units."""
    import numpy as np

    count = len(ratings)
    spread = np.zeros((count, count))
    residual = (points - games * _chance(ratings[a] - ratings[b])) ** 2
    np.add.at(spread, (a, a), residual)
    np.add.at(spread, (b, b), residual)
    np.add.at(spread, (a, b), -residual)
    np.add.at(spread, (b, a), -residual)
    inverse = np.linalg.inv(_curvature(ratings, a, b, games))
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
