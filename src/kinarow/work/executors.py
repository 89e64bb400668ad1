"""Who plays games: processes of this machine by default, or a Dask cluster.

Anything that runs many jobs takes any `concurrent.futures.Executor`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from multiprocessing import resource_tracker

from kinarow.errors import ArenaError
from kinarow.work import deadline

_ANSWER_SECONDS = 5
_ENDING_SECONDS = 2


class _Here(Executor):
    """Does every job at once, in this very thread."""

    def submit(self, function, /, *arguments, **keywords):  # type: ignore[no-untyped-def]
        job: Future[object] = Future()
        try:
            job.set_result(function(*arguments, **keywords))
        except Exception as error:
            job.set_exception(error)
        return job


@contextmanager
def here() -> Iterator[Executor]:
    """An executor without any other process."""
    yield _Here()


def workers_of(count: int) -> Callable[[], AbstractContextManager[Executor]]:
    """How to get `count` workers: one works right here."""
    if count < 1:
        raise ArenaError(f"there is at least 1 worker, not {count}")
    return here if count == 1 else partial(local_workers, count)


@contextmanager
def cluster_workers(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, which have kinarow installed too."""
    try:
        from distributed import Client
    except ImportError:
        raise ArenaError("a cluster needs the extra: pip install 'kinarow[cluster]'") from None
    try:
        client = Client(address, timeout=_ANSWER_SECONDS)
    except (OSError, ValueError) as error:
        raise ArenaError(f"no Dask scheduler answers at {address}: {error}") from None
    try:
        # Without pure=False, equal calls would be answered once: equal random games as one.
        yield client.get_executor(pure=False)
    finally:
        client.close()


def workers_of_cluster(
    address: str,
) -> tuple[Callable[[], AbstractContextManager[Executor]], int]:
    """How to get the workers of a cluster, and how many jobs to hand out so that all are busy."""
    with cluster_workers(address) as executor:
        width = sum(executor._client.nthreads().values())  # type: ignore[attr-defined]
    return partial(cluster_workers, address), 2 * width + 2


@contextmanager
def local_workers(count: int) -> Iterator[Executor]:
    """An executor of `count` processes, which end with the block, in mid-job if need be."""
    executor = ProcessPoolExecutor(
        count,
        # Forking a process that has threads, as one with a progress bar has, may deadlock.
        mp_context=multiprocessing.get_context("spawn"),
        initializer=get_ready,
        initargs=(os.getpid(),),
    )
    with interrupts_held_back():
        for _ in range(count):  # each job starts a process while none is idle
            executor.submit(os.getpid)
    try:
        yield executor
    finally:
        # A job cannot be cancelled once it runs, so its process is ended.
        workers = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(_ENDING_SECONDS)  # so that nothing of theirs is still written afterwards


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Processes that start meanwhile begin with Ctrl-C held back, so that one that comes while they
    are still importing does not end in tracebacks."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python's own helper process, started with the first worker, would let interrupts in again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def get_ready(parent: int) -> None:
    """Workers end at once on Ctrl-C, which reaches them too: no traceback, no waiting for the job.
    And rather than hang in a user's function that cannot be interrupted, they end."""
    deadline.give_up = _leave
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _leave() -> None:
    os._exit(1)


def _leave_with(parent: int) -> None:
    """A program that is killed cannot end its workers; they notice that it is gone."""
    while os.getppid() == parent:
        time.sleep(0.5)
    _leave()
