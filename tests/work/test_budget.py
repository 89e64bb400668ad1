"""What a question may take; seconds are for work, not for making kernels ready."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from pathlib import Path

import pytest

from kinarow.native import cache
from kinarow.native.compiling import when_compiling
from kinarow.native.jit import jit
from kinarow.work import working_time as module
from kinarow.work.budget import Budget
from kinarow.work.working_time import getting_ready, working_time
from tests.running import KINAROW, wait_until
from tests.strategies import SOAKING


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still until a test sets it."""
    now = [100.0]
    monkeypatch.setattr("kinarow.work.working_time.time.perf_counter", lambda: now[0])
    monkeypatch.setattr(module, "_clock", module._Clock())
    return now


def test_it_stands_still_while_kernels_are_made_ready(clock: list[float]) -> None:
    begun = working_time()
    clock[0] += 2
    assert working_time() - begun == 2
    with getting_ready():
        clock[0] += 30
        assert working_time() - begun == 2
        with getting_ready():  # a kernel is made of others
            clock[0] += 30
        assert working_time() - begun == 2
    clock[0] += 1
    assert working_time() - begun == 3


def test_an_error_does_not_stop_it_for_good(clock: list[float]) -> None:
    begun = working_time()
    with pytest.raises(ValueError, match="no kernel"), getting_ready():
        raise ValueError("no kernel")
    clock[0] += 1
    assert working_time() - begun == 1


def test_a_watch_waits_for_work_and_not_for_kernels(clock: list[float]) -> None:
    told, looked = threading.Event(), threading.Event()

    class Looking(Budget):
        @property
        def is_over(self) -> bool:
            is_over = super().is_over
            if clock[0] > 100:
                looked.set()
            return is_over

    with Looking(seconds=0.001).watched(told.set), getting_ready():
        clock[0] += 30
        assert looked.wait(60)  # its time is up by the clock on the wall
        assert not told.is_set()
    clock[0] = 100
    with Budget(seconds=0.001).watched(told.set):
        clock[0] += 30
        wait_until(told.is_set, "time is up")


def test_what_a_part_spends_the_whole_has_spent(clock: list[float]) -> None:
    whole = Budget(nodes=100, seconds=8)
    clock[0] += 2
    part = whole.part(40)
    assert (part.nodes, part.seconds, part.elapsed) == (40, 6, 0)
    part.spend(30)
    assert (part.nodes_left, whole.spent, whole.nodes_left) == (10, 30, 70)
    assert whole.part(90).nodes == 70
    assert (whole.share(0.25).nodes, whole.share(0.25).seconds) == (25, 2)
    part.spend(20)  # more than was left, as where leaves are counted at once
    assert (part.nodes_left, part.is_spent, whole.is_spent) == (0, True, False)
    clock[0] += 6
    assert (whole.seconds_left, whole.is_over, whole.nodes_left) == (0, True, 50)


def test_without_limits_it_lasts(clock: list[float]) -> None:
    stop = threading.Event()
    budget = Budget(stop=stop)
    clock[0] += 10**9
    budget.spend(10**18)
    assert (budget.is_spent, budget.part(7).nodes) == (False, 7)
    stop.set()
    assert (budget.is_spent, budget.share(0.5).is_over) == (True, True)


def test_it_stands_still_while_a_kernel_is_compiled(
    clock: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first run of all, in short."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)

    @jit
    def one_more(number: int) -> int:
        return number + 1

    begun = working_time()
    with when_compiling(lambda: clock.append(clock.pop() + 30)):
        assert one_more(1) == 2
    assert clock[0] > 100
    assert working_time() == begun


@pytest.mark.slow
@pytest.mark.skipif(not SOAKING, reason="compiles the whole solver")
def test_the_first_run_solves_as_the_second_does(tmp_path: Path) -> None:
    """Nothing is compiled yet, which takes longer than the limit."""
    environment = {**os.environ, "KINAROW_CACHE_DIR": str(tmp_path), "KINAROW_LEVEL": "none"}
    command = [*KINAROW, "solve", "44", "--no-book", "--seconds", "1.5", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["nodes"] > 1024  # a kernel that is told to end before it begins
