"""Which groups of counts, with which weights, come to the scores: few of them, and exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation.understood.groups import Counts, Group

Numbers = NDArray[np.float64]

_MOST_GROUPS: Final = 14
_LEAST: Final = 1e-9
"""A direction in which counts differ by less, as a share of their size, is none."""
TOLERANCE: Final = 1e-9
"""Scores are equal that differ by less, as a share of the largest; whole numbers by nothing."""
_DENOMINATORS: Final = (1, 2, 4, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 3, 6, 7, 9, 12, 30, 60)


@dataclass(frozen=True)
class Counted:
    """A group and its counts on the boards that were asked about."""

    group: Group
    counts: Counts

    @property
    def numbers(self) -> Numbers:
        return self.counts.astype(np.float64)


@dataclass(frozen=True)
class Solution:
    """Groups with weights; `residual` is what they leave of each score."""

    weights: tuple[tuple[Group, dict[str, Fraction]], ...]
    residual: Numbers

    @property
    def cost(self) -> float:
        return sum(g.cost + 0.05 * len(w) for g, w in self.weights)


def allowance(scores: Numbers) -> float:
    """How far a sum may be from a score that it equals."""
    largest = float(np.abs(scores).max(initial=0.0))
    return TOLERANCE * max(1.0, largest)


def solve(every: Sequence[Counted], scores: Numbers) -> Solution | None:
    """A sum that equals all scores, of few groups and cheap ones; None if none is found."""
    chosen = _chosen(every, scores)
    return None if chosen is None else _lean(_cheaper(chosen, every, scores), scores)


def nearest(every: Sequence[Counted], scores: Numbers) -> list[Counted]:
    """The groups that come nearest to the scores, whether or not they equal them."""
    found: list[Counted] = []
    _choose(every, scores, found)
    return found


def is_exact(chosen: Sequence[Counted], scores: Numbers) -> bool:
    """Whether some weights of these groups equal all scores."""
    _, residual = fitted(chosen, scores)
    return bool(np.abs(residual).max(initial=0.0) <= 100 * allowance(scores))


def fitted(chosen: Sequence[Counted], scores: Numbers) -> tuple[Numbers, Numbers]:
    """The weights of least squares, and what they leave."""
    if not chosen:
        return np.zeros(0), scores
    counts = np.concatenate([c.numbers for c in chosen], axis=1)
    weights = np.linalg.lstsq(counts, scores, rcond=1e-10)[0]
    return weights, scores - counts @ weights


def _chosen(every: Sequence[Counted], scores: Numbers) -> list[Counted] | None:
    found: list[Counted] = []
    return found if _choose(every, scores, found) else None


def _choose(every: Sequence[Counted], scores: Numbers, found: list[Counted]) -> bool:
    """Take the group that explains most of what is left, until nothing is; say if it came so far."""
    basis = np.zeros((len(scores), 0))
    rest, enough = scores.copy(), allowance(scores) * 10
    left = {id(c): c.numbers for c in every}
    while np.abs(rest).max(initial=0.0) > enough:
        if len(found) == _MOST_GROUPS:
            return False
        best: tuple[float, Counted, Numbers] | None = None
        size = float(rest @ rest)
        for counted in every:
            if id(counted) not in left:
                continue
            directions = _directions(left[id(counted)], basis)
            if basis.shape[1] + directions.shape[1] > len(scores) // 2:
                continue
            gain = float(((directions.T @ rest) ** 2).sum())
            # What would explain all wins, the cheapest first; else what explains most.
            after = max(0.0, size - gain) / size
            worth = (
                1e9 - counted.group.cost
                if after < 1e-16
                else gain / size / (1 + 0.1 * counted.group.cost)
            )
            if best is None or worth > best[0]:
                best = worth, counted, directions
        if best is None or best[0] < 1e-12:
            return False
        found.append(best[1])
        del left[id(best[1])]
        basis = np.concatenate([basis, best[2]], axis=1)
        rest = scores - basis @ (basis.T @ scores)
        rest -= basis @ (basis.T @ rest)
    return True


def _directions(counts: Numbers, basis: Numbers) -> Numbers:
    """An orthonormal basis of what these counts add to others."""
    size = np.linalg.norm(counts, axis=0)
    kept = counts[:, size > 0] / size[size > 0]
    for _ in range(2):
        kept = kept - basis @ (basis.T @ kept)
    found: list[Numbers] = []
    for column in kept.T:
        rest = column
        for _ in range(2):
            for other in found:
                rest = rest - other * (other @ rest)
        norm = float(np.linalg.norm(rest))
        if norm > 1e-7:
            found.append(rest / norm)
    return np.stack(found, axis=1) if found else np.zeros((len(counts), 0))


def _cheaper(
    chosen: list[Counted], every: Sequence[Counted], scores: Numbers
) -> list[Counted]:
    """Without the groups that are not needed, and with cheaper ones in place of dear ones."""
    for counted in sorted(chosen, key=lambda c: -c.group.cost):
        without = [c for c in chosen if c is not counted]
        if is_exact(without, scores):
            chosen = without
    for counted in sorted(chosen, key=lambda c: -c.group.cost):
        if counted not in chosen or counted.group.cost < 1:
            continue
        for other in sorted(every, key=lambda c: c.group.cost):
            if other.group.cost >= counted.group.cost:
                break
            if any(other is c for c in chosen):
                continue
            instead = [other if c is counted else c for c in chosen]
            if is_exact(instead, scores):
                chosen = instead
                break
    return chosen


def _lean(chosen: list[Counted], scores: Numbers) -> Solution | None:
    """With as few counts of each group as will do, and weights as they may have been written."""
    counts = np.concatenate([c.numbers for c in chosen], axis=1) if chosen else None
    names = [(c, number) for c in chosen for number in range(c.counts.shape[1])]
    if counts is None:
        return Solution((), scores)
    kept = [n for n in range(len(names)) if counts[:, n].any()]
    kept = _fewest(kept, counts, scores)
    weights = np.linalg.lstsq(counts[:, kept], scores, rcond=None)[0] if kept else np.zeros(0)
    exact = [as_written(float(w)) for w in weights]
    found: dict[int, dict[str, Fraction]] = {id(c): {} for c in chosen}
    for place, weight in zip(kept, exact, strict=True):
        counted, number = names[place]
        if weight:
            found[id(counted)][counted.group.names[number]] = weight
    total = counts[:, kept] @ np.array([float(w) for w in exact]) if kept else np.zeros(len(scores))
    residual = scores - total
    if np.abs(residual).max(initial=0.0) > allowance(scores):
        return None
    return Solution(tuple((c.group, found[id(c)]) for c in chosen if found[id(c)]), residual)


def _fewest(kept: list[int], counts: Numbers, scores: Numbers) -> list[int]:
    """The counts that are needed: those with no weight go first, then any that can be spared."""
    size, enough = np.abs(scores).max(initial=1.0), 100 * allowance(scores)
    weights = np.linalg.lstsq(counts[:, kept], scores, rcond=1e-10)[0]
    slim = [n for n, w in zip(kept, weights, strict=True) if abs(w) > 1e-9 * size]
    if slim and _left(counts[:, slim], scores) <= enough:
        kept = slim
    if len(kept) > 60 or np.linalg.matrix_rank(counts[:, kept]) == len(kept):
        return kept  # the weights are the only ones
    for n in sorted(kept, key=lambda n: -n):
        fewer = [other for other in kept if other != n]
        if fewer and _left(counts[:, fewer], scores) <= enough:
            kept = fewer
    return kept


def _left(counts: Numbers, scores: Numbers) -> float:
    weights = np.linalg.lstsq(counts, scores, rcond=1e-10)[0]
    return float(np.abs(scores - counts @ weights).max(initial=0.0))


def as_written(weight: float) -> Fraction:
    """The number that somebody may have written: 1.2 rather than 1.2000000001."""
    near = 1e-7 * max(1.0, abs(weight))
    for denominator in _DENOMINATORS:
        whole = round(weight * denominator)
        if abs(whole / denominator - weight) < near:
            return Fraction(whole, denominator)
    return Fraction(repr(weight))
