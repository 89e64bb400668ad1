"""Ending work that runs in compiled code, from outside."""

from __future__ import annotations

import threading
from collections.abc import Callable

from kinarow.native.working_time import working_time

_SOONEST = 0.001


class Watch:
    """While its block runs, calls `tell` after some seconds, or when an event is set. Seconds in
    which kernels are made ready are not counted."""

    def __init__(
        self, tell: Callable[[], None], seconds: float | None, stop: threading.Event | None
    ) -> None:
        self.tell, self.stop, self.over = tell, stop, threading.Event()
        self.lock = threading.Lock()
        self.seconds = seconds
        self.timer: threading.Timer | None = None

    def __enter__(self) -> None:
        if self.seconds is not None:
            self.end = working_time() + self.seconds
            self._wait_for(self.seconds)
        if self.stop:
            threading.Thread(target=self._wait, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        with self.lock:  # whoever is about to tell has told before this ends, or never will
            self.over.set()
            if self.timer:
                self.timer.cancel()

    def _wait_for(self, seconds: float) -> None:
        self.timer = threading.Timer(seconds, self._look)
        self.timer.daemon = True
        self.timer.start()

    def _look(self) -> None:
        left = self.end - working_time()
        if left <= 0:
            self._tell()
            return
        with self.lock:
            if not self.over.is_set():
                self._wait_for(max(_SOONEST, left))

    def _wait(self) -> None:
        assert self.stop is not None
        while not self.over.is_set():
            if self.stop.wait(0.005):
                self._tell()
                return

    def _tell(self) -> None:
        with self.lock:
            if not self.over.is_set():
                self.tell()
