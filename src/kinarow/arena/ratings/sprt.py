"""The sequential probability ratio test: play until it is clear enough, and no longer.

The log-likelihood ratio compares two hypotheses, a difference of `elo1` and one of `elo0`, on the
results so far. For each, the distribution of results is the likeliest one that has the difference
(Van den Bergh, "Comments on normalized Elo"): the results' own frequencies, tilted until their mean
is right. With bounds log(β / (1 − α)) and log((1 − β) / α), a wrong answer has about the chances α
and β, however often one looks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kinarow.arena.ratings.elo import ResultSample, score_of
from kinarow.errors import ArenaError

Model = Literal["normalized", "logistic"]
TestVerdict = Literal["H0", "H1"]

_UNSEEN = 1e-3
"""What a result that never came counts for, so that its logarithm exists."""

_MOST_ELO = 200
"""Larger differences need no test."""

_SETTING = re.compile(r"(elo0|elo1|alpha|beta|model)=([-+.0-9a-z]+)")


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Is the difference at least `elo1`, or at most `elo0`?"""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        if not (abs(self.elo0) <= _MOST_ELO and abs(self.elo1) <= _MOST_ELO):
            raise ArenaError(f"sprt: elo0 and elo1 must be between -{_MOST_ELO} and {_MOST_ELO}")
        if not self.elo0 < self.elo1:
            raise ArenaError(f"sprt: elo0 must be below elo1, not {self.elo0} and {self.elo1}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise ArenaError("sprt: alpha, beta and their sum must be between 0 and 1")
        if self.model not in ("normalized", "logistic"):
            raise ArenaError(f"sprt: the model must be normalized or logistic, not {self.model}")

    @classmethod
    def parse(cls, text: str) -> SequentialTest:
        """A test as it is written: `elo0=0,elo1=10,alpha=0.05,beta=0.05`, all of it optional."""
        settings: dict[str, float | str] = {}
        for part in filter(None, text.split(",")):
            match = _SETTING.fullmatch(part.strip())
            if match is None or match[1] in settings:
                raise ArenaError(
                    f"sprt: {part!r} is not a setting such as elo0=0, elo1=10, alpha=0.05, "
                    "beta=0.05 or model=logistic, each given once"
                )
            try:
                settings[match[1]] = match[2] if match[1] == "model" else float(match[2])
            except ValueError:
                raise ArenaError(f"sprt: {match[2]!r} is not a number") from None
        return cls(**settings)  # type: ignore[arg-type]

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first, H0 is accepted; above the second, H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, sample: ResultSample) -> float:
        """The log-likelihood ratio of a sample; 0 where there is none."""
        if sample.size == 0:
            return 0.0
        counts = [count or _UNSEEN for count in sample.counts]
        total = sum(counts)
        seen = [count / total for count in counts]
        likeliest = self._normalized if self.model == "normalized" else _with_mean
        scale = math.sqrt(sample.games_each) * math.log(10) / 800
        values = [
            elo * scale if self.model == "normalized" else score_of(elo)
            for elo in (self.elo0, self.elo1)
        ]
        under0, under1 = (likeliest(sample.scores, seen, value) for value in values)
        terms = zip(seen, under0, under1, strict=True)
        return total * sum(p * (math.log(p1) - math.log(p0)) for p, p0, p1 in terms)

    def verdict(self, sample: ResultSample) -> TestVerdict | None:
        """`H1` or `H0` where a bound is reached, None while it is open."""
        low, high = self.bounds
        ratio = self.ratio(sample)
        return "H1" if ratio >= high else "H0" if ratio <= low else None

    def to_json(self, sample: ResultSample) -> dict[str, Any]:
        """How the test stands after a sample."""
        low, high = self.bounds
        verdict = self.verdict(sample)
        return {"llr": self.ratio(sample), "low": low, "high": high, "verdict": verdict}

    @staticmethod
    def _normalized(scores: Sequence[float], seen: Sequence[float], wanted: float) -> list[float]:
        """The likeliest distribution whose mean is `wanted` standard deviations above one half.

        Deviation and distribution depend on each other, so both are improved in turn."""
        found = [1 / len(scores)] * len(scores)
        for _ in range(100):
            mean = sum(s * p for s, p in zip(scores, found, strict=True))
            spread = math.sqrt(sum(p * (s - mean) ** 2 for s, p in zip(scores, found, strict=True)))
            pull = [
                s - 0.5 - wanted * spread * (1 + ((s - mean) / spread) ** 2) / 2 for s in scores
            ]
            before, found = found, _tilted(seen, pull)
            if max(abs(p - q) for p, q in zip(found, before, strict=True)) < 1e-9:
                break
        return found

    def __str__(self) -> str:
        return f"[{self.elo0:.2f}, {self.elo1:.2f}]"


def _with_mean(scores: Sequence[float], seen: Sequence[float], wanted: float) -> list[float]:
    """The likeliest distribution with a mean."""
    return _tilted(seen, [score - wanted for score in scores])


def _tilted(seen: Sequence[float], pull: Sequence[float]) -> list[float]:
    """p / (1 + θ·pull), θ being such that the pull is 0 on average."""

    def imbalance(theta: float) -> float:
        return sum(p * x / (1 + theta * x) for p, x in zip(seen, pull, strict=True))

    low, high = -1 / max(pull), -1 / min(pull)
    inside = (high - low) * 1e-12  # at the very ends a share would be infinite
    low, high = low + inside, high - inside
    # The imbalance falls from one end to the other, so halving finds where it is 0.
    while low < (theta := (low + high) / 2) < high:
        low, high = (theta, high) if imbalance(theta) > 0 else (low, theta)
    return [p / (1 + theta * x) for p, x in zip(seen, pull, strict=True)]
