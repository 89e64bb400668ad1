"""Processes in which players play: how they end, and ending them with all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from typing import Final

STARTING_SECONDS: Final = 60.0
"""How long getting ready may take, imports and compilation included."""
DEFAULT_MEGABYTES: Final = 4096
"""Of address space, of which compiled code takes a good part."""


PROCESS_ENDED: Final = "its process ended"


def how_it_ended(child: subprocess.Popen[bytes]) -> str:
    """In words, for a process whose pipe was closed."""
    try:
        code = child.wait(1)
    except subprocess.TimeoutExpired:
        return PROCESS_ENDED
    if hasattr(signal, "SIGXCPU") and code == -signal.SIGXCPU:
        return f"{PROCESS_ENDED}: its computing time was used up"
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"{PROCESS_ENDED} with {how}"


def kill_group(child: subprocess.Popen[bytes]) -> None:
    """End a process that leads a group of its own, and the group, at once."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.wait()
