"""The process of an isolated player, as seen from the referee: questions go in, answers come out.

It runs `kinarow.players.isolated.child`. What comes from there is a stranger's: it is read up to
a length, waited for up to a time, and checked before anything is made of it.
"""

from __future__ import annotations

import json
import math
import os
import queue
import random
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import IO, Final, TypeVar

from kinarow.errors import SandboxError
from kinarow.game import GameSpec, Position
from kinarow.players.isolated.allowance import Allowance, UsedUpError
from kinarow.players.isolated.answers import LONGEST_ANSWER, UnreadableError, read_answer
from kinarow.players.isolated.child import ProcessSettings
from kinarow.players.isolated.child_process import (
    DEFAULT_MEGABYTES,
    STARTING_SECONDS,
    Child,
    UnboundChild,
    how_it_ended,
    sandboxed_child,
)
from kinarow.players.isolated.fair_clock import (
    LOOK_AFTER,
    LOOK_EVERY,
    TooBusyError,
    WallClock,
    clock_for,
    patience,
)
from kinarow.players.isolated.questions import WARM_UP, Question, write_question
from kinarow.players.player import Choice, ForfeitError, LateError
from kinarow.sandbox.warden_settings import SHORT_OF_MEMORY

Answer = TypeVar("Answer")

_END: Final = b""
_ENDING_SECONDS: Final = 1.0
_CHANCE: Final = random.SystemRandom()
"""When its threads are looked at: whoever knew could have its children compute in between, unseen,
and take for waiting what it computes itself."""
_UNREAD: Final = 4
"""How many answers may wait to be read, before their writer has to wait, too."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """What a process of a player's may see and use."""

    folder: str
    """Where files that the text names are to be found; it starts there."""
    file: str = ""
    """The file there that it runs, where that is known."""
    hidden: tuple[str, ...] = ()
    """Files there that are others', which a sandbox does not show."""
    sandboxed: bool = False
    """Whether the system keeps it in. Where there is no sandbox, it is not started."""
    inside: str = ""
    """Where the folder appears, if the sandbox can show it elsewhere."""
    megabytes: int = DEFAULT_MEGABYTES
    starting_seconds: float = STARTING_SECONDS
    cpu_seconds: int | None = None
    """How long it may compute in all."""
    warms_up_on: GameSpec | None = None
    """On the empty board of this game it is first asked something that nobody wants to know, so
    that compiling does not count as thinking."""
    compiles: bool = False
    """Whether a user's function is compiled then, in there, if it can be: it takes seconds, which
    thousands of boards are worth."""
    uses_kernels: bool = False
    """Whether what it needs is compiled outside first: a sandbox can keep nothing it compiles."""
    is_marked: bool = False
    """Whether it is to do without kinarow's own answers: the solver, and what is built on it."""


class PlayerProcess:
    """A process, and two threads: one writes questions, so that a process that does not read them
    is not waited for longer than for its answer; one reads answers."""

    def __init__(
        self,
        isolation: Isolation,
        make: Question,
        seconds: float,
        allowance: Allowance | None = None,
    ) -> None:
        """`make` is the first question; a move may take so many seconds, and all answers together
        what the allowance says."""
        settings = ProcessSettings(
            None if isolation.sandboxed else os.getpid(),
            seconds,
            isolation.starting_seconds,
            isolation.megabytes,
            isolation.cpu_seconds,
            isolation.is_marked,
            isolation.compiles,
        )
        self.allowance = allowance or Allowance(math.inf)
        self.is_lost = False
        """Whether it can answer no more; an error is an answer, too."""
        self.questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.answers: queue.Queue[bytes] = queue.Queue(_UNREAD)
        """Lines; an empty one is the end."""
        self.clock = WallClock()
        with self.allowance.start():
            self.child = _start(isolation, json.dumps(asdict(settings)))
            self.writer = threading.Thread(target=self._write, daemon=True)
            self.reader = threading.Thread(target=self._read, daemon=True)
            self.writer.start()
            self.reader.start()
            # What it says first, before any code of a user's runs, is that it is there.
            self._get_ready(lambda: self._next_line(STARTING_SECONDS))
        threads = (self.writer.native_id, self.reader.native_id)
        self.clock = clock_for(self.child.pid, threads, is_players=not isolation.sandboxed)
        starting_seconds = isolation.starting_seconds
        self._get_ready(lambda: self.ask(make, starting_seconds))
        if isolation.warms_up_on is not None:
            start = Position.start(isolation.warms_up_on)
            self._get_ready(lambda: self.ask((WARM_UP, start), starting_seconds))

    def _get_ready(self, step: Callable[[], object]) -> None:
        try:
            step()
        except BaseException:
            self.end()
            raise

    def ask(self, question: Question, seconds: float) -> Choice | None:
        """Its choice, where one is asked for."""
        return self.ask_for(read_answer, question, seconds)

    def ask_for(
        self, read: Callable[[bytes], Answer], question: Question, seconds: float
    ) -> Answer:
        """The answer, as `read` takes it; a `ForfeitError` if there is none within so long."""
        with self.allowance.counted(self.clock):
            left = self.allowance.left
            self.questions.put(write_question(question))
            try:
                line = self._next_line(min(seconds, left))
            except LateError:
                if left < seconds:
                    raise UsedUpError(self.allowance.seconds) from None
                raise
            return self._taken(read, line)  # a long answer takes long to read

    def _taken(self, read: Callable[[bytes], Answer], line: bytes) -> Answer:
        try:
            return read(line)
        except UnreadableError:
            self.is_lost = True
            raise
        except ForfeitError:
            raise
        except Exception:  # whatever nobody has thought of is its mistake, not the referee's
            self.is_lost = True
            raise UnreadableError from None

    def _next_line(self, seconds: float) -> bytes:
        line = self._waited_for(seconds)
        if not line:
            self.is_lost = True
            words = how_it_ended(self.child)
            if self.child.reason == SHORT_OF_MEMORY:
                raise SandboxError(f"{words}; try again with fewer workers")  # nobody's fault
            raise ForfeitError(words)
        return line

    def _waited_for(self, seconds: float) -> bytes:
        """The next line, if it comes within so long by a clock that began with the question."""
        begun, last = self.clock.counted, time.monotonic() + patience(seconds)
        pause = LOOK_AFTER * _CHANCE.uniform(0.5, 1)
        while True:
            left = seconds + begun - self.clock.counted
            with suppress(queue.Empty):
                return self.answers.get(timeout=max(0.0, min(left, pause)))
            self.clock.look(closely=True)
            pause = LOOK_EVERY * _CHANCE.uniform(0.5, 1.5)
            if self.clock.counted - begun >= seconds:
                self.is_lost = True
                raise LateError(seconds)
            if time.monotonic() > last:
                self.is_lost = True
                raise TooBusyError(seconds)

    def end(self) -> None:
        """End it with all that it started; whoever waits for an answer is told so."""
        self.is_lost = True
        self.questions.put(_END)
        self.child.end()
        until = time.monotonic() + _ENDING_SECONDS
        while (self.reader.is_alive() or self.writer.is_alive()) and time.monotonic() < until:
            self._forget_answers()  # so that the reader, which may wait for room, comes to its end
            self.reader.join(0.01)
        self._forget_answers()
        with suppress(queue.Full):
            self.answers.put_nowait(_END)
        # What was started by a process without a sandbox, and got away, may keep a pipe open.
        if not (self.reader.is_alive() or self.writer.is_alive()):
            for pipe in (self.child.stdin, self.child.stdout):
                with suppress(OSError):  # what was still to be written has no reader any more
                    pipe.close()

    def _forget_answers(self) -> None:
        with suppress(queue.Empty):
            while True:
                self.answers.get_nowait()

    def _write(self) -> None:
        with suppress(OSError, ValueError):  # nobody reads any more
            while line := self.questions.get():
                self.child.stdin.write(line)
                self.child.stdin.flush()

    def _read(self) -> None:
        pipe: IO[bytes] = self.child.stdout
        with suppress(OSError, ValueError):  # the pipe is closed
            while line := pipe.readline(LONGEST_ANSWER):
                self.answers.put(line)
        self.answers.put(_END)


def _start(isolation: Isolation, settings: str) -> Child:
    # With -P, a user's random.py beside the bot does not stand for Python's own.
    command = [sys.executable, "-P", "-m", "kinarow.players.isolated.child", settings]
    if not isolation.sandboxed:
        return UnboundChild(command, isolation.folder)
    if isolation.uses_kernels:
        from kinarow.search.deepening import load_all_kernels

        load_all_kernels()
    return sandboxed_child(
        command,
        isolation.folder,
        inside=isolation.inside,
        megabytes=isolation.megabytes,
        is_marked=isolation.is_marked,
        hidden=isolation.hidden,
    )
