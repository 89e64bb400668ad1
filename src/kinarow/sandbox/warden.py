"""The process between a program and its sandbox: makes it, watches it, and ends it with all inside.

It ends the sandbox when told to, when the command has ended, when more memory or space is used than
allowed, and when the program that started it is gone, even if that was killed. It trusts nothing
from inside: it reads only what the kernel says about the processes there.

It is told its `WardenSettings` over a socket and answers with lines: that the command has started,
and how it ended. It loads little of Python and nothing else of kinarow, so that it starts at once.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from typing import Protocol

from kinarow.sandbox.confinement.own_user import claim_user
from kinarow.sandbox.limits.cgroups import MemoryGroup, memory_group
from kinarow.sandbox.limits.cores import claim_core
from kinarow.sandbox.limits.processes import memory_below
from kinarow.sandbox.limits.share import MachineShare
from kinarow.sandbox.warden_settings import SHORT_OF_MEMORY, WardenSettings

_LOOK_EVERY_SECONDS = 0.02
_SHARE_OF_TIME = 0.1
"""What looking may take, at most, of a processor."""


class Inside(Protocol):
    """What runs in the sandbox."""

    def took_too_much_space(self) -> bool: ...

    def returncode(self) -> int | None: ...

    def end(self) -> None:
        """End all processes; returns when they are gone."""


def main() -> None:
    told_by = os.getppid()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _leave)
    line = socket.socket(fileno=int(sys.argv[1]))
    with line.makefile("rb") as file:
        settings = WardenSettings(**json.loads(file.readline()))
    user, claim = claim_user() if os.getuid() == 0 else (None, None)
    core, claimed_core = claim_core()
    group = memory_group(settings.memory + settings.scratch)
    try:
        inside = _start(settings, user, MachineShare(core, group))
    except Exception as error:
        if group is not None:
            group.remove()
        _tell(line, {"failed": f"{type(error).__name__}: {error}"})
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):  # only the command's own copies stay open
        os.dup2(nowhere, descriptor)
    _tell(line, {"started": True})
    reason = None
    try:
        reason = _watch(inside, settings, line, told_by, group)
        code = inside.returncode()
    except OSError as error:
        reason, code = f"could not be watched: {error}", None
    finally:
        inside.end()
        if group is not None:
            group.remove()
    for taken in (claim, claimed_core):
        if taken is not None:
            taken.close()
    _tell(line, {"returncode": -signal.SIGKILL if code is None else code, "reason": reason})


def _leave(number: int, frame: object) -> None:
    raise SystemExit(128 + number)


def _start(settings: WardenSettings, user: int | None, share: MachineShare) -> Inside:
    if settings.door == "bubblewrap":
        from kinarow.sandbox.confinement.bubblewrap import Bubblewrapped

        return Bubblewrapped(settings, user, share)
    from kinarow.sandbox.confinement.shared_machine import AsOwnUser, OnSharedMachine

    return (OnSharedMachine if settings.door == "landlock" else AsOwnUser)(settings, user, share)


def _watch(
    inside: Inside,
    settings: WardenSettings,
    line: socket.socket,
    told_by: int,
    group: MemoryGroup | None,
) -> str | None:
    """Return when the sandbox is to be ended, with the reason if it did something wrong."""
    too_much = f"used more than {settings.memory >> 20} MB of memory"
    pause = _LOOK_EVERY_SECONDS
    child_ended = _wakes_at_the_end_of_children()
    while os.getppid() == told_by:
        ready = select.select([line.fileno(), child_ended], [], [], pause)[0]
        if line.fileno() in ready:
            break  # its other end was closed
        if child_ended in ready:
            os.read(child_ended, 4096)
        has_ended = inside.returncode() is not None
        if group is not None and group.has_lost_processes():
            return too_much if group.has_reached_limit() else SHORT_OF_MEMORY
        if has_ended:
            break
        began = time.monotonic()
        if memory_below(os.getpid()) > settings.memory:
            return too_much
        if inside.took_too_much_space():
            return f"wrote more than {settings.scratch >> 20} MB or too many files"
        pause = max(_LOOK_EVERY_SECONDS, (time.monotonic() - began) / _SHARE_OF_TIME)
    return None


def _wakes_at_the_end_of_children() -> int:
    """A descriptor that can be read when a child has ended."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    os.kill(os.getpid(), signal.SIGCHLD)  # for one that has ended already
    return reading


def _tell(line: socket.socket, message: dict[str, object]) -> None:
    with suppress(OSError):  # nobody listens any more
        line.sendall(json.dumps(message).encode() + b"\n")
