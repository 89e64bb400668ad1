"""A sum of terms that equals a function, found from its scores alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import numpy as np

from kinarow.errors import KinarowError
from kinarow.evaluation.decimals import as_score
from kinarow.evaluation.evaluator import Evaluator, Phases
from kinarow.evaluation.terms import Constant, Phased, Term
from kinarow.evaluation.understood.boards import Boards
from kinarow.evaluation.understood.groups import CountGroup, groups
from kinarow.evaluation.understood.solving import (
    GroupCounts,
    Numbers,
    WeightedSum,
    allowance,
    nearest,
    solve,
)
from kinarow.evaluation.understood.window_terms import joined
from kinarow.game import GameSpec
from kinarow.score import Score

_FEWEST_BOARDS: Final = 60
_IN_PHASES: Final = 2.6
"""Groups that cost no more are tried for each phase of a game."""


@dataclass(frozen=True)
class FoundFormula:
    """Terms, and what is done with their sum."""

    groups: tuple[tuple[CountGroup, dict[str, Fraction]], ...]
    """What the sum is made of, where it is the same in all phases."""
    terms: tuple[Term, ...] | None
    """None where no term can say it."""
    won: Score | None = None
    lost: Score | None = None
    """What boards are worth on which somebody has a line; None: the sum."""
    phases: Phases | None = None
    lowest: Score | None = None
    highest: Score | None = None
    """Where the sum is cut off."""
    rounded_down: bool = False

    def evaluator(self, name: str) -> Evaluator | None:
        """The sum as an evaluator, if it is one: the cuts are left aside."""
        if self.terms is None or (self.won is not None and self.lost != -self.won):
            return None
        terms = self.terms or (Constant(0),)
        try:
            return Evaluator(name, *terms, won=self.won, phases=self.phases)
        except KinarowError:  # weights beyond what a term may count
            return None


def recognised(boards: Boards, spec: GameSpec) -> FoundFormula | None:
    """The formula that equals the scores of all these boards; None if none is found."""
    quiet = boards.only(boards.won == 0)
    if len(quiet) < _FEWEST_BOARDS:
        return None
    every = list(groups(spec))
    counted = [GroupCounts(group, group.count(quiet)) for group in every]
    for formula, part in _candidates(counted, quiet, spec):
        finished = _with_ends(formula, part, boards, spec)
        if finished is not None:
            return finished
    return None


def _candidates(
    counted: Sequence[GroupCounts], quiet: Boards, spec: GameSpec
) -> Iterator[tuple[FoundFormula, WeightedSum]]:
    """Formulas that equal the scores where nobody has a line."""
    found = solve(counted, quiet.scores)
    if found is not None:
        yield FoundFormula(found.weights, _terms(found, spec)), found
        return
    for cut in (_cut_off, _rounded):
        tried = cut(counted, quiet, spec)
        if tried is not None:
            yield tried
            return
    phased = _by_phase(counted, quiet, spec)
    if phased is not None:
        yield phased


def _terms(solution: WeightedSum, spec: GameSpec) -> tuple[Term, ...] | None:
    return joined(solution.weights, spec)


# ── boards on which somebody has a line ──────────────────────────────────────────────────────


def _with_ends(
    formula: FoundFormula, solution: WeightedSum, boards: Boards, spec: GameSpec
) -> FoundFormula | None:
    """The formula with what it says of won and lost boards."""
    ended = boards.only(boards.won != 0)
    if not len(ended):
        return formula
    values = {
        who: {a.score for a, w in zip(ended.asked, ended.won, strict=True) if w == who}
        for who in (1, -1)
    }
    many = {who: int((ended.won == who).sum()) for who in (1, -1)}
    fixed = {
        who: next(iter(values[who])) if len(values[who]) == 1 and many[who] > 3 else None
        for who in (1, -1)
    }
    if fixed[1] is not None and fixed[-1] is not None:
        return replace(formula, won=fixed[1], lost=fixed[-1])
    if formula.phases is not None:
        return formula if _holds(formula, ended) else None
    # With a line windows are full, which cannot be seen before: all counts once more.
    chosen = [group for group, _ in solution.weights]
    more = [
        g
        for g in groups(spec)
        if g.name in {c.name for c in chosen} or g.name in ("windows", "stones in a row")
    ]
    some = boards.only(
        (boards.won == 0) | np.array([fixed.get(int(w), 0) is None for w in boards.won])
    )
    cut = _within_limits(formula, some)
    if not len(cut):
        return None
    if formula.rounded_down:
        again_rounded = _as_rounded(
            [GroupCounts(g, g.count(cut)) for g in chosen], cut.scores, spec
        )
        return again_rounded and replace(again_rounded[0], won=fixed[1], lost=fixed[-1])
    again = solve([GroupCounts(g, g.count(cut)) for g in more], cut.scores)
    if again is None:  # it may be cut off where windows are full, and only there
        cut_off = _cut_off([GroupCounts(g, g.count(some)) for g in more], some, spec)
        return cut_off and replace(cut_off[0], won=fixed[1], lost=fixed[-1])
    return replace(
        formula, groups=again.weights, terms=_terms(again, spec), won=fixed[1], lost=fixed[-1]
    )


def _holds(formula: FoundFormula, boards: Boards) -> bool:
    evaluator = formula.evaluator("tried")
    if evaluator is None:
        return False
    enough = allowance(boards.scores)
    return all(
        abs(float(evaluator.evaluate(a.position, a.side)) - float(a.score)) <= enough
        for a in boards.asked
    )


def _within_limits(formula: FoundFormula, boards: Boards) -> Boards:
    if formula.lowest is None and formula.highest is None:
        return boards
    low = -math.inf if formula.lowest is None else float(formula.lowest)
    high = math.inf if formula.highest is None else float(formula.highest)
    return boards.only((boards.scores > low) & (boards.scores < high))


# ── sums that are cut off or rounded ─────────────────────────────────────────────────────────


def _cut_off(
    counted: Sequence[GroupCounts], boards: Boards, spec: GameSpec
) -> tuple[FoundFormula, WeightedSum] | None:
    """A sum that is kept between a lowest and a highest number, where many scores are."""
    scores = boards.scores
    low, high = float(scores.min()), float(scores.max())
    inside = (scores > low) & (scores < high)
    if inside.sum() < max(_FEWEST_BOARDS, len(scores) // 5):
        return None
    found = solve([GroupCounts(c.group, c.counts[inside]) for c in counted], scores[inside])
    if found is None:
        return None
    total, enough = _sum(found, counted), allowance(scores)
    if np.abs(np.clip(total, low, high) - scores).max() > enough:
        return None
    has_low, has_high = (total < low - enough).any(), (total > high + enough).any()
    lowest, highest = (
        as_score(Fraction(repr(x))) if has else None
        for x, has in ((low, has_low), (high, has_high))
    )
    return FoundFormula(found.weights, _terms(found, spec), lowest=lowest, highest=highest), found


def _sum(solution: WeightedSum, counted: Sequence[GroupCounts]) -> Numbers:
    by_name = {c.group.name: c for c in counted}
    total = np.zeros(len(counted[0].counts))
    for group, weights in solution.weights:
        numbers = by_name[group.name].numbers
        for name, weight in weights.items():
            total += float(weight) * numbers[:, group.names.index(name)]
    return total


def _rounded(
    counted: Sequence[GroupCounts], quiet: Boards, spec: GameSpec
) -> tuple[FoundFormula, WeightedSum] | None:
    """A sum of halves, thirds … that is rounded down, as by //."""
    scores = quiet.scores
    if not (scores == np.floor(scores)).all():
        return None
    usable = [c for c in counted if not c.group.mistake and c.group.cost <= 3]
    near = nearest(usable, scores)
    for chosen in (*([c] for c in usable), near[:2], near[:3]):
        found = _as_rounded(chosen, scores, spec)
        if found is not None:
            return found
    return None


def _as_rounded(
    chosen: list[GroupCounts], scores: Numbers, spec: GameSpec
) -> tuple[FoundFormula, WeightedSum] | None:
    counts = np.concatenate([c.numbers for c in chosen], axis=1)
    ones = np.ones((len(scores), 1))
    weights = np.linalg.lstsq(np.concatenate([counts, ones], axis=1), scores, rcond=1e-10)[0][:-1]
    if np.abs(scores - counts @ weights).max() > 3:
        return None
    for divisor in (2, 3, 4, 5, 10):
        exact = [Fraction(round(w * divisor), divisor) for w in weights]
        total = np.array([int(f * divisor) for f in exact]) @ counts.T.astype(np.int64)
        if np.array_equal(total // divisor, scores.astype(np.int64)):
            names = iter(exact)
            parts = []
            for c in chosen:
                given = {name: next(names) for name in c.group.names}
                parts.append((c.group, {name: w for name, w in given.items() if w}))
            solution = WeightedSum(tuple(parts), scores - total / divisor)
            return FoundFormula(
                solution.weights, _terms(solution, spec), rounded_down=True
            ), solution
    return None


# ── phases ───────────────────────────────────────────────────────────────────────────────────


def _by_phase(
    counted: Sequence[GroupCounts], quiet: Boards, spec: GameSpec
) -> tuple[FoundFormula, WeightedSum] | None:
    """Up to three sums, by the number of stones."""
    usable = [c for c in counted if not c.group.mistake and c.group.cost <= _IN_PHASES]
    usable = [c for c in usable if c.group.part is None]
    stones, cells = quiet.stones, spec.cell_count
    early = _first_phase(usable, quiet, range(cells // 2, cells // 8, -1), below=True)
    if early is None:
        return None
    first_end = _reach(early, usable, quiet, below=True)
    rest = stones >= first_end
    late = None
    if rest.sum() >= _FEWEST_BOARDS:
        late = _solved_where(usable, quiet, rest)
    if late is not None:
        return _phased([early, late, late], (first_end, first_end), spec, quiet)
    late = _first_phase(usable, quiet, range(first_end + 1, cells - cells // 8), below=False)
    if late is None:
        return None
    second_end = _reach(late, usable, quiet, below=False)
    mid = _solved_where(usable, quiet, (stones >= first_end) & (stones <= second_end))
    if mid is None:
        return None
    return _phased([early, mid, late], (first_end, second_end), spec, quiet)


def _solved_where(
    usable: Sequence[GroupCounts],
    quiet: Boards,
    where: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
) -> WeightedSum | None:
    if where.sum() < _FEWEST_BOARDS:
        return None
    return solve([GroupCounts(c.group, c.counts[where]) for c in usable], quiet.scores[where])


def _first_phase(
    usable: Sequence[GroupCounts], quiet: Boards, ends: range, *, below: bool
) -> WeightedSum | None:
    """The sum of the longest stretch of a game for which there is one."""
    for end in ends[:: max(1, len(ends) // 8)]:
        where = quiet.stones < end if below else quiet.stones > end
        found = _solved_where(usable, quiet, where)
        if found is not None:
            return found
    return None


def _reach(
    solution: WeightedSum, usable: Sequence[GroupCounts], quiet: Boards, *, below: bool
) -> int:
    """How many stones a board has on which the sum holds no longer; for the end of games, the most
    on which it does not hold yet."""
    wrong = np.abs(_sum(solution, usable) - quiet.scores) > allowance(quiet.scores)
    where = quiet.stones[wrong]
    if not len(where):
        return int(quiet.stones.max()) + 1 if below else 0
    return int(where.min()) if below else int(where.max())


def _phased(
    sums: Sequence[WeightedSum], ends: tuple[int, int], spec: GameSpec, quiet: Boards
) -> tuple[FoundFormula, WeightedSum] | None:
    """Terms with weights by phase: one where the sums differ by a factor, else one for each."""
    phases = Phases(ends[0], max(ends[0] - 1, ends[1]) if ends[0] == ends[1] else ends[1],
                    spec.cell_count)  # fmt: skip
    by_group: dict[str, list[dict[str, Fraction]]] = {}
    known: dict[str, CountGroup] = {}
    for number, solution in enumerate(sums):
        for group, given in solution.weights:
            known[group.name] = group
            by_group.setdefault(group.name, [{}, {}, {}])[number] = given
    terms: list[Term] = []
    labels: list[str] = []
    for name, weights in by_group.items():
        for shared, factors in _factored(weights):
            made = joined(((known[name], shared),), spec)
            if made is None:
                return None
            for term in made:
                if len(set(factors)) == 1:
                    terms.append(term)
                    continue
                label = term.short_name or term.kind
                if factors.count(Fraction(0)) == 2:
                    label += f" {('early', 'mid', 'late')[[bool(f) for f in factors].index(True)]}"
                labels.append(label)
                number = labels.count(label)
                label += f" {number}" if number > 1 else ""
                terms.append(Phased(label, term, *map(as_score, factors)))
    formula = FoundFormula((), tuple(terms), phases=phases)
    return (formula, sums[0]) if _holds(formula, quiet) else None


def _factored(
    weights: Sequence[dict[str, Fraction]],
) -> Iterator[tuple[dict[str, Fraction], list[Fraction]]]:
    """The weights of three phases as one set and a factor for each phase, if they are; else the set
    of each phase with a factor for that alone."""
    shared = next(w for w in weights if w)
    name = next(iter(shared))
    factors = [w.get(name, Fraction(0)) / shared[name] for w in weights]
    if all(
        {n: f * x for n, x in shared.items() if f * x} == w
        for f, w in zip(factors, weights, strict=True)
    ):
        # So that the numbers are whole where they can be.
        unit = _unit(list(shared.values()))
        yield {n: x / unit for n, x in shared.items()}, [f * unit for f in factors]
        return
    done: list[dict[str, Fraction]] = []
    for w in weights:
        if w and w not in done:
            done.append(w)
            yield w, [Fraction(int(other == w)) for other in weights]


def _unit(numbers: Sequence[Fraction]) -> Fraction:
    """What all numbers are whole multiples of."""
    divisor = math.lcm(*(n.denominator for n in numbers))
    return Fraction(math.gcd(*(int(n * divisor) for n in numbers)), divisor)
