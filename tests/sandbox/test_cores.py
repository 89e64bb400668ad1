"""Each sandbox computes on a core of its own."""

from __future__ import annotations

import os

import pytest

from kinarow.sandbox.backends import Door
from kinarow.sandbox.limits.cores import claim_core
from kinarow.sandbox.sandbox import Sandbox
from tests.sandbox.attacking import PYTHON, needs


def test_cores_are_taken_in_turn_and_then_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    first = 100_000 + os.getpid() % 10_000 * 10  # which no other test claims
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {first, first + 1})
    taken = [claim_core() for _ in range(3)]
    assert [core for core, _ in taken[:2]] == [first, first + 1]
    assert taken[2][0] in (first, first + 1)
    assert taken[2][1] is None
    claim = taken[0][1]
    assert claim is not None
    claim.close()
    again, last = claim_core()
    assert again == first
    for socket in (last, taken[1][1]):
        assert socket is not None
        socket.close()


@pytest.mark.slow
@pytest.mark.parametrize("door", Door)
def test_a_program_has_one_core(door: Door) -> None:
    needs(door)
    code = "import os; print(len(os.sched_getaffinity(0)))"
    with Sandbox().start(door, [PYTHON, "-I", "-S", "-c", code]) as program:
        assert program.stdout.read() == b"1\n"
