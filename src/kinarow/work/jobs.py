"""Jobs done by an executor, each result kept as it comes; a lost worker's job is done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager
from typing import TypeVar

Name = TypeVar("Name")
Job = TypeVar("Job")
Result = TypeVar("Result")

Workers = Callable[[], AbstractContextManager[Executor]]
"""Makes an executor; asked again if it breaks."""


def do_jobs(
    work: Callable[[Job], Result],
    jobs: Iterable[tuple[Name, Job]],
    workers: Workers,
    at_once: int,
    on_result: Callable[[Name, Result], None],
    again: Callable[[Name], bool],
    is_over: Callable[[], bool] = lambda: False,
) -> None:
    """Do jobs, each with something to know it by, at most `at_once` of them handed out at a time.

    A worker that is killed takes its executor with it, or not: either way `again` is asked of each
    job that was under way, and those for which it says so are done again, by a new executor.
    """
    waiting = iter(jobs)
    left: list[tuple[Name, Job]] = []
    exhausted = False
    while not is_over() and not (exhausted and not left):
        with workers() as executor:
            handed_out: dict[Future[Result], tuple[Name, Job]] = {}
            try:
                while not is_over():
                    while len(handed_out) < at_once:
                        job = left.pop() if left else next(waiting, None)
                        if job is None:
                            exhausted = True
                            break
                        left.append(job)  # until it is handed out, which may fail
                        future = executor.submit(work, job[1])
                        handed_out[future] = left.pop()
                    if not handed_out:
                        break
                    done, _ = wait(handed_out, return_when=FIRST_COMPLETED)
                    for finished in done:
                        on_result(handed_out[finished][0], finished.result())
                        del handed_out[finished]
            except Exception as error:
                if not _is_loss_of_worker(error):
                    raise
                lost = list(handed_out.values())
                left.extend(job for job in lost if again(job[0]))


def _is_loss_of_worker(error: Exception) -> bool:
    """Whether the process that played was ended; Dask has its own names for that."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in (
        "KilledWorker", "CancelledError", "FutureCancelledError",
    )  # fmt: skip
