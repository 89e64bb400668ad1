"""Many jobs: in which order results are passed on, how they are stopped."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from itertools import count
from pathlib import Path

import pytest

from kinarow.errors import StoppedError
from kinarow.work.jobs import do_jobs, results_in_order
from kinarow.work.workers import Workers


def _same(number: int) -> int:
    return number


class _OutOfOrder(Executor):
    """Is done with a job only when it was given the next one: of each two, the second first."""

    def __init__(self) -> None:
        self.kept: list[tuple[Future[object], object]] = []

    def submit(self, function, /, *arguments, **keywords):  # type: ignore[no-untyped-def]
        job: Future[object] = Future()
        self.kept.append((job, function(*arguments, **keywords)))
        if len(self.kept) == 2:
            for waiting, result in reversed(self.kept):
                waiting.set_result(result)
            self.kept.clear()
        return job


def test_results_come_in_order_each_as_soon_as_it_can() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(200):
            taken.append(number)
            yield number

    found = results_in_order(_same, jobs(), Workers(_OutOfOrder()))
    assert next(found) == 0
    assert len(taken) < 200
    assert list(found) == list(range(1, 200))


def test_work_that_is_stopped_does_nothing_more() -> None:
    stop, done = threading.Event(), []

    def keep(number: int, _: int) -> None:
        done.append(number)
        if number == 3:
            stop.set()

    with pytest.raises(StoppedError), Workers(stop=stop) as workers:
        do_jobs(_same, ((number, number) for number in count()), workers, keep)
    assert done == [0, 1, 2, 3]


class _NeverDone(Executor):
    """Workers that are busy for ever."""

    def submit(self, function, /, *arguments, **keywords):  # type: ignore[no-untyped-def]
        return Future()


def test_work_is_stopped_while_it_waits_for_its_workers() -> None:
    stop = threading.Event()
    with Workers(_NeverDone(), stop=stop) as workers:
        timer = threading.Timer(0.01, stop.set)
        timer.start()
        with pytest.raises(StoppedError):
            do_jobs(_same, [(0, 0)], workers, lambda *_: None)
        timer.join()


@pytest.mark.slow
def test_a_script_whose_main_program_is_not_guarded_is_told_so(tmp_path: Path) -> None:
    """Each of its workers would run the whole script again, and ends at once."""
    script = tmp_path / "script.py"
    script.write_text(
        "from kinarow.work.jobs import do_jobs\n"
        "from kinarow.work.workers import Workers\n"
        "with Workers(2) as workers:\n"
        "    do_jobs(abs, [(0, 0)], workers, print)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    # Python itself may have something to say after it, of a worker that was lost.
    assert "must have its main program under" in done.stderr
