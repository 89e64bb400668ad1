"""How worker processes begin and end."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

from kinarow.work.deadline import rather_than_hang
from kinarow.work.garbage import collect_seldom

_SIGNAL_AT_PARENTS_DEATH = 1


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
    collect_seldom()
    rather_than_hang(_leave)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _leave() -> None:
    os._exit(1)


def end_with(parent: int) -> None:
    """Have this process end when the one that started it ends, even in the middle of a call that
    lets no other thread run, where the system can see to that. On Linux it ends already with the
    thread that started it, which is therefore to wait for it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    """A program that is killed cannot end its workers; they notice that it is gone."""
    while os.getppid() == parent:
        time.sleep(0.5)
    _leave()


def limit_memory(megabytes: int) -> None:
    """Let this process have so much memory and no more, where the system can see to it."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    limit = megabytes << 20
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    lower = limit if most == resource.RLIM_INFINITY else min(limit, most)
    resource.setrlimit(resource.RLIMIT_AS, (lower, most))
