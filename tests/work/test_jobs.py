"""Many jobs: in which order results are passed on, how they are stopped, what cannot travel."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, Future
from itertools import count
from pickle import PicklingError

import pytest

from kinarow.errors import KinarowError, StoppedError
from kinarow.work.jobs import InOrder, do_jobs
from kinarow.work.workers import Workers


def _same(number: int) -> int:
    return number


def test_results_are_passed_on_in_order_each_as_soon_as_it_can_be() -> None:
    passed_on: list[str] = []
    results = InOrder(passed_on.append)
    seen = []
    for number in (2, 0, 1, 4, 3):
        results.keep(number, f"result {number}")
        seen.append(len(passed_on))
    assert seen == [0, 1, 3, 3, 5]
    assert passed_on == [f"result {number}" for number in range(5)]


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


@pytest.mark.parametrize(
    "error",
    [PicklingError("no"), AttributeError("Can't pickle local object"), TypeError("cannot pickle")],
)
def test_what_cannot_be_sent_to_other_processes_is_said_so(error: Exception) -> None:
    class Unsent(Executor):
        def submit(self, function, /, *arguments, **keywords):  # type: ignore[no-untyped-def]
            job: Future[object] = Future()
            job.set_exception(error)
            return job

    with pytest.raises(KinarowError, match="cannot be sent to other processes"):
        do_jobs(_same, [(0, 0)], Workers(Unsent()), lambda *_: None)
