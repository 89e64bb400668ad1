"""Who judges claims finds what is false in them: else that none is false would say nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kinarow.game import Position
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.reason import Reason
from kinarow.solver.engine import Engine
from tests.reasons.checked_claims import FAMILIES, claims, numbered_position
from tests.reasons.judged_claims import false_in, stones_said

EXAMPLES = {
    "completes": "443322",
    "two": "4433",
    "sequence": "16665715551125",
    "plan": "76333764631323446662",
    "every move": "442524712213251335",
}


def example(form: str) -> Reason:
    found = Finder().decisive(Position.from_moves(EXAMPLES[form]))
    assert found is not None
    assert found.form == form
    return found


@pytest.mark.slow
@pytest.mark.parametrize("form", EXAMPLES)
def test_a_true_reason_has_nothing_false_and_the_other_side_has(form: str) -> None:
    reason = example(form)
    assert false_in(reason) == []
    assert false_in(replace(reason, side=reason.side.other))


@pytest.mark.slow
def test_a_plan_to_hold_is_judged_too() -> None:
    held = Finder().follower_holds(Position.start("drop:4x4:4"))
    assert held is not None
    assert false_in(held) == []
    assert false_in(replace(held, kind="zugzwang"))


@pytest.mark.slow
def test_what_is_said_beside_the_outcome_is_judged() -> None:
    at_once, two, every = example("completes"), example("two"), example("every move")
    wrong_cell = Position.start().parse_move("7")
    assert "completes nothing" in false_in(replace(at_once, cells=(wrong_cell,)))[0]
    # a1 alone leaves an answer, and so it is no double threat.
    assert "need not be answered" in false_in(replace(two, moves=(two.cells[0],)))[0]
    assert "a move has no answer" in false_in(replace(every, parts=every.parts[1:]))


@pytest.mark.slow
def test_a_win_that_takes_longer_than_it_is_said_is_found() -> None:
    sequence = example("sequence")
    assert stones_said(sequence) == 11
    shorter = replace(sequence, moves=sequence.moves[:2])
    assert any("at least" in wrong for wrong in false_in(shorter))


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_no_solver_is_asked_for_a_reason(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [numbered_position(family, number) for number in range(6)]

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a reason asked the solver")

    monkeypatch.setattr(Engine, "prove", refuse)
    monkeypatch.setattr("kinarow.solver.solver.Solver.solve_within", refuse)
    assert any(claims(position, hold_too=True) for position in positions)
