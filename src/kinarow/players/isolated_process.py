"""The process in which an isolated player plays.

It is started by `python -m kinarow.players.isolated_process SETTINGS`: `ProcessSettings` as JSON.

Questions come as pickled pairs on standard input, answers go out as lines on what was standard
output (`kinarow.players.answers`); what the player itself prints goes nowhere.
"""

from __future__ import annotations

import ctypes
import json
import os
import pickle
import random
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from kinarow.errors import KinarowError
from kinarow.evaluation import guard, user, user_compiled
from kinarow.players.answers import write_choice, write_error
from kinarow.players.kinds import parse_player
from kinarow.players.player import Player

_SIGNAL_AT_PARENTS_DEATH = 1
_LARGEST_FILE = 64 << 20


@dataclass(frozen=True, slots=True)
class ProcessSettings:
    """Under which a player plays."""

    parent: int
    """The process that started this one."""
    seconds: float
    """What a move may take."""
    starting_seconds: float
    """What making the player may take."""
    megabytes: int
    """Of address space."""
    cpu_seconds: int | None = None
    """Of computing in all."""
    closed: list[str] | None = None
    """What it may not read; None if it is not guarded."""


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until there are no more questions."""
    player: Player | None = None
    while True:
        try:
            kind, content = pickle.load(questions)
        except EOFError:
            return
        try:
            choice = None
            if kind == "make":
                player = parse_player(content)
            elif kind == "new game":
                assert player is not None
                _seed(content)
                player.new_game(content)
            elif kind == "get ready":
                assert player is not None
                player.get_ready(content)
            elif kind == "warm up":
                assert player is not None
                with suppress(Exception):  # if it was no accident, it will happen in a game too
                    player.choose(content)
            else:
                assert player is not None
                choice = player.choose(content)
            answer = write_choice(choice)
        except MemoryError:
            answer = write_error("out of memory")
        except KinarowError as error:
            answer = write_error(str(error))
        except Exception as error:  # whatever a user's code raises
            answer = write_error(f"{type(error).__name__}: {user.one_line(str(error))}")
        answers.write(answer)
        answers.flush()


def _seed(seed: int) -> None:
    """A user's code that throws dice throws the same ones in the same game."""
    import numpy as np

    random.seed(seed)
    np.random.seed(seed % 2**32)


def _limit(settings: ProcessSettings) -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    limits = [(resource.RLIMIT_AS, settings.megabytes << 20)]
    if settings.cpu_seconds is not None:
        limits += [
            (resource.RLIMIT_CPU, settings.cpu_seconds),
            (resource.RLIMIT_FSIZE, _LARGEST_FILE),
            (resource.RLIMIT_CORE, 0),
        ]
    for kind, limit in limits:
        _, most = resource.getrlimit(kind)
        lower = limit if most == resource.RLIM_INFINITY else min(limit, most)
        # Above the first of both, processor time ends with a signal that says so.
        above = most if kind == resource.RLIMIT_CPU else lower
        resource.setrlimit(kind, (lower, above))


def _end_when_orphaned() -> None:
    """Have Linux end this process when the one that started it ends, even in the middle of a call
    that lets no other thread run."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL)


def _end_with(parent: int) -> None:
    """A player that never ends must not outlive the program that started it."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    questions = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    settings = ProcessSettings(**json.loads(sys.argv[1]))
    _end_when_orphaned()
    threading.Thread(target=_end_with, args=(settings.parent,), daemon=True).start()
    _limit(settings)
    user.SECONDS_A_CALL = settings.seconds + 1  # the referee says when time is up
    # There must be time to go on in plain Python if it does not compile.
    user_compiled.SECONDS_TO_TRY = min(user_compiled.SECONDS_TO_TRY, settings.starting_seconds / 2)
    if settings.closed is not None:
        guard.install(settings.closed)
    serve(questions, answers)


if __name__ == "__main__":
    main()
