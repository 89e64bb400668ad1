"""Ratings of many players from all their games: Bradley and Terry's model, in Elo.

The expected score between two players is a logistic function of the difference of their ratings;
ties count half. The ratings are the likeliest ones, with a weak pull towards the mean (as if each
had tied half a game with an average opponent), so that they are finite for who won or lost all.
They are relative to the mean of all, or to *anchors*: players whose ratings are given.
Intervals come from how much the results of whole pairs of games vary (a sandwich estimate), since
the two games from one opening are not independent, and ties vary less than wins and losses do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kinarow.arena.ratings.elo import Estimate, Z

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
    is_evidence: bool = True
    """Whether ratings go by it; points and games count all."""


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
    """Relative to the mean of all players, or to the anchors."""
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


def standings(
    players: Sequence[str],
    pairs: Iterable[PairResult],
    anchors: Mapping[str, float] | None = None,
) -> list[Standing]:
    """All players, the strongest first. The Elo of `anchors` is given, and not rated."""
    if not players:
        return []
    import numpy as np

    number = {player: i for i, player in enumerate(players)}
    given = {number[player]: elo / _ELO for player, elo in (anchors or {}).items()}
    scored, played = dict.fromkeys(players, 0.0), dict.fromkeys(players, 0)
    results = []
    for pair in pairs:
        for player, points_of in ((pair.a, pair.points), (pair.b, pair.games - pair.points)):
            scored[player] += points_of
            played[player] += pair.games
        if pair.is_evidence:
            results.append(pair)
    a = np.array([number[r.a] for r in results], dtype=int)
    b = np.array([number[r.b] for r in results], dtype=int)
    points = np.array([r.points for r in results], dtype=float)
    games = np.array([r.games for r in results], dtype=float)
    ratings, errors = _rated(len(players), given, a, b, points, games)
    table = []
    for player, i in number.items():
        value, half = _ELO * float(ratings[i]), Z * _ELO * float(errors[i])
        elo = Estimate(value, value - half, value + half)
        table.append(Standing(player, elo, scored[player], played[player]))
    return sorted(table, key=lambda row: -row.elo.value)


def _rated(
    count: int, given: Mapping[int, float], a: Floats, b: Floats, points: Floats, games: Floats
) -> tuple[Floats, Floats]:
    """The ratings of players by number, and their standard errors, in natural units.

    The average opponent that pulls all together has the number after the last: its rating is 0, or,
    with anchors, as likely as the results make it, so that the pull moves nobody from there.
    """
    import numpy as np

    fixed = dict(given) or {count: 0.0}
    free = np.setdiff1d(np.arange(count + 1), list(fixed))
    ratings = np.full(count + 1, np.mean(list(fixed.values())))
    ratings[list(fixed)] = list(fixed.values())
    pulled = (
        np.append(a, np.arange(count)),
        np.append(b, np.full(count, count)),
        np.append(points, np.full(count, _PULL / 2)),
        np.append(games, np.full(count, _PULL)),
    )
    ratings = _most_likely(ratings, free, *pulled)
    inverse = np.zeros((count + 1, count + 1))
    curvature = _curvature(ratings, pulled[0], pulled[1], pulled[3])
    inverse[np.ix_(free, free)] = np.linalg.inv(curvature[np.ix_(free, free)])
    measured = np.eye(count, count + 1)
    if not given:  # from the mean of all
        measured[:, :count] -= 1 / count
    return measured @ ratings, _standard_errors(
        ratings, measured, inverse, count - max(1, len(given)), a, b, points, games
    )


def _most_likely(
    ratings: Floats, free: Floats, a: Floats, b: Floats, points: Floats, games: Floats
) -> Floats:
    """The ratings that make the results likeliest, where those that are `free` may change: by
    Newton's method, for their loss has one minimum, and its curvature is needed for the errors
    anyhow."""
    import numpy as np

    def loss(ratings: Floats) -> float:
        difference = ratings[a] - ratings[b]
        return float((games * np.logaddexp(0, difference) - points * difference).sum())

    for _ in range(_STEPS):
        slope = np.zeros(len(ratings))
        residual = games * _chance(ratings[a] - ratings[b]) - points
        np.add.at(slope, a, residual)
        np.add.at(slope, b, -residual)
        step = np.zeros(len(ratings))
        curvature = _curvature(ratings, a, b, games)[np.ix_(free, free)]
        step[free] = np.linalg.solve(curvature, slope[free])
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

    expected = _chance(ratings[a] - ratings[b])
    weight = games * expected * (1 - expected)
    curvature = np.zeros((len(ratings), len(ratings)))
    np.add.at(curvature, (a, a), weight)
    np.add.at(curvature, (b, b), weight)
    np.add.at(curvature, (a, b), -weight)
    np.add.at(curvature, (b, a), -weight)
    return curvature


def _standard_errors(
    ratings: Floats,
    measured: Floats,
    inverse: Floats,
    parameters: int,
    a: Floats,
    b: Floats,
    points: Floats,
    games: Floats,
) -> Floats:
    """Of each player's rating as it is `measured`, in natural units."""
    import numpy as np

    spread = np.zeros_like(inverse)
    residual = (points - games * _chance(ratings[a] - ratings[b])) ** 2
    np.add.at(spread, (a, a), residual)
    np.add.at(spread, (b, b), residual)
    np.add.at(spread, (a, b), -residual)
    np.add.at(spread, (b, a), -residual)
    robust = measured @ inverse @ spread @ inverse @ measured.T
    plain = measured @ inverse @ measured.T
    # The ratings were fitted to these very results, which makes them look closer than they are.
    pairs = len(points)
    correction = pairs / (pairs - parameters) if pairs > parameters else 2.0
    errors = np.sqrt(np.diag(robust) * correction)
    # Few results, or results that are all alike, show too little variance; there the model's own is
    # the least to assume.
    for i in range(len(errors)):
        mine = (a == i) | (b == i)
        scored = points[a == i].sum() + (games - points)[b == i].sum()
        if mine.sum() < _FEW_PAIRS or scored in (0, games[mine].sum()):
            errors[i] = max(errors[i], math.sqrt(plain[i, i]))
    return errors
