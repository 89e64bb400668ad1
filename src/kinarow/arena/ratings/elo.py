"""What results say about strength: Elo with intervals, likelihood of superiority, ratings.

A match is a sample of scores between 0 and 1, of games (loss, tie, win) or better of pairs of games
from the same opening with sides swapped: the opening's bias then cancels, and the five possible
sums are counted, the *pentanomial*. All intervals are at 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""How many standard errors an interval goes to either side."""
_ELO_SCALE = 400 / math.log(10)
_NORMALIZED_SCALE = 800 / math.log(10)


def elo_of(score: float) -> float:
    """The difference in Elo that gives this expected score, which lies between 0 and 1."""
    return _ELO_SCALE * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """The expected score at a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval, at 95 %.

    >>> from kinarow import Estimate
    >>> print(Estimate(0.5, 0.25, 0.75))
    0.50 +/- 0.25
    """

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the interval's width."""
        return (self.high - self.low) / 2

    def to_json(self) -> dict[str, float]:
        """Plain values."""
        return {"value": self.value, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        return f"{self.value:.2f} +/- {self.error:.2f}"


def wilson(share: float, count: int) -> Estimate:
    """A proportion with Wilson's interval, which never has width 0."""
    squared = Z**2
    centre = (share + squared / (2 * count)) / (1 + squared / count)
    spread = share * (1 - share) / count + squared / (4 * count**2)
    half = Z * math.sqrt(spread) / (1 + squared / count)
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half))


@dataclass(frozen=True, slots=True)
class ResultSample:
    """How often each score was reached, from 0 to 1 in equal steps."""

    counts: tuple[int, ...]

    @classmethod
    def of_games(cls, wins: int, ties: int, losses: int) -> ResultSample:
        return cls((losses, ties, wins))

    @property
    def scores(self) -> tuple[float, ...]:
        steps = len(self.counts) - 1
        return tuple(step / steps for step in range(steps + 1))

    @property
    def size(self) -> int:
        return sum(self.counts)

    @property
    def games_each(self) -> int:
        """How many games one score is made of."""
        return (len(self.counts) - 1) // 2

    @property
    def mean(self) -> float:
        return sum(s * n for s, n in zip(self.scores, self.counts, strict=True)) / self.size

    @property
    def variance(self) -> float:
        mean = self.mean
        terms = zip(self.scores, self.counts, strict=True)
        return sum(n * (s - mean) ** 2 for s, n in terms) / self.size

    @property
    def standard_error(self) -> float:
        return math.sqrt(self.variance / self.size)

    def score_interval(self) -> Estimate:
        """The expected score. Where all results are alike the sample shows no variance, and
        Wilson's interval for a proportion, which is never of width 0, takes its place."""
        mean, deviation = self.mean, Z * self.standard_error
        if deviation == 0:
            return wilson(mean, self.size)
        return Estimate(mean, mean - deviation, mean + deviation)

    def elo(self) -> Estimate:
        """The difference in Elo; finite whatever the results."""
        interval = self.score_interval()
        return Estimate(
            *(self._finite_elo(s) for s in (interval.value, interval.low, interval.high))
        )

    def _finite_elo(self, score: float) -> float:
        """Scores of 0 and 1 are taken for a quarter of a point less than that."""
        least = 0.25 / (self.size * self.games_each + 0.5)
        return elo_of(min(max(score, least), 1 - least))

    def normalized_elo(self) -> Estimate:
        """The difference in units of the spread of results (Van den Bergh), which says how many
        games it takes to see it, whatever the share of ties."""
        deviation = math.sqrt(self.variance * self.games_each)
        if deviation == 0:
            return Estimate(math.nan, math.nan, math.nan)
        value = (self.mean - 0.5) / deviation * _NORMALIZED_SCALE
        error = Z / math.sqrt(self.size * self.games_each) * _NORMALIZED_SCALE
        return Estimate(value, value - error, value + error)

    def likelihood_of_superiority(self) -> float:
        """How likely it is, as far as the results tell, that the difference is above 0."""
        if self.standard_error == 0:
            # All results alike: as if one of each kind had come before (Laplace's rule).
            even = 0.5 ** (self.size + 1)
            return 0.5 if self.mean == 0.5 else 1 - even if self.mean > 0.5 else even
        return NormalDist().cdf((self.mean - 0.5) / self.standard_error)


def pentanomial(pairs: Sequence[tuple[float, float]]) -> ResultSample:
    """The sample of pairs of games, each given by its two scores."""
    counts = [0] * 5
    for one, two in pairs:
        counts[round(2 * (one + two))] += 1
    return ResultSample(tuple(counts))
