"""Which door this machine has: found by trying, once."""

from __future__ import annotations

import functools
import os
import shutil
import sys
import tempfile

from kinarow.errors import SandboxError, visible
from kinarow.sandbox.backends import Door
from kinarow.sandbox.sandbox import Sandbox

_TRIAL = """
import socket
try:
    socket.socket()
except OSError:
    print("closed")
else:
    print("open")
"""
_TRIAL_SECONDS = 20


@functools.cache
def find_sandbox() -> Door:
    """The best door that works here; `SandboxError` says what is missing if there is none."""
    if sys.platform != "linux":
        raise SandboxError(
            "programs of others can be kept in on Linux alone: use a machine or container with it, "
            "or --trust to run them without a sandbox"
        )
    reasons = []
    for door in Door:
        reason = why_not(door)
        if reason is None:
            return door
        reasons.append(f"{door.value}: {reason}")
    raise SandboxError(
        "programs of others cannot be kept in here: "
        + "; ".join(reasons)
        + "; install bubblewrap (apt install bubblewrap), or use --trust to run them without a "
        "sandbox"
    )


@functools.cache
def why_not(door: Door, python: str = sys.executable) -> str | None:
    """Why a door does not work here for programs in Python, in words; None if it does."""
    return _what_is_missing(door) or _try(door, python)


def _what_is_missing(door: Door) -> str | None:
    if sys.platform != "linux":
        return "needs Linux"
    from kinarow.sandbox.confinement.seccomp import known_machine

    if door is Door.OWN_USER:
        return None if os.getuid() == 0 else "needs root"
    if not known_machine():
        return f"no list of system calls for {os.uname().machine}"
    if door is Door.BUBBLEWRAP:
        return None if shutil.which("bwrap") else "not installed"
    from kinarow.sandbox.confinement.kernel_calls import landlock_version

    return None if landlock_version() else "not in this kernel"


def _try(door: Door, python: str) -> str | None:
    command = [python, "-I", "-S", "-c", _TRIAL]
    with tempfile.TemporaryFile() as complaints:
        try:
            with Sandbox().start(door, command, stderr=complaints) as program:
                said = program.stdout.read(100).strip()
                code = program.wait(_TRIAL_SECONDS)
            problem = "" if said and code == 0 else f"{python} does not run inside, code {code}"
        except SandboxError as error:
            problem = str(error)
        if problem:
            complaints.seek(0)
            words = complaints.read(1000).decode(errors="replace").strip()
            return f"{problem} ({visible(words)})" if words else problem
    if said == b"open" and door is not Door.OWN_USER:
        return "the network stays open"
    return None
