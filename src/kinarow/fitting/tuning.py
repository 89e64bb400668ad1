"""Fitting the weights of an evaluator's terms to exact values.

A score is a sum over terms: its weight in this phase, times its points, times how often each of
them counts. How often is found once for each position; then the weights are moved, by L-BFGS within
their ranges, until the scores predict best

- the outcome of a position (`outcome`, as Texel's tuning does), or
- which of a position's moves is the better one (`ranking`).

This module imports numpy and numba: import it only where it is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator
from kinarow.evaluation.compiled.boards import landing_of, lines_in, quiet, sums_of
from kinarow.evaluation.compiled.form import compiled
from kinarow.evaluation.weights import Weighted, rounded
from kinarow.fitting.minimizing import minimize
from kinarow.fitting.samples import Recipe, SolvedSample, labelled, split_sample
from kinarow.game import GameSpec, Side
from kinarow.game.geometry import bits_of, geometry
from kinarow.native.types import Words
from kinarow.work.progress import Progress, part_of, silent
from kinarow.work.workers import Workers

Floats = NDArray[np.float64]
FitGoal = Literal["outcome", "ranking"]

_PARENTS = 20_000
"""How many positions give their moves to compare."""
_PHASES = 3
_BIASES = 2 * _PHASES
_HELD_OUT = 10
"""One batch in so many is held out."""
_MOST_EMPTY = 32
"""Few weights need few positions, so earlier ones can be solved."""


@dataclass(frozen=True, slots=True, eq=False)
class FitRows:
    """What a fit looks at: rows of counts, each with the result that their score should predict."""

    counts: dict[str, Floats]
    """For each counting weight, how often it counts in each row."""
    phases: NDArray[np.int64]
    biases: NDArray[np.int64]
    """Which of a few constants is added to a row's score."""
    results: Floats

    @property
    def are_decided(self) -> bool:
        """Whether there is anything to be right or wrong about."""
        return bool((self.results != 0.5).any())


def rows_of_outcomes(form: Weighted, sample: SolvedSample) -> FitRows:
    """Each quiet position from either side; in others the search sees what comes next.

    Whoever is to move has an advantage. It is a constant for all leaves of a search, and so no
    business of the weights."""
    sample = sample.where(quiet(sample.spec, sample.first, sample.second))
    parts = [_counts(form, sample, side) for side in Side]
    stones = np.concatenate([sample.stones, sample.stones])
    phases = _phases(form, stones)
    to_move = np.concatenate([sample.stones % 2 == side - 1 for side in Side])
    return FitRows(
        {name: np.concatenate([part[name] for part in parts]) for name in parts[0]},
        phases,
        2 * phases + to_move,
        np.concatenate([sample.outcomes(side) for side in Side]),
    )


def rows_of_rankings(form: Weighted, sample: SolvedSample) -> FitRows:
    """Pairs of moves of one position, one best and one worse, as differences of counts."""
    children, parents, worth = _children(sample)
    # A child is scored for the side that moved there.
    movers = children.stones % 2
    counts = [_counts(form, children, side) for side in Side]
    mine = {name: np.where(movers == 1, counts[0][name], counts[1][name]) for name in counts[0]}
    best, worse = _pairs(parents, worth)
    # Half of the pairs the other way round: else a constant alone would predict them all.
    turn = np.where(np.arange(len(best)) % 2 == 0, 1.0, -1.0)
    return FitRows(
        {name: turn * (values[best] - values[worse]) for name, values in mine.items()},
        _phases(form, children.stones[best]),
        np.zeros(len(best), dtype=np.int64),
        (turn + 1) / 2,
    )


def _counts(form: Weighted, sample: SolvedSample, side: Side) -> dict[str, Floats]:
    names = [name for term in form.terms for name in form.counted(term)]
    found = {}
    for name in names:
        counter = form.counter(name)
        packed = compiled(counter, sample.spec, 0)
        sums = sums_of(packed, sample.first, sample.second, side)
        found[name] = sums.astype(np.float64) / packed.scale
    return found


def _phases(form: Weighted, stones: NDArray[np.int32]) -> NDArray[np.int64]:
    cells = form.spec.cell_count
    table = [int(form.evaluator.phases.phase(n, cells)) for n in range(cells + 1)]
    return np.array(table, dtype=np.int64)[stones]


def _children(sample: SolvedSample) -> tuple[SolvedSample, NDArray[np.int64], NDArray[np.int64]]:
    """The positions after each quiet move, the position each comes from, and what the move is worth
    to who makes it."""
    spec, first, second = sample.spec, sample.first[:_PARENTS], sample.second[:_PARENTS]
    landing = landing_of(spec, first | second)
    is_firsts = np.bitwise_count(first | second) % 2 == 0
    firsts: list[Words] = []
    seconds: list[Words] = []
    parents = []
    for mask in _moves(spec):
        stone = landing & np.uint64(mask)
        one = np.where(is_firsts, first | stone, first)
        two = np.where(is_firsts, second, second | stone)
        goes_on = ~lines_in(spec, np.where(is_firsts, one, two))
        is_quiet = (stone != 0) & goes_on & quiet(spec, one, two)
        firsts.append(one[is_quiet])
        seconds.append(two[is_quiet])
        parents.append(np.flatnonzero(is_quiet))
    children = labelled(spec, np.concatenate(firsts), np.concatenate(seconds))
    if len(children) != sum(map(len, firsts)):
        raise KinarowError(f"the solver cannot value all moves of {spec}: tune by outcome")
    return children, np.concatenate(parents), -children.values.astype(np.int64)


def _moves(spec: GameSpec) -> list[int]:
    on = geometry(spec)
    if spec.gravity:
        return [on.column_mask(column) for column in range(spec.columns)]
    return list(bits_of(on.board))


def _pairs(
    parents: NDArray[np.int64], worth: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each position its first best move with each of the worse ones."""
    order = np.lexsort((-worth, parents))
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = parents[order][1:] != parents[order][:-1]
    best = order[np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))]
    is_worse = worth[order] < worth[best]
    return best[is_worse], order[is_worse]


@dataclass(frozen=True, slots=True)
class FitQuality:
    """How well an evaluator's scores predict: mean cross-entropy, and how often they are right."""

    loss: float
    right: float

    def to_json(self) -> dict[str, float]:
        return {"loss": self.loss, "right": self.right}


class Predictor:
    """Scores of rows as a function of the weights, and the slope of their loss."""

    def __init__(self, form: Weighted, rows: FitRows) -> None:
        self.form, self.rows = form, rows

    def scores(self, values: dict[str, float]) -> Floats:
        total = np.zeros(len(self.rows.results))
        for term in self.form.terms:
            total += self._weight(term, values) * self._sum(term, values)
        return total

    def slope(self, values: dict[str, float], by_row: Floats) -> dict[str, float]:
        """What a change of each weight does to the sum of `by_row` · score."""
        found = {}
        for term in self.form.terms:
            by_phase = self.form.phases(term)
            weighted = by_row * self._weight(term, values)
            for name in self.form.counted(term):
                found[name] = float(weighted @ self.rows.counts[name])
            if by_phase:
                shares = by_row * self._sum(term, values)
                sums = np.bincount(self.rows.phases, weights=shares, minlength=_PHASES)
                found |= dict(zip(by_phase, map(float, sums), strict=True))
        return found

    def _sum(self, term: int, values: dict[str, float]) -> Floats:
        total = np.zeros(len(self.rows.results))
        for name in self.form.counted(term):
            total += values[name] * self.rows.counts[name]
        return total

    def _weight(self, term: int, values: dict[str, float]) -> Floats | float:
        by_phase = self.form.phases(term)
        if not by_phase:
            return 1.0
        return np.array([values[name] for name in by_phase])[self.rows.phases]


def _loss(scores: Floats, results: Floats) -> tuple[float, Floats]:
    """Mean cross-entropy and its slope by score."""
    losses = np.logaddexp(0.0, scores) - results * scores
    chances = 1.0 / (1.0 + np.exp(-np.clip(scores, -500, 500)))
    return float(losses.mean()), (chances - results) / len(results)


def fit_weights(form: Weighted, rows: FitRows) -> dict[str, float]:
    """The weights within their ranges that predict the results best."""
    predictor, count = Predictor(form, rows), len(form.weights)
    start, sizes = form.values(), np.array(list(form.sizes().values()))
    unit, biases = _calibrated(predictor.scores(start), rows)

    def loss(point: Floats) -> tuple[float, Floats]:
        values = dict(zip(start, (point[:count] * sizes).tolist(), strict=True))
        scores = unit * predictor.scores(values) + point[count:][rows.biases]
        value, by_score = _loss(scores, rows.results)
        slope = predictor.slope(values, unit * by_score)
        by_bias = np.bincount(rows.biases, weights=by_score, minlength=_BIASES)
        return value, np.concatenate([np.array([slope[n] for n in start]) * sizes, by_bias])

    bounds = [(w.low / s, w.high / s) for w, s in zip(form.weights, sizes, strict=True)]
    found = minimize(
        loss, np.concatenate([np.array(list(start.values())) / sizes, biases]),
        bounds=bounds + [(None, None)] * _BIASES, options={"maxiter": 300},
    )  # fmt: skip
    return dict(zip(start, (found[:count] * sizes).tolist(), strict=True))


def _calibrated(scores: Floats, rows: FitRows) -> tuple[float, Floats]:
    """How many logarithms of odds a point is worth, and the constants, for weights as they are."""
    spread = float(scores.std()) or 1.0

    def loss(point: Floats) -> tuple[float, Floats]:
        value, by_score = _loss(point[0] * scores / spread + point[1:][rows.biases], rows.results)
        by_bias = np.bincount(rows.biases, weights=by_score, minlength=_BIASES)
        return value, np.concatenate([[by_score @ scores / spread], by_bias])

    found = minimize(loss, np.array([1.0] + [0.0] * _BIASES))
    # Weights that are wrong altogether would turn the scale round; the fit must see to that.
    return max(float(found[0]), 0.01) / spread, found[1:]


def judge(form: Weighted, values: dict[str, float], rows: FitRows) -> FitQuality:
    """How well weights predict rows that they were not fitted to."""
    scores = Predictor(form, rows).scores(values)
    unit, biases = _calibrated(scores, rows)
    predicted = unit * scores + biases[rows.biases]
    decided = rows.results != 0.5
    right = (predicted > 0) == (rows.results > 0.5)
    return FitQuality(_loss(predicted, rows.results)[0], float(right[decided].mean()))


@dataclass(frozen=True, slots=True)
class Tuned:
    """A tuned evaluator, and how well it and the original predict held-out positions."""

    evaluator: Evaluator
    before: FitQuality
    after: FitQuality
    positions: int
    held_out: int


@dataclass(frozen=True, slots=True)
class Tuner:
    """How an evaluator is tuned; the same settings give the same weights."""

    form: Weighted
    goal: FitGoal = "outcome"
    batches: int = 50
    depth: int = 4
    seed: int = 0

    def tune(
        self,
        name: str,
        workers: Workers,
        folder: Path | None = None,
        progress: Progress = silent,
    ) -> Tuned:
        """Make a sample of the evaluator's own games, fit, and judge by batches held out."""
        form, spec, evaluator = self.form, self.form.spec, self.form.evaluator
        recipe = Recipe(spec, evaluator, self.seed, self.depth, _MOST_EMPTY)
        seen, unseen = split_sample(
            recipe, self.batches, _HELD_OUT, workers, folder, part_of(progress, 0, 0.9)
        )
        unseen = unseen.without(seen)
        if not len(unseen):
            raise KinarowError(f"{spec} has too few positions to hold some out")
        progress(0.9, "fitting")
        rows_of = rows_of_outcomes if self.goal == "outcome" else rows_of_rankings
        fitted_to, held_out = rows_of(form, seen), rows_of(form, unseen)
        if not (fitted_to.are_decided and held_out.are_decided):
            raise KinarowError(f"{spec} has too few positions to fit weights to")
        values = fit_weights(form, fitted_to)
        words = "outcomes" if self.goal == "outcome" else "rankings of moves"
        source = f"{evaluator.name}, fitted to exact {words} of {len(seen)} positions of {spec}"
        return Tuned(
            form.filled(values, name, source),
            judge(form, form.values(), held_out),
            judge(form, {key: rounded(value) for key, value in values.items()}, held_out),
            len(seen),
            len(unseen),
        )
