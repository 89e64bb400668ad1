"""Local processes that play games: the default executor.

Anything that runs many jobs takes any `concurrent.futures.Executor`; this one uses the cores of
this machine.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker

from kinarow.evaluation import deadline


@contextmanager
def local_workers(count: int) -> Iterator[Executor]:
    """An executor of `count` processes, which end with the block, in mid-job if need be."""
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        count,
        # Forking a process that has threads, as one with a progress bar has, may deadlock.
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_get_ready,
    )
    with _interrupts_held_back():
        for _ in range(count):  # each job starts a process while none is idle
            executor.submit(_get_ready)
    try:
        yield executor
    finally:
        # A job cannot be cancelled once it runs, so its process is ended.
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
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


def _get_ready() -> None:
    """Workers end at once on Ctrl-C, which reaches them too: no traceback, no waiting for the job.
    And rather than hang in a user's function that cannot be interrupted, they end."""
    deadline.give_up = _leave
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _leave() -> None:
    os._exit(1)
