"""Elo, superiority and the sequential test, against figures that others published."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from kinarow.arena.ratings.elo import ResultSample, elo_of, pentanomial, score_of
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.ratings.standings import PairResult, standings
from kinarow.errors import ArenaError
from tests.strategies import examples

# Result blocks that fastchess printed, as chess engines' change logs quote them:
# pentanomial, Elo ±, nElo ±, LOS in percent, [elo0, elo1], LLR.
PRINTED = [
    ((73, 79, 296, 91, 118), (27.02, 15.81), (32.26, 18.79), 99.96, (0, 10), 2.95),
    ((46, 108, 242, 159, 108), (46.12, 15.13), (57.72, 18.70), 100.00, (0, 5), 2.95),
    ((40, 67, 295, 123, 54), (25.25, 13.92), (36.44, 20.01), 99.98, (0, 10), 2.95),
    ((578, 1352, 1985, 1283, 564), (-2.92, 5.02), (-3.70, 6.34), 12.65, (0, 5), -2.96),
    ((19, 23, 269, 81, 108), (83.57, 16.15), (115.89, 21.53), 100.00, None, None),
    ((66, 79, 5, 0, 0), (-303.61, 30.73), (-622.74, 39.32), 0.00, None, None),
]


@pytest.mark.parametrize(("counts", "elo", "normalized", "superiority", "test", "llr"), PRINTED)
def test_lines_that_fastchess_printed(
    counts: tuple[int, ...],
    elo: tuple[float, float],
    normalized: tuple[float, float],
    superiority: float,
    test: tuple[float, float] | None,
    llr: float | None,
) -> None:
    sample = ResultSample(counts)
    assert (round(sample.elo().value, 2), round(sample.elo().error, 2)) == elo
    found = sample.normalized_elo()
    assert (round(found.value, 2), round(found.error, 2)) == normalized
    assert round(100 * sample.likelihood_of_superiority(), 2) == superiority
    if test is not None:
        # These runs were ended by the test, so the ratio is at the bound: 2.94 or just beyond.
        assert SequentialTest(*test).ratio(sample) == pytest.approx(llr, abs=0.01)


# fastchess' own unit tests (app/tests/elo_test.cpp): wins, losses, ties; nElo ±, Elo ±, LOS.
WIN_TIE_LOSS = [
    ((76, 89, 123), (-20.76, 40.13), None, 15.53),
    ((136, 96, 111), (49.77, 36.77), (40.70, 30.43), 99.60),
    ((34, 356, 0), (-508.44, 34.48), None, None),
]


@pytest.mark.parametrize(("results", "normalized", "elo", "superiority"), WIN_TIE_LOSS)
def test_wins_ties_and_losses(
    results: tuple[int, int, int],
    normalized: tuple[float, float],
    elo: tuple[float, float] | None,
    superiority: float | None,
) -> None:
    wins, losses, ties = results
    sample = ResultSample.of_games(wins, ties, losses)
    found = sample.normalized_elo()
    assert (found.value, found.error) == pytest.approx(normalized, abs=0.006)
    if elo:
        assert (sample.elo().value, sample.elo().error) == pytest.approx(elo, abs=0.006)
    if superiority:
        assert 100 * sample.likelihood_of_superiority() == pytest.approx(superiority, abs=0.006)


# fastchess' own unit tests (app/tests/sprt_test.cpp): LLR of wins, losses, ties, or of pairs from
# two losses to two wins, the middle ones split into win and loss, and two ties.
RATIOS = [
    ((36433, 36027, 68692), "elo0=0,elo1=2", 0.92),
    ((10871, 10650, 20431), "elo0=-1.75,elo1=0.25", 2.30),
    ((21404, 21184, 40708), "elo0=0.5,elo1=2.5,model=logistic", -1.57),
    ((57433, 57030, 106593), "elo0=0,elo1=2,model=logistic", -2.59),
    ((365, 16618, 36029 + 200, 16974, 390), "elo0=0,elo1=2", 2.25),
    ((127, 4883, 10311 + 401, 5150, 104), "elo0=-1.75,elo1=0.25", 3.01),
    ((223, 9863, 20279 + 1000, 10037, 246), "elo0=0.5,elo1=2.5,model=logistic", -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), "elo0=0,elo1=2,model=logistic", -4.98),
]


@pytest.mark.parametrize(("results", "test", "ratio"), RATIOS)
def test_log_likelihood_ratios(results: Sequence[int], test: str, ratio: float) -> None:
    if len(results) == 3:
        wins, losses, ties = results
        sample = ResultSample.of_games(wins, ties, losses)
    else:
        sample = ResultSample(tuple(results))
    assert SequentialTest.parse(test).ratio(sample) == pytest.approx(ratio, abs=0.006)


def test_the_bounds_of_the_test() -> None:
    low, high = SequentialTest().bounds
    assert (round(low, 2), round(high, 2)) == (-2.94, 2.94)
    test = SequentialTest(0, 10)
    assert test.ratio(ResultSample((0, 0, 0, 0, 0))) == 0
    assert test.verdict(ResultSample((0, 0, 0, 0, 0))) is None
    assert test.verdict(ResultSample((10, 20, 100, 60, 60))) == "H1"
    assert test.verdict(ResultSample((600, 200, 1000, 200, 500))) == "H0"


@pytest.mark.parametrize(
    "text",
    [
        "elo0=5,elo1=5",
        "alpha=0",
        "alpha=0.6,beta=0.6",
        "elo0=1,elo0=2",
        "speed=9",
        "elo1=x",
        "elo1",
    ],
)
def test_tests_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ArenaError):
        SequentialTest.parse(text)


@pytest.mark.parametrize("counts", [(0, 0, 20), (20, 0, 0), (0, 20, 0), (0, 0, 1), (0, 0, 0, 0, 7)])
def test_one_sided_results_have_finite_intervals(counts: tuple[int, ...]) -> None:
    elo = ResultSample(counts).elo()
    assert -3000 < elo.low <= elo.value <= elo.high < 3000
    assert elo.high - elo.low > 50


def test_elo_and_score_are_each_others_inverse() -> None:
    assert score_of(0) == 0.5
    assert round(score_of(100), 2) == 0.64
    for score in (0.01, 0.3, 0.9):
        assert score_of(elo_of(score)) == pytest.approx(score)


def test_pairs_are_counted_by_their_sum() -> None:
    pairs = [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.5, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)]
    assert pentanomial(pairs).counts == (1, 1, 3, 1, 1)


def simulated(seed: random.Random, truth: dict[str, float], pairs: int) -> list[PairResult]:
    """A round robin in which each opening favours one side a little."""
    names, results = list(truth), []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            for _ in range(pairs):
                points, bias = 0.0, seed.gauss(0, 60)
                for side in (1, -1):
                    expected = score_of(truth[a] - truth[b] + side * bias)
                    tie = 0.3 * 2 * min(expected, 1 - expected)
                    drawn = seed.random()
                    points += 1.0 if drawn < expected - tie / 2 else (
                        0.5 if drawn < expected + tie / 2 else 0.0
                    )  # fmt: skip
                results.append(PairResult(a, b, points, 2))
    return results


@pytest.mark.slow
def test_intervals_cover_the_truth_at_about_their_level() -> None:
    seed, truth = random.Random(9), {"a": -120.0, "b": -30.0, "c": 20.0, "d": 130.0}
    covered = total = 0
    for _ in range(examples(600)):
        for row in standings(list(truth), simulated(seed, truth, 20)):
            covered += row.elo.low <= truth[row.player] <= row.elo.high
            total += 1
    assert 0.92 <= covered / total <= 0.975


def test_ratings_are_finite_for_who_won_or_lost_everything() -> None:
    pairs = [PairResult("winner", "loser", 2, 2), PairResult("winner", "other", 2, 2),
             PairResult("other", "loser", 1.5, 2)]  # fmt: skip
    table = standings(["loser", "other", "winner"], pairs)
    assert [row.player for row in table] == ["winner", "other", "loser"]
    assert all(-2000 < row.elo.low < row.elo.high < 2000 for row in table)
    assert table[0].points == 4
    assert table[0].games == 4


def test_an_anchor_moves_all_ratings_and_none_against_another() -> None:
    truth = {"a": -120.0, "b": -30.0, "c": 20.0, "d": 130.0}
    pairs = simulated(random.Random(4), truth, 20)
    free = {row.player: row.elo.value for row in standings(list(truth), pairs)}
    table = {row.player: row.elo for row in standings(list(truth), pairs, {"b": 2500.0})}
    assert table["b"].value == pytest.approx(2500)
    assert table["b"].error == 0
    for player, elo in table.items():
        assert elo.value - 2500 == pytest.approx(free[player] - free["b"])


def test_with_two_anchors_the_third_is_rated_as_its_results_against_them_say() -> None:
    """Three quarters of the points against 0 and a quarter against 400: by Bradley and Terry's
    model, halfway between. Against either alone it would be 190.85 = 400 log10(3) from it."""
    pairs = [PairResult("x", "low", 1.5, 2), PairResult("x", "high", 0.5, 2)] * 2000
    table = {
        row.player: row.elo
        for row in standings(["x", "low", "high"], pairs, {"low": 0, "high": 400})
    }
    assert table["x"].value == pytest.approx(200, abs=0.1)
    alone = standings(["x", "low"], pairs[::2], {"low": 0})
    assert alone[0].elo.value == pytest.approx(190.85, abs=0.1)


@pytest.mark.slow
def test_intervals_with_an_anchor_cover_the_truth() -> None:
    seed, truth = random.Random(9), {"a": -120.0, "b": -30.0, "c": 20.0, "d": 130.0}
    covered = total = 0
    for _ in range(examples(600)):
        for row in standings(list(truth), simulated(seed, truth, 20), {"a": -120.0}):
            if row.player != "a":
                covered += row.elo.low <= truth[row.player] <= row.elo.high
                total += 1
    assert 0.91 <= covered / total <= 0.98
