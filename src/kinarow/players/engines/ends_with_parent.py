"""Stands between kinarow and an engine, and ends it when kinarow is gone.

It is run as a script, `python -I -S ends_with_parent.py PARENT MEGABYTES COMMAND…`, and imports
nothing but the standard library, so that it costs milliseconds. The engine inherits its pipes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

_LOOK_EVERY_SECONDS = 0.5
_PATIENCE_SECONDS = 1.0
_ROOM_MEGABYTES = 128
"""For code and stacks, besides what an engine is told: some fill all of that with a table."""


def main() -> None:
    parent, megabytes, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    _limit_memory(megabytes)
    try:
        engine = subprocess.Popen(command)
    except OSError as error:
        sys.exit(f"{command[0]} cannot be started: {error.strerror}")
    threading.Thread(target=_end_with, args=(parent, engine), daemon=True).start()
    code = engine.wait()
    if code < 0:  # ended by a signal: so does this process, which is what kinarow can see
        with suppress(OSError):  # the strongest cannot be set
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


def _limit_memory(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    size = (megabytes + _ROOM_MEGABYTES) << 20
    size = size if most == resource.RLIM_INFINITY else min(size, most)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _end_with(parent: int, engine: subprocess.Popen[bytes]) -> None:
    """An engine must not outlive the program that started it. Its input has ended by then, which
    tells it to leave; if it does not, it is ended with all that it started."""
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY_SECONDS)
    time.sleep(_PATIENCE_SECONDS)
    engine.terminate()
    time.sleep(_PATIENCE_SECONDS)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    engine.kill()


if __name__ == "__main__":
    main()
