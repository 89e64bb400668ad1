"""Ending work that runs in compiled code, from outside."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Watch:
    """While its block runs, calls `tell` after some seconds, or when an event is set."""

    def __init__(
        self, tell: Callable[[], None], seconds: float | None, stop: threading.Event | None
    ) -> None:
        self.tell, self.stop, self.over = tell, stop, threading.Event()
        self.lock = threading.Lock()
        self.timer = None if seconds is None else threading.Timer(seconds, self._tell)

    def __enter__(self) -> None:
        if self.timer:
            self.timer.daemon = True
            self.timer.start()
        if self.stop:
            threading.Thread(target=self._wait, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        with self.lock:  # whoever is about to tell has told before this ends, or never will
            self.over.set()
        if self.timer:
            self.timer.cancel()

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
