"""Which processes run inside a sandbox, and how much memory they use, as seen from outside."""

from __future__ import annotations

import os
from collections.abc import Iterator

_COUNTED = ("RssAnon:", "RssShmem:", "VmPTE:", "VmSwap:")
"""Memory that is used by nobody else. Pages of programs and libraries, which all processes share
and the kernel can drop, are not counted; pages that a process shares with the one that forked it
are counted for both."""


def children_of(process: int) -> list[int]:
    children: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children") as file:
                children += map(int, file.read().split())
    except (FileNotFoundError, ProcessLookupError):
        pass  # it has ended meanwhile
    return children


def all_below(process: int) -> Iterator[int]:
    """All processes that this one started, and those that they started."""
    waiting = children_of(process)
    while waiting:
        child = waiting.pop()
        yield child
        waiting += children_of(child)


def memory_of(process: int) -> int:
    """In bytes."""
    try:
        with open(f"/proc/{process}/status") as file:
            lines = file.read().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith(_COUNTED)) << 10


def memory_below(process: int) -> int:
    return sum(memory_of(inside) for inside in all_below(process))


def tasks_of(user: int) -> int:
    """How many processes and threads a user has, by the kernel's count for its limit."""
    count = 0
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{name}").st_uid == user:
                count += len(os.listdir(f"/proc/{name}/task"))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return count
