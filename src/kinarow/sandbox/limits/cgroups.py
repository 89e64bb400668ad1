"""A control group for each sandbox, where the system lets us make one: a bound on all memory that
the kernel counts, its own for pipes, mappings and files included, which no process is seen to use.

What can be had: with version 2 of cgroups, a group beside ours or one above, where the memory is
divided and we may write, as root or in what systemd delegates to a user; with version 1, a group
below ours, as root. In most containers the files are read-only, and there is none.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_OURS = "kinarow-"
_NEARLY = 0.95


class MemoryGroup:
    """A group with a limit; `join` is called by the process that is to be in it."""

    def __init__(self, folder: Path, *, is_second: bool) -> None:
        self.folder = folder
        self._is_second = is_second

    def join(self) -> None:
        with suppress(OSError):  # then it is bound by what its processes are seen to use
            (self.folder / "cgroup.procs").write_text("0")

    def has_lost_processes(self) -> bool:
        """Whether the kernel has ended one for want of memory: of the group's, or the machine's."""
        file = "memory.events" if self._is_second else "memory.oom_control"
        return self._read(file, "oom_kill") > 0

    def has_reached_limit(self) -> bool:
        if self._is_second:
            return self._read("memory.events", "oom") > 0
        # How often that was is counted for one of its two limits alone.
        limit = self._read("memory.limit_in_bytes")
        return self._read("memory.max_usage_in_bytes") >= _NEARLY * limit > 0

    def _read(self, file: str, name: str = "") -> int:
        """A number, or the one behind a name."""
        try:
            lines = (self.folder / file).read_text().splitlines()
        except OSError:
            return 0
        numbers = {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in lines}
        return int(numbers.get(name, "0"))

    def remove(self) -> None:
        with suppress(OSError):
            self.folder.rmdir()


def memory_group(limit: int, root: Path = _ROOT) -> MemoryGroup | None:
    """A new group that may use so many bytes; None where there is none to be had."""
    try:
        own = _own_paths()
    except OSError:
        return None
    if "memory" in own:
        place = root / "memory" / own["memory"].lstrip("/")
        limits = {
            "memory.limit_in_bytes": limit, "memory.memsw.limit_in_bytes": limit,
        }  # fmt: skip
        return _made(place, limits, is_second=False)
    if "" not in own:
        return None
    place = root / own[""].lstrip("/")
    while place.is_relative_to(root):
        if _is_divided(place):
            limits = {"memory.max": limit, "memory.swap.max": 0, "memory.oom.group": 1}
            return _made(place, limits, is_second=True)
        place = place.parent
    return None


def _own_paths() -> dict[str, str]:
    """Where this process is: by controller; of version 2 by the empty name."""
    found = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for name in controllers.split(","):
            found[name] = path
    return found


def _is_divided(place: Path) -> bool:
    """Whether groups in there have limits of their own, and we may move processes there."""
    try:
        shared = (place / "cgroup.subtree_control").read_text().split()
    except OSError:
        return False
    return "memory" in shared and os.access(place / "cgroup.procs", os.W_OK)


def _made(place: Path, limits: dict[str, int], *, is_second: bool) -> MemoryGroup | None:
    _remove_forgotten(place)
    folder = place / f"{_OURS}{os.getpid()}-{os.urandom(4).hex()}"
    first, *others = limits
    try:
        folder.mkdir()
    except OSError:
        return None
    try:
        (folder / first).write_text(str(limits[first]))
    except OSError:
        with suppress(OSError):
            folder.rmdir()
        return None
    for name in others:
        if (folder / name).exists():  # some are there only with swap, or in later kernels
            with suppress(OSError):
                (folder / name).write_text(str(limits[name]))
    return MemoryGroup(folder, is_second=is_second)


def _remove_forgotten(place: Path) -> None:
    """Groups of wardens that were killed."""
    with suppress(OSError):
        for entry in place.glob(f"{_OURS}*"):
            maker = entry.name.removeprefix(_OURS).partition("-")[0]
            if maker.isdecimal() and not os.path.exists(f"/proc/{maker}"):
                with suppress(OSError):  # one that is still in use, or gone
                    entry.rmdir()
