"""Reasons by threats without gravity: each line ends with a win."""

from __future__ import annotations

from kinarow.game import Position
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.reason import Reason
from kinarow.reasons.reason_words import told


def ends_with_a_win(reason: Reason, *moves: object) -> bool:
    position = reason.position
    for move in moves:
        position = position.play(move)  # type: ignore[arg-type]
    return position.winner is reason.side


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
