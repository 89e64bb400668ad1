"""Limits that the kernel keeps for each process."""

from __future__ import annotations

import os
import resource

from kinarow.sandbox.limits.processes import tasks_of
from kinarow.sandbox.warden_settings import WardenSettings

_OPEN_FILES = 256
_WAITING_SIGNALS = 256
_COUNTED_BY_NAMESPACE_SINCE = (5, 14)


def limits_for(settings: WardenSettings, user: int, *, own_namespace: bool) -> dict[int, int]:
    processes = settings.processes
    if not (own_namespace and _kernel() >= _COUNTED_BY_NAMESPACE_SINCE):
        processes += tasks_of(user)  # since these count, too
    return {
        resource.RLIMIT_NPROC: processes,
        resource.RLIMIT_FSIZE: settings.scratch,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_SIGPENDING: _WAITING_SIGNALS,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_MEMLOCK: 0,
    }


def set_limits(limits: dict[int, int], process: int = 0) -> None:
    """For this process or another one; never above what it had before."""
    for kind, limit in limits.items():
        _, most = resource.prlimit(process, kind)
        lower = limit if most == resource.RLIM_INFINITY else min(limit, most)
        resource.prlimit(process, kind, (lower, lower))


def end_first_when_memory_is_short() -> None:
    """If the whole machine is out of memory, this process and its children are ended first."""
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def _kernel() -> tuple[int, ...]:
    return tuple(int(number) for number in os.uname().release.split("-")[0].split(".")[:2])
