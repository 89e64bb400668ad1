"""An engine's process: lines to it and from it, its last words, and a clean end."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from kinarow.players.isolated.child_process import how_it_ended, kill_group
from kinarow.players.player import ForfeitError, LateError

_LONGEST_LINE: Final = 1 << 16
_MOST_LINES_WAITING: Final = 1000
"""An engine that talks more than is read has to wait."""
_LAST_WORDS_BYTES: Final = 2000
_LAST_WORDS_SHOWN: Final = 120
_PATIENCE_SECONDS: Final = 1.0
"""How long an engine may take to leave, when told to, before it is made to."""


class EngineProcess:
    """A program that reads and writes lines.

    Reading and writing happen in threads of their own: whatever the engine does or leaves undone,
    nobody waits for it longer than he wants to.
    """

    def __init__(
        self, command: Sequence[str], folder: str, megabytes: int, line_end: str = "\n"
    ) -> None:
        guard = Path(__file__).with_name("ends_with_parent.py")
        python = [sys.executable, "-I", "-S", str(guard), str(os.getpid()), str(megabytes)]
        self.child = subprocess.Popen(
            [*python, *command],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that it can be ended with all that it started
        )
        self._line_end = line_end
        self._said: queue.Queue[str | None] = queue.Queue(_MOST_LINES_WAITING)
        self._to_say: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: deque[bytes] = deque()
        stdin, stdout, stderr = self.child.stdin, self.child.stdout, self.child.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._write, stdin), (self._read, stdout), (self._read_complaints, stderr),
            )
        ]  # fmt: skip
        for thread in self._threads:
            thread.start()

    def say(self, *lines: str) -> None:
        """Send lines; what the engine said before and nobody read is forgotten."""
        with suppress(queue.Empty):
            while True:
                if self._said.get_nowait() is None:
                    self._said.put_nowait(None)  # the end stays the end
                    break
        self._to_say.put("".join(line + self._line_end for line in lines))

    def hear(self, seconds: float, until: float) -> str:
        """The next line that is not empty; it must come before `until`, on the monotonic clock,
        which is so many seconds after the question."""
        while True:
            try:
                line = self._said.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise LateError(seconds) from None
            if line is None:
                self._said.put(None)
                raise ForfeitError(how_it_ended(self.child))
            if time.monotonic() > until:  # however much it talks
                raise LateError(seconds)
            if line:
                return line

    @property
    def last_words(self) -> str:
        """The end of what it wrote to standard error, on one line; nothing if it is silent."""
        self._threads[-1].join(0.2)  # until all is read, if the engine has ended
        text = b"".join(self._complaints.copy()).decode("utf-8", "replace")
        words = " ".join(text.split())
        return words if len(words) <= _LAST_WORDS_SHOWN else "…" + words[-_LAST_WORDS_SHOWN:]

    def dismiss(self, goodbye: str) -> None:
        """Say goodbye and close the pipe, without waiting."""
        self._to_say.put(goodbye + self._line_end)
        self._to_say.put(None)

    def end(self) -> None:
        """Wait for a dismissed engine to leave; if it does not, it is told to by a signal, then
        killed, and so is all that it started."""
        if not self._leaves():
            if hasattr(os, "killpg"):
                with suppress(ProcessLookupError):
                    os.killpg(self.child.pid, signal.SIGTERM)
            self._leaves()
        kill_group(self.child)
        self._empty()
        for thread in self._threads:
            thread.join(1)
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            with suppress(OSError):  # what was still to be written has no reader any more
                assert pipe is not None
                pipe.close()

    def _leaves(self) -> bool:
        end = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < end:
            self._empty()  # it may be waiting for somebody to listen
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(0.05)
                return True
        return False

    def _empty(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._said.get_nowait()

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):  # it is gone, or the pipe is closed
            while (text := self._to_say.get()) is not None:
                pipe.write(text.encode())
                pipe.flush()
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        begun = b""
        with suppress(OSError, ValueError):
            while part := os.read(pipe.fileno(), _LONGEST_LINE):
                # A line may end with CR alone, after which nothing more need come.
                *whole, begun = re.split(rb"[\r\n]", begun + part)
                if len(begun) > _LONGEST_LINE:
                    whole, begun = [*whole, begun], b""
                for line in whole:
                    self._said.put(line.decode("utf-8", "replace").strip())
        self._said.put(None)

    def _read_complaints(self, pipe: IO[bytes]) -> None:
        kept = 0
        with suppress(OSError, ValueError):
            while part := os.read(pipe.fileno(), _LAST_WORDS_BYTES):
                self._complaints.append(part)
                kept += len(part)
                while kept - len(self._complaints[0]) >= _LAST_WORDS_BYTES:
                    kept -= len(self._complaints.popleft())
