"""Marks with their intervals: what they are made of, and whether they hold what they promise."""

from __future__ import annotations

from random import Random

import pytest

from kinarow.arena.played import PlayedGame
from kinarow.arena.rating import Estimate
from kinarow.classroom.marks import Mark, PartResult, of_answers, of_games
from kinarow.classroom.scheme import MarkPart
from kinarow.game import Side
from tests.strategies import examples

GAMES = MarkPart(40, "somebody")


def played(pair: int, points: float) -> PlayedGame:
    winner = {1.0: Side.FIRST, 0.5: None, 0.0: Side.SECOND}[points]
    return PlayedGame(
        f"{pair}/{points}", str(pair), "connect4", "a", "b", Side.FIRST, winner, "line", "", "", 0,
        [], [], 0, 0, False, 0, None, "", "",
    )  # fmt: skip


def test_pairs_of_games_count_as_one_result() -> None:
    """Two games from one opening, one won and one lost, vary less than their number suggests."""
    balanced = [played(pair, points) for pair in range(10) for points in (1.0, 0.0)]
    whole = [played(pair, float(pair % 2)) for pair in range(10) for _ in range(2)]
    one, two = (of_games(GAMES, games, 20).score for games in (balanced, whole))
    assert one.value == two.value == 0.5
    assert one.error < two.error
    assert two.error == pytest.approx(1.96 * 0.5 / 10**0.5, abs=0.001)


def test_games_that_were_not_played_are_lost() -> None:
    found = of_games(GAMES, [played(0, 1.0), played(0, 1.0), played(1, 1.0)], 8)
    assert found.score.value == 3 / 8
    assert found.points == 15
    assert found.result == "Wins: 3 | Ties: 0 | Losses: 5 | Points: 3.0/8"
    assert of_games(GAMES, [], 8).score.value == 0
    assert of_games(GAMES, [], 8).score.high > 0


def test_no_answers_are_no_certainty() -> None:
    part = MarkPart(10, positions=4)
    assert of_answers(part, []).score == Estimate(0.0, 0.0, 1.0)


def test_intervals_of_parts_add_as_independent_ones_do() -> None:
    results = tuple(
        PartResult(MarkPart(50, name), Estimate(0.5, 0.5 - half, 0.5 + half), "", "")
        for name, half in (("one", 0.06), ("other", 0.08))
    )
    interval = Mark("ada", "ada.py", results=results).interval
    assert interval is not None
    assert (interval.value, interval.low, interval.high) == pytest.approx((50, 45, 55))
    assert Mark("bob", "bob.py", problem="is empty").interval is None


def test_an_interval_stays_within_what_can_be_earned() -> None:
    results = (PartResult(MarkPart(10, "one"), Estimate(0.98, 0.7, 1.0), "", ""),)
    interval = Mark("ada", "ada.py", results=results).interval
    assert interval is not None
    assert interval.high <= 10


def test_marks_lie_in_their_intervals_as_often_as_they_say() -> None:
    """Pairs that are won, tied or lost with known probabilities, marked many times."""
    random = Random(3)
    held, runs, pairs = 0, examples(4000), 30
    for _ in range(runs):
        chance = random.uniform(0.2, 0.8)
        games = [
            played(pair, float(random.random() < chance)) for pair in range(pairs) for _ in range(2)
        ]
        mark = Mark("ada", "ada.py", results=(of_games(GAMES, games, 2 * pairs),)).interval
        assert mark is not None
        held += mark.low <= 40 * chance <= mark.high
    # The normal interval of 30 pairs holds a little less than 95 %.
    assert held / runs > 0.93 - 3 * (0.07 * 0.93 / runs) ** 0.5
