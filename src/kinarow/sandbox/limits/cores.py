"""A core for each sandbox, so that however busy one is, the others compute as if alone."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def claim_core() -> tuple[int, socket.socket | None]:
    """A core that no other sandbox has, as long as the socket is open; if all are taken, one that
    is shared, since there are more sandboxes than cores."""
    cores = sorted(os.sched_getaffinity(0))
    for core in cores:
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind(f"\0kinarow-core-{core}")
            return core, claim
        except OSError:
            claim.close()
    return cores[os.getpid() % len(cores)], None


def stay_on(core: int) -> None:
    """This process, and all that it starts, compute there alone."""
    with suppress(OSError):  # it was taken from this machine meanwhile
        os.sched_setaffinity(0, {core})
