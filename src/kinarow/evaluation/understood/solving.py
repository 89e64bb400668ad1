"""Which groups of counts, with which weights, come to the scores: few of them, and exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation.understood.groups import CountGroup, Counts

Numbers = NDArray[np.float64]

_MOST_GROUPS: Final = 14
TOLERANCE: Final = 1e-9
"""Scores are equal that differ by less, as a share of the largest; whole numbers by nothing."""
_DENOMINATORS: Final = (1, 2, 4, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 3, 6, 7, 9, 12, 30, 60)


@dataclass(frozen=True)
class GroupCounts:
    """A group and its counts on the boards that were asked about."""

    group: CountGroup
    counts: Counts

    @property
    def numbers(self) -> Numbers:
        return self.counts.astype(np.float64)


@dataclass(frozen=True)
class WeightedSum:
    """Groups with weights; `residual` is what they leave of each score."""

    weights: tuple[tuple[CountGroup, dict[str, Fraction]], ...]
    residual: Numbers

    @property
    def cost(self) -> float:
        return sum(g.cost + 0.05 * len(w) for g, w in self.weights)


def allowance(scores: Numbers) -> float:
    """How far a sum may be from a score that it equals."""
    largest = float(np.abs(scores).max(initial=0.0))
    return TOLERANCE * max(1.0, largest)


def solve(every: Sequence[GroupCounts], scores: Numbers) -> WeightedSum | None:
    """A sum that equals all scores, of few groups and cheap ones; None if none is found."""
    chosen = _chosen(every, scores)
    return None if chosen is None else _lean(_cheaper(chosen, every, scores), scores)


def nearest(every: Sequence[GroupCounts], scores: Numbers) -> list[GroupCounts]:
    """The groups that come nearest to the scores, whether or not they equal them."""
    found: list[GroupCounts] = []
    _choose(every, scores, found)
    return found


def is_exact(chosen: Sequence[GroupCounts], scores: Numbers) -> bool:
    """Whether some weights of these groups equal all scores."""
    _, residual = fitted(chosen, scores)
    return bool(np.abs(residual).max(initial=0.0) <= 100 * allowance(scores))


def fitted(chosen: Sequence[GroupCounts], scores: Numbers) -> tuple[Numbers, Numbers]:
    """The weights of least squares, and what they leave."""
    if not chosen:
        return np.zeros(0), scores
    counts = np.concatenate([c.numbers for c in chosen], axis=1)
    weights = np.linalg.lstsq(counts, scores, rcond=1e-10)[0]
    return weights, scores - counts @ weights


def _chosen(every: Sequence[GroupCounts], scores: Numbers) -> list[GroupCounts] | None:
    found: list[GroupCounts] = []
    return found if _choose(every, scores, found) else None


def _choose(every: Sequence[GroupCounts], scores: Numbers, found: list[GroupCounts]) -> bool:
    """Take the group that explains most of what is left, until nothing is; say if it is so."""
    rest, enough = scores.copy(), allowance(scores) * 10
    left = {number: _sized(c.numbers) for number, c in enumerate(every)}
    used = 0
    while np.abs(rest).max(initial=0.0) > enough:
        if len(found) == _MOST_GROUPS:
            return False
        best: tuple[float, int] | None = None
        size = float(rest @ rest)
        for number, counts in left.items():
            gain, rank = _explained(counts, rest)
            if not rank or used + rank > len(scores) // 2:
                continue
            cost = every[number].group.cost
            # What would explain all wins, the cheapest first; else what explains most.
            all_of_it = max(0.0, size - gain) / size < 1e-10
            worth = 1e9 - cost if all_of_it else gain / size / (1 + 0.1 * cost)
            if best is None or worth > best[0]:
                best = worth, number
        if best is None or best[0] < 1e-12:
            return False
        taken = best[1]
        found.append(every[taken])
        basis = _directions(left.pop(taken))
        used += basis.shape[1]
        for _ in range(2):
            rest -= basis @ (basis.T @ rest)
            for counts in left.values():
                counts -= basis @ (basis.T @ counts)
    return True


def _aside(chosen: Sequence[GroupCounts], scores: Numbers) -> tuple[Numbers, Numbers]:
    """What some groups span, and what they leave of the scores."""
    if not chosen:
        return np.zeros((len(scores), 0)), scores
    basis = _directions(np.concatenate([_sized(c.numbers) for c in chosen], axis=1))
    return basis, scores - basis @ (basis.T @ scores)


def _explained(counts: Numbers, rest: Numbers) -> tuple[float, int]:
    """How much of the squares of what is left these counts explain, and how many of them differ."""
    if not counts.shape[1]:
        return 0.0, 0
    sizes, axes = np.linalg.eigh(counts.T @ counts)
    real = sizes > 1e-11
    parts = axes[:, real].T @ (counts.T @ rest)
    return float((parts * parts / sizes[real]).sum()), int(real.sum())


def _sized(counts: Numbers) -> Numbers:
    """The counts that are not always 0, each of length 1."""
    size = np.linalg.norm(counts, axis=0)
    sized: Numbers = counts[:, size > 0] / size[size > 0]
    return sized


def _directions(counts: Numbers) -> Numbers:
    """An orthonormal basis of what counts are, those left aside that others have made nearly 0."""
    kept = counts[:, np.linalg.norm(counts, axis=0) > 1e-7]
    if not kept.shape[1]:
        return kept
    directions, triangle = np.linalg.qr(kept)
    diagonal = np.abs(np.diagonal(triangle))
    if (diagonal > 1e-7).all():
        return directions
    left, sizes, _ = np.linalg.svd(kept, full_matrices=False)
    basis: Numbers = left[:, sizes > 1e-7]
    return basis


def _cheaper(
    chosen: list[GroupCounts], every: Sequence[GroupCounts], scores: Numbers
) -> list[GroupCounts]:
    """Without the groups that are not needed, and with cheaper ones in place of dear ones."""
    for counted in sorted(chosen, key=lambda c: -c.group.cost):
        without = [c for c in chosen if c is not counted]
        if is_exact(without, scores):
            chosen = without
    for counted in sorted(chosen, key=lambda c: -c.group.cost):
        if counted not in chosen or counted.group.cost < 1:
            continue
        basis, rest = _aside([c for c in chosen if c is not counted], scores)
        size = float(rest @ rest)
        for other in sorted(every, key=lambda c: c.group.cost):
            if other.group.cost >= counted.group.cost:
                break
            if any(other is c for c in chosen):
                continue
            counts = _sized(other.numbers)
            gain, _ = _explained(counts - basis @ (basis.T @ counts), rest)
            if size - gain > 1e-8 * size:
                continue
            instead = [other if c is counted else c for c in chosen]
            if is_exact(instead, scores):
                chosen = instead
                break
    return chosen


def _lean(chosen: list[GroupCounts], scores: Numbers) -> WeightedSum | None:
    """With as few counts of each group as will do, and weights as they may have been written."""
    counts = np.concatenate([c.numbers for c in chosen], axis=1) if chosen else None
    names = [(c, number) for c in chosen for number in range(c.counts.shape[1])]
    if counts is None:
        return WeightedSum((), scores)
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
    return WeightedSum(tuple((c.group, found[id(c)]) for c in chosen if found[id(c)]), residual)


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
