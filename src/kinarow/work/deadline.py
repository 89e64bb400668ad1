"""Ending what does not end by itself: a time limit for calls of a user's Python code.

One thread watches all calls that are under way; when one has outlived its limit, an exception is
raised in its thread. That reaches any loop written in Python. It does not reach compiled code or a
call that sleeps, which only another process could end; for these, a program that would rather end
than hang says how (`rather_than_hang`).
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from kinarow.work.processor_time import ThreadTime, thread_time

Result = TypeVar("Result")

MOST_SECONDS = 10**6
"""The longest limit that can be asked for."""
_LOOK_EVERY_SECONDS = 0.05
_PATIENCE = 3.0


class OutOfTimeError(BaseException):
    """Raised inside a call that has outlived its limit; not an Exception, which code may catch."""


class _Call:
    """A call that is under way."""

    def __init__(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds
        self.native_id = threading.get_native_id()
        self.thread: ThreadTime | None = None

    def look(self) -> None:
        """Give it what it has waited since the last look."""
        if self.thread is None:  # most calls are over before the first look
            self.thread = thread_time(os.getpid(), self.native_id)
        else:
            self.deadline += self.thread.since().waited


class _Watch:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.calls: dict[int, _Call] = {}
        self.thread: threading.Thread | None = None
        self.give_up: Callable[[], None] | None = None

    def begin(self, seconds: float) -> None:
        with self.lock:
            self.calls[threading.get_ident()] = _Call(seconds)
            if self.thread is None:
                self.thread = threading.Thread(target=self.look, daemon=True)
                self.thread.start()

    def end(self) -> None:
        with self.lock:
            self.calls.pop(threading.get_ident(), None)

    def look(self) -> None:
        idle = 0
        while idle < 100:
            time.sleep(_LOOK_EVERY_SECONDS)
            with self.lock:
                idle = 0 if self.calls else idle + 1
                for thread, call in self.calls.items():
                    call.look()
                    if time.monotonic() > call.deadline:
                        # Again at every look, in case the code catches everything.
                        if self.give_up and time.monotonic() > call.deadline + _PATIENCE:
                            self.give_up()
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(
                            ctypes.c_ulong(thread), ctypes.py_object(OutOfTimeError)
                        )
                if idle >= 100:
                    self.thread = None


_watch = _Watch()


def rather_than_hang(give_up: Callable[[], None]) -> None:
    """From now on, when a call does not end although it was told to, end the process by this."""
    _watch.give_up = give_up


def within(seconds: float, call: Callable[[], Result]) -> Result:
    """The result of a call, or `TimeoutError` if it takes longer, whose traceback says where it
    was."""
    try:
        _watch.begin(seconds)
        try:
            return call()
        finally:
            _watch.end()
    except OutOfTimeError as error:
        _end_of_watch()
        raise TimeoutError().with_traceback(error.__traceback__) from None


def _end_of_watch() -> None:
    """On a slow machine the watch looks again before it is told that the call has ended."""
    while True:
        try:
            return _watch.end()
        except OutOfTimeError:
            continue
