"""Many jobs, each result kept as it comes; the job of a worker that was lost is done again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from typing import Any, Generic, NamedTuple, TypeVar

from kinarow.errors import KinarowError
from kinarow.work.workers import Workers, is_loss_of_worker

Name = TypeVar("Name")
Job = TypeVar("Job")
Result = TypeVar("Result")

_MOST_LOSSES = 10
"""How often a job may cost its worker before it is given up."""
_LOOK_EVERY_SECONDS = 0.2
"""How soon work that waits for its workers notices that it is to stop."""


def _has_failed(future: Future[Any]) -> bool:
    return future.cancelled() or future.exception() is not None


class _HandedOut(NamedTuple, Generic[Name, Job]):
    name: Name
    job: Job
    losses: int


def _done_again(name: object, losses: int) -> bool:
    if losses < _MOST_LOSSES:
        return True
    raise KinarowError(f"a worker process was lost {losses} times at the same work: {name}")


def results(
    work: Callable[[Job], Result],
    jobs: Iterable[tuple[Name, Job]],
    workers: Workers,
    *,
    again: Callable[[Name, int], bool] = _done_again,
    is_over: Callable[[], bool] = lambda: False,
    at_once: int | None = None,
) -> Generator[tuple[Name, Result], None, None]:
    """Do jobs, each with something to know it by, until there are no more or it is over; each
    result as it comes. Jobs are taken only when there is someone to do them.

    After the loss of a worker `again` is asked, of each job that was under way, whether to do it
    once more; it is told how often that job was lost.
    """
    waiting = (_HandedOut(name, job, 0) for name, job in jobs)
    lost: deque[_HandedOut[Name, Job]] = deque()
    under_way: dict[Future[Result], _HandedOut[Name, Job]] = {}
    try:
        while not is_over():
            workers.check_stop()
            try:
                most = at_once or workers.at_once
                while len(under_way) < most:
                    job = lost.popleft() if lost else next(waiting, None)
                    if job is None:
                        break
                    lost.appendleft(job)  # until it is handed out, which may fail
                    future = workers.submit(work, job.job)
                    under_way[future] = lost.popleft()
                if not under_way:
                    return
                done = wait(under_way, _LOOK_EVERY_SECONDS, FIRST_COMPLETED).done
                for future in sorted(done, key=_has_failed):  # what succeeded is kept in any case
                    result = future.result()
                    yield under_way.pop(future).name, result
            except Exception as error:
                if not is_loss_of_worker(error):
                    raise
                workers.renew()
                for job in under_way.values():
                    if again(job.name, job.losses + 1):
                        lost.append(job._replace(losses=job.losses + 1))
                under_way.clear()
    finally:
        if under_way:  # what is not wanted any more is not waited for
            workers.drop(under_way)


def results_in_order(
    work: Callable[[Job], Result], jobs: Iterable[Job], workers: Workers
) -> Generator[Result, None, None]:
    """Do jobs; their results in the order of the jobs, each as soon as all before it are there."""
    early: dict[int, Result] = {}
    following = 0
    with closing(results(work, enumerate(jobs), workers)) as found:
        for number, result in found:
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1


def do_jobs(
    work: Callable[[Job], Result],
    jobs: Iterable[tuple[Name, Job]],
    workers: Workers,
    on_result: Callable[[Name, Result], None],
    *,
    again: Callable[[Name, int], bool] = _done_again,
    is_over: Callable[[], bool] = lambda: False,
    at_once: int | None = None,
) -> None:
    """The same for those who would rather be told each result."""
    with closing(
        results(work, jobs, workers, again=again, is_over=is_over, at_once=at_once)
    ) as found:
        for name, result in found:
            on_result(name, result)
