"""Reasons by threats without gravity: each line ends with a win, and the solver agrees."""

from __future__ import annotations

import random

import pytest

from kinarow.game import GameSpec, Position
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.reason import Reason
from kinarow.reasons.reason_words import told
from kinarow.solver.shared import shared_solver
from tests.solver.oracle import late_position
from tests.strategies import SOAKING, examples

SHAPES = ["tictactoe", "place:4x4:3", "place:4x4:4", "place:5x4:3", "place:5x4:4", "place:5x5:4"]


def ends_with_a_win(reason: Reason, *moves: object) -> bool:
    position = reason.position
    for move in moves:
        position = position.play(move)  # type: ignore[arg-type]
    return position.winner is reason.side


@pytest.mark.slow
def test_every_claim_without_gravity_agrees_with_the_exact_value() -> None:
    """Twenty thousand positions in make soak."""
    seed, checked, made = random.Random(8), 0, 0
    wanted = examples(1_000) if SOAKING else 60
    while checked < wanted:
        spec = GameSpec.parse(seed.choice(SHAPES))
        position = late_position(seed, spec, seed.randint(3, min(12, spec.cell_count)))
        if position is None or position.is_over:
            continue
        checked += 1
        reason = Finder().decisive(position)
        if reason is None:
            continue
        made += 1
        outcome = shared_solver(spec, megabytes=16).solve(position, weak=True).outcome
        is_movers = reason.side is position.mover
        assert outcome == ("win" if is_movers else "loss"), (repr(position), str(reason))
    assert made > checked / 5


# ── a gomoku position where the defender can choose how to stop a three ───────────────────────

OPEN_THREES = "h8 a1 h9 a3 j8 a5 k9 o1 j11 o3"


def test_where_the_defender_can_choose_each_answer_is_told() -> None:
    reason = Finder().decisive(Position.from_moves(OPEN_THREES, "gomoku"))
    assert reason is not None
    assert (reason.kind, reason.form) == ("forced", "threats")
    assert ends_with_a_win(reason, *reason.moves, *reason.cells)
    assert any(branch.answer for branch in reason.branches)
    for branch in reason.branches:
        if branch.answer is not None:
            (line,) = branch.lines
            assert ends_with_a_win(reason, *branch.before, branch.answer, *line)
    said = told(reason)
    assert said[0].startswith("X wins by threats, with ")
    assert len(said) > 1


def test_a_side_that_loses_whatever_it_plays_is_told_so() -> None:
    position = Position.from_moves(OPEN_THREES, "gomoku")
    win = Finder().decisive(position)
    assert win is not None
    after = position.play(win.moves[0])
    loss = Finder().decisive(after)
    assert loss is not None
    assert loss.side is after.mover.other
    assert ends_with_a_win(loss, *loss.moves, *loss.cells)
    assert "whatever O plays" in told(loss)[0]
