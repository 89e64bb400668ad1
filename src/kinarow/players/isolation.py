"""The process in which an isolated player plays.

It is started by `python -m kinarow.players.isolation MEGABYTES SECONDS PARENT`.

Questions come as pickled pairs on standard input, answers go out on what was standard output; what
the player itself prints goes nowhere.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
import threading
import time
from typing import IO, Any

from kinarow.errors import KinarowError, shortened
from kinarow.evaluation import user
from kinarow.players.catalogue import parse_player
from kinarow.players.player import Player

_SIGNAL_AT_PARENTS_DEATH = 1


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until there are no more questions."""
    player: Player | None = None
    while True:
        try:
            kind, content = pickle.load(questions)
        except EOFError:
            return
        try:
            answer: tuple[str, Any] = ("answer", None)
            if kind == "make":
                player = parse_player(content)
            elif kind == "new game":
                assert player is not None
                player.new_game(content)
            else:
                assert player is not None
                answer = ("answer", player.choose(content))
        except MemoryError:
            answer = ("error", "out of memory")
        except KinarowError as error:
            answer = ("error", str(error))
        except Exception as error:  # whatever a user's code raises
            answer = ("error", f"{type(error).__name__}: {shortened(str(error), 200)}")
        pickle.dump(answer, answers)
        answers.flush()


def _limit_memory(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    size = megabytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


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
    megabytes, seconds, parent = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    _end_when_orphaned()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _limit_memory(megabytes)
    user.SECONDS_A_CALL = seconds + 1  # the referee is the one who says that time is up
    serve(questions, answers)


if __name__ == "__main__":
    main()
