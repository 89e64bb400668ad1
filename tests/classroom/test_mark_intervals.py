"""Marks with their intervals: what they are made of, and whether they hold what they promise."""

from __future__ import annotations

from random import Random

import pytest

from kinarow.arena.played_game import PlayedGame
from kinarow.arena.ratings.elo import Estimate
from kinarow.classroom.examination.positions_asked import GIVEN_UP
from kinarow.classroom.marks import Answer, Mark, PartResult, formula, of_answers, of_games
from kinarow.classroom.scheme import MarkPart
from kinarow.classroom.verdicts import Verdict
from kinarow.game import Position, Side
from kinarow.grading.grades import GradedMove
from kinarow.grading.judged_positions import Stratum
from tests.strategies import examples

GAMES = MarkPart(40, "somebody")
START = Position.start()
RIGHT, *WRONG = START.legal_moves()


def answer(kind: Stratum, *, is_right: bool) -> Answer:
    labels = {RIGHT: 1, **dict.fromkeys(WRONG, -1)}
    return Answer(GradedMove(START, RIGHT if is_right else WRONG[0], labels), kind)


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
    assert of_answers(part, [], 4).score == Estimate(0.0, 0.0, 1.0)
    assert of_games(GAMES, [], 8, rest_is_lost=False).score == Estimate(0.0, 0.0, 1.0)


def test_what_was_not_asked_is_not_wrong() -> None:
    """Of 4000 positions 2432 were asked, and 1491 moves right, 61.3 %: by hand, a score of 22.6 %
    and so (22.6 + 10) / 50 of 90 points. The interval is that of the fewer positions."""
    part = MarkPart(90, positions=4000, judged=True, none_up_to=-0.1, full_from=0.4)
    kinds = [Stratum(phase, right, 1) for phase in range(4) for right in (True, False)]
    answers = [
        answer(kinds[n % 8], is_right=n * 1491 // 2432 < (n + 1) * 1491 // 2432)
        for n in range(2432)
    ]
    found = of_answers(part, answers, 4000)
    assert found.points == pytest.approx(90 * (2 * 1491 / 2432 - 1 + 0.1) / 0.5)
    assert (found.asked, found.of, found.verdict) == (2432, 4000, Verdict.TIME)
    assert found.remarks == ("time limit: 2432 of 4000 positions asked",)
    whole = of_answers(part, answers, 2432)
    assert (whole.score, whole.verdict, whole.remarks) == (found.score, Verdict.OK, ())
    few = of_answers(part, answers[:400], 4000)
    assert few.interval.error > 2 * found.interval.error
    assert few.interval.low < found.points < few.interval.high


def test_what_it_was_given_up_for_is_the_verdict() -> None:
    part = MarkPart(10, positions=8)
    reasons = ["its process ended with exit code 3"] * 3 + [GIVEN_UP] * 5
    found = of_answers(part, [Answer(None, None, reason) for reason in reasons], 8)
    assert (found.verdict, found.asked, found.points) == (Verdict.ERROR, 8, 0)


def test_a_prefix_of_the_positions_holds_what_all_would_give() -> None:
    """Many submissions of known skill, each cut off somewhere: the mark for all positions lies in
    the interval of the mark for the first of them in 95 of 100 cases, or a little more often."""
    random, part = Random(5), MarkPart(90, positions=400, judged=True)
    held, runs = 0, examples(1000)
    for _ in range(runs):
        kinds = [Stratum(n % 4, n // 4 % 2 == 0, n // 8 % 3) for n in range(400)]
        chances = {kind: random.uniform(0.2, 0.95) for kind in sorted(set(kinds))}
        all_of_them = [answer(kind, is_right=random.random() < chances[kind]) for kind in kinds]
        cut = random.randrange(40, 300)
        whole = of_answers(part, all_of_them, 400).score.value
        interval = of_answers(part, all_of_them[:cut], 400).score
        held += interval.low <= whole <= interval.high
    assert held / runs > 0.95 - 3 * (0.05 * 0.95 / runs) ** 0.5


def test_games_that_time_was_too_short_for_are_not_lost() -> None:
    """A game whose twin is missing does not count either: it had the first move, or had not."""
    games = [played(0, 1.0), played(0, 0.0), played(1, 1.0)]
    found = of_games(GAMES, games, 8, rest_is_lost=False)
    assert (found.score.value, found.asked, found.of) == (0.5, 2, 8)
    assert found.verdict is Verdict.TIME
    assert found.remarks == ("time limit: 2 of 8 games count, the others not played",)
    assert of_games(GAMES, games, 8).remarks == ("5 games not played, and so lost",)


def test_how_points_come_about_is_said_with_numbers() -> None:
    """65.8 % of the moves right are 28.4 of 90 points where nothing is taken off."""
    judged = MarkPart(90, positions=1000, judged=True)
    assert formula(judged, 2 * 0.658 - 1, "658 of 1000", 1000) == (
        "658 of 1000 moves right, 65.8 %; score 2 × 65.8 % − 100 % = 31.6 %; "
        "31.6 / 100 × 90 = 28.4 of 90"
    )
    scaled = MarkPart(90, positions=1000, judged=True, none_up_to=-0.1, full_from=0.4)
    assert formula(scaled, 0.15, "", 1).endswith("(15.0 + 10) / (40 + 10) × 90 = 45.0 of 90")
    assert "100 % = −3.0 %; (−3.0 + 10) / (40 + 10) × 90 = " in formula(scaled, -0.03, "", 1)
    assert formula(scaled, 0.5, "", 1).endswith("40 % or more earns all 90")
    assert formula(scaled, -0.5, "", 1).endswith("−10 % or less earns 0 of 90")
    games = MarkPart(10, "random", none_up_to=0.2, full_from=0.6)
    assert formula(games, 0.5, "30/60", 60) == (
        "30/60: 50.0 % of the points; (50.0 − 20) / (60 − 20) × 10 = 7.5 of 10"
    )
    assert "from 0 to 10 is possible" in formula(games, 0.0, "0/0", 0)


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
