"""Landlock: this process, and all that it starts, can open only what was allowed."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator

from kinarow.sandbox.confinement import kernel_calls
from kinarow.sandbox.confinement.devices import DEVICES

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_FOLDER, _MAKE_FILE, _TRUNCATE = 1 << 7, 1 << 8, 1 << 14

_BITS_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15}
_BITS_SINCE = 16
"""How many kinds of access to files a version knows."""
_TCP_SINCE, _TCP = 4, 0b11
_SCOPED_SINCE, _SCOPED = 6, 0b11
"""Sockets without a file, and signals, stay among the processes inside."""

_FACTS = ("/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu")
"""What libraries ask about the machine."""


def allow_only(readable: Iterable[str], hidden: Collection[str], writable: str) -> None:
    """From here on, read only what lies in these folders, without what is hidden, and write only
    into one.

    There, files can be made but not removed or renamed: see `seccomp.LATER`.
    """
    version = kernel_calls.landlock_version()
    every_access = (1 << _BITS_BY_VERSION.get(version, _BITS_SINCE)) - 1
    ruleset = kernel_calls.landlock_ruleset(
        every_access,
        _TCP if version >= _TCP_SINCE else 0,
        _SCOPED if version >= _SCOPED_SINCE else 0,
    )
    reading = _EXECUTE | _READ_FILE | _READ_FOLDER
    making = _READ_FILE | _READ_FOLDER | _WRITE_FILE | _MAKE_FILE | _MAKE_FOLDER | _TRUNCATE
    rules = [(path, reading) for path in _FACTS]
    for path in readable:
        rules += _around(path, {os.path.realpath(each) for each in hidden}, reading)
    rules += [(path, _READ_FILE | _WRITE_FILE) for path in DEVICES]
    rules.append((writable, making))
    for path, allowed in rules:
        _allow(ruleset, path, allowed & every_access)
    kernel_calls.landlock_enforce(ruleset)
    os.close(ruleset)


def _around(path: str, hidden: Collection[str], allowed: int) -> Iterator[tuple[str, int]]:
    """What allows a folder without some of its parts: what is allowed for a folder is allowed for
    all that is in it, so these are left out one by one. That they exist can be seen."""
    real = os.path.realpath(path)
    if real in hidden:
        return
    if not any(each.startswith(f"{real}/") for each in hidden):
        yield path, allowed
        return
    yield path, _READ_FOLDER
    with os.scandir(path) as entries:
        for entry in entries:
            yield from _around(entry.path, hidden, allowed)


def _allow(ruleset: int, path: str, allowed: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not stat.S_ISDIR(os.fstat(opened).st_mode):
        allowed &= _EXECUTE | _READ_FILE | _WRITE_FILE
    kernel_calls.landlock_allow(ruleset, opened, allowed)
    os.close(opened)
