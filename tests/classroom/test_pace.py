"""Slow is not wrong; slow from the moment on when the games stand well is."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinarow.api.classes import grade_class
from kinarow.classroom.examination.pace import TimedStep, has_slowed_down, merged
from kinarow.classroom.examination.submission import SubmissionLimits
from kinarow.classroom.marks import Mark
from kinarow.classroom.scheme import parse_scheme
from kinarow.classroom.verdicts import Verdict
from tests.strategies import SOAKING

PAIR = TimedStep(True, 36, 3.6)
"""At a tenth of a second for a move."""
POSITIONS = TimedStep(False, 133, 1.0)


@pytest.mark.parametrize(
    ("steps", "has"),
    [
        ([], False),
        ([PAIR, POSITIONS] * 30, False),
        ([TimedStep(True, 36, 90.0)] * 3, False),  # slow all along
        ([TimedStep(True, 36, 100.0), *[PAIR] * 50], False),  # it got ready in the first
        ([PAIR, TimedStep(True, 20, 98.0), TimedStep(True, 0, 90.0)], True),
        ([PAIR, TimedStep(False, 60, 290.0)], True),
        ([*[PAIR, POSITIONS] * 10, TimedStep(True, 0, 240.0)], True),
        ([*[PAIR, POSITIONS] * 10, TimedStep(True, 0, 30.0)], False),  # too little to matter
        ([PAIR, *[TimedStep(True, 36, 25.0)] * 9], False),  # only seven times as slow
        # Asked together, positions take less time than moves in games.
        ([POSITIONS] * 9 + [TimedStep(True, 36, 72.0)] * 4, False),
        ([POSITIONS, PAIR, POSITIONS, *[TimedStep(True, 36, 20.0)] * 9], False),
    ],
)
def test_who_became_slow(steps: list[TimedStep], has: bool) -> None:
    assert has_slowed_down(steps, 300.0) is has


def test_after_late_moves_any_part_of_the_time_counts() -> None:
    steps = [*[PAIR] * 20, TimedStep(True, 3, 15.0)]
    assert not has_slowed_down(steps, 300.0)
    assert has_slowed_down(steps, 0.0)
    assert not has_slowed_down([PAIR], 0.0)
    assert not has_slowed_down([TimedStep(True, 36, 0.0)] * 2, 0.0)


def test_steps_of_positions_are_put_together() -> None:
    one = TimedStep(False, 1, 0.5)
    assert merged([one, one, PAIR, PAIR, one]) == [TimedStep(False, 2, 1.0), PAIR, PAIR, one]


PLAYS = """
import random, time
seeds = []
def new_game(seed):
    seeds.append(seed)
random.seed = new_game
def choose(board, me, opponent):
    {how}
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)
"""
FAST_AT_FIRST = "time.sleep({} if len(seeds) > 3 or seeds[0] else 0)"
"""For a pair, that is, and the board before it: that process alone has begun with the seed 0."""
SCHEME = parse_scheme(
    'game = "tictactoe"\ngames = 20\n[[part]]\nopponent = "first-legal"\npoints = 100\n'
)


def marks(folder: Path, total_seconds: float, **how: str) -> list[Mark]:
    for name, what in how.items():
        (folder / f"{name}.py").write_text(PLAYS.format(how=what))
    limits = SubmissionLimits(move_seconds=0.5, total_seconds=total_seconds)
    return list(grade_class(folder, SCHEME, limits, trust=True).marks)


def check_the_rest_is_lost(mark: Mark) -> None:
    assert mark.points is not None
    assert mark.points <= 20
    assert mark.verdict is Verdict.TIME
    assert any("games not played, and so lost" in words for words in mark.reasons())
    assert "at its own pace of before it would have come farther" in mark.remarks


@pytest.mark.slow
def test_whoever_stops_on_purpose_loses_the_rest(tmp_path: Path) -> None:
    how = {"slow": "time.sleep(0.1)", "stops": FAST_AT_FIRST.format(0.4)}
    slow, stops = marks(tmp_path, 2.5, **how)
    check_the_rest_is_lost(stops)
    assert slow.verdict is Verdict.TIME
    assert slow.remarks == ("its 2.5 s in all were used up",)
    assert "games count, the others not played" in " ".join(slow.reasons())


@pytest.mark.slow
@pytest.mark.skipif(not SOAKING, reason="starts four processes; the one above shows it")
def test_whoever_is_late_on_purpose_loses_the_rest(tmp_path: Path) -> None:
    """Three late moves in a row are the end of a submission's games."""
    (late,) = marks(tmp_path, 60, late=FAST_AT_FIRST.format(1))
    check_the_rest_is_lost(late)
