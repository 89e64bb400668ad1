"""Executors: this very thread, processes of this machine, the workers of a Dask cluster."""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from kinarow.errors import KinarowError, MissingExtraError
from kinarow.work.processes import get_ready, interrupts_held_back

_ANSWER_SECONDS = 5
_ENDING_SECONDS = 2


class HereExecutor(Executor):
    """Does every job at once, in this very thread."""

    def submit(self, function, /, *arguments, **keywords):  # type: ignore[no-untyped-def]
        job: Future[object] = Future()
        try:
            job.set_result(function(*arguments, **keywords))
        except Exception as error:
            job.set_exception(error)
        return job


@contextmanager
def cluster_workers(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, which have kinarow installed too."""
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("a cluster", "cluster") from None
    for name in ("distributed", "distributed.client"):
        # What it logs when a machine is lost are tracebacks; what it means for us is said in words.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_ANSWER_SECONDS)
    except (OSError, ValueError) as error:
        raise KinarowError(f"no Dask scheduler answers at {address}: {error}") from None
    try:
        # Without pure=False, equal calls would be answered once: equal random games as one.
        yield client.get_executor(pure=False)
    finally:
        client.close()


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
    _running.append(executor)
    try:
        with _starting, interrupts_held_back():
            for _ in range(count):  # each job starts a process while none is idle
                executor.submit(os.getpid)
        yield executor
    finally:
        _end(executor)
        _running.remove(executor)


_running: list[ProcessPoolExecutor] = []
_starting = threading.Lock()
"""Held while processes are started: one of them is known only once it runs."""


def _end(executor: ProcessPoolExecutor) -> None:
    # A job cannot be cancelled once it runs, so its process is ended.
    workers = list((executor._processes or {}).values())
    manager: Any = executor._executor_manager_thread
    executor.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(_ENDING_SECONDS)  # so that nothing of theirs is still written afterwards
    if manager is not None:
        # While it closes its pipe, the end of the program would write to that: a traceback.
        manager.join(_ENDING_SECONDS)


@atexit.register  # later than multiprocessing does, so that it is called earlier
def _end_all() -> None:
    """A program that ends while one of its threads still works, as after Ctrl-C, ends the workers
    itself: one that is just starting would not find what it is to share, and print a traceback."""
    with _starting:
        for executor in list(_running):
            _end(executor)
