"""Who does long work, however often it is asked, with executors that are renewed if they break."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack
from types import TracebackType
from typing import Any, TypeVar

from kinarow.errors import KinarowError, StoppedError
from kinarow.work.executors import HereExecutor, cluster_workers, local_workers

Job = TypeVar("Job")
Result = TypeVar("Result")

_MOST_FALSE_STARTS = 2
"""How often processes may end before they have begun to work."""
_LIKE_A_CLUSTER = 64
"""Jobs handed at once to an executor of which no width is known."""


class Workers:
    """This process (1), several processes of this machine (a number), the workers of a Dask cluster
    (the address of its scheduler), or any executor that is given.

    Used in a `with` block, which ends what it started, in mid-job if need be. Processes start with
    the first job and stay for the next ones. With `apart`, one worker is a process of its own, too:
    for jobs that might end the process that does them.

    `stop`, set by another thread, ends the work with a `StoppedError`.
    """

    def __init__(
        self,
        who: int | str | Executor = 1,
        *,
        apart: bool = False,
        stop: threading.Event | None = None,
    ) -> None:
        if isinstance(who, int) and who < 1:
            raise KinarowError(f"there must be at least 1 worker, not {who}")
        self.who = who
        self.apart = apart
        self.stop = stop
        self._started = ExitStack()
        self._executor: Executor | None = None
        self._first_word: Future[int] | None = None
        """Of a process that has just been started: it is there when it can work."""
        self._false_starts = 0

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    @property
    def at_once(self) -> int:
        """How many jobs to hand out so that all workers are busy."""
        if isinstance(self.who, int):
            return 1 if self.who == 1 else 4 * self.who
        if isinstance(self.who, Executor):
            return _LIKE_A_CLUSTER
        client = self._running()._client  # type: ignore[attr-defined]
        threads: dict[str, int] = client.nthreads()
        return 2 * sum(threads.values()) + 2

    def check_stop(self) -> None:
        """Asked again and again while there is work to do."""
        if self.stop is not None and self.stop.is_set():
            raise StoppedError("the work was stopped")

    def submit(self, work: Callable[[Job], Result], job: Job) -> Future[Result]:
        running = self._running()
        if isinstance(self.who, Executor) or isinstance(running, HereExecutor):
            return running.submit(work, job)
        return running.submit(_do, _packed(work, job))

    def end(self) -> None:
        """End all that was started, with the jobs that are under way; the next job starts anew."""
        self._executor = None
        self._started.close()

    def drop(self, jobs: Iterable[Future[Any]]) -> None:
        """Give up jobs that are under way. Only an executor that stays needs to be told: one that
        is ended forgets them, and its own thread fails if they are cancelled meanwhile."""
        if isinstance(self.who, Executor):
            for job in jobs:
                job.cancel()
        self.end()

    def renew(self) -> None:
        """Begin anew after the loss of a worker."""
        if isinstance(self.who, Executor):
            raise KinarowError("the executor that was given is broken")
        if self._first_word is not None and not _was_heard(self._first_word):
            self._false_starts += 1
            if self._false_starts > _MOST_FALSE_STARTS:
                raise KinarowError(
                    "worker processes end as soon as they start. A script that uses several "
                    'workers must have its main program under `if __name__ == "__main__":`'
                )
        else:
            self._false_starts = 0
        self.end()

    def _running(self) -> Executor:
        if self._executor is None:
            if isinstance(self.who, Executor):
                self._executor = self.who
            elif self.who == 1 and not self.apart:
                self._executor = HereExecutor()
            else:
                made = (
                    cluster_workers(self.who)
                    if isinstance(self.who, str)
                    else local_workers(self.who)
                )
                self._executor = self._started.enter_context(made)
                if isinstance(self.who, int):
                    self._first_word = self._executor.submit(os.getpid)
        return self._executor


def _was_heard(word: Future[int]) -> bool:
    return word.done() and not word.cancelled() and word.exception() is None


def _packed(work: Callable[[Job], Result], job: Job) -> bytes:
    """A job that can be sent. It is packed by the one who asks, who is told what cannot be sent: in
    an executor's own thread that would end in a traceback."""
    try:
        return pickle.dumps((work, job))
    except KinarowError:
        raise
    except Exception as error:
        raise KinarowError(
            f"this cannot be sent to other processes, so use one worker: {error}"
        ) from None


def _do(packed: bytes) -> Any:
    work, job = pickle.loads(packed)
    return work(job)


def is_loss_of_worker(error: Exception) -> bool:
    """Whether the process that did a job was ended; Dask has its own names for that."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in (
        "KilledWorker", "CancelledError", "FutureCancelledError",
    )  # fmt: skip
