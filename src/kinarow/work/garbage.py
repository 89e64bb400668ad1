"""How often Python looks for what it could free, in processes that are kinarow's own."""

from __future__ import annotations

import atexit
import gc

_NEW_OBJECTS = 10_000


def collect_seldom() -> None:
    """Let a process start, and end, in less time. Numba is some hundred thousand objects that all
    stay; Python would look through them again and again, and once more at the end, when everything
    goes anyway. Not for a process that is somebody else's, whose settings are theirs."""
    gc.set_threshold(_NEW_OBJECTS, 20, 20)
    atexit.register(gc.disable)
