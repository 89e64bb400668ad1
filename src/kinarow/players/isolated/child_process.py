"""Processes in which players play: how they start and end, with all that they started."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Protocol

from kinarow.native import cache, library
from kinarow.sandbox.finding import find_sandbox
from kinarow.sandbox.folders import Folder, package_folder
from kinarow.sandbox.sandbox import Sandbox

STARTING_SECONDS: Final = 60.0
"""How long getting ready may take, imports and compilation included."""
DEFAULT_MEGABYTES: Final = 4096
"""Of address space, of which compiled code takes a good part."""
PROCESS_ENDED: Final = "its process ended"

_OURS_ALONE: Final = ("KINAROW_SEED", "KINAROW_TOKEN")
"""What draws the positions of a mark, and what opens the lab."""
_SOLVER: Final = "solver"
"""So begin the folders of its kernels, which are named as its rooms are imported."""
_READ_BY_OTHERS: Final = 0o005

# Threads for matrices would take address space on machines with many cores, and so do memory pools
# of its own for each thread, 64 MB each.
_ENVIRONMENT: Final = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}


class Waitable(Protocol):
    """A process that can be waited for."""

    def wait(self, timeout: float | None = None) -> int: ...


class Child(Waitable, Protocol):
    """A process with pipes, in a sandbox or not."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    reason: str | None
    """What it was ended for, if it did what it may not."""

    @property
    def pid(self) -> int:
        """The process itself, or one of ours that has started it and watches it."""

    def end(self) -> None:
        """End it with all that it started; returns when it is gone."""


class UnboundChild:
    """A process that can do whatever its user can."""

    reason: str | None = None

    def __init__(self, command: Sequence[str], folder: str) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env={**{k: v for k, v in os.environ.items() if k not in _OURS_ALONE}, **_ENVIRONMENT},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that it can be ended with all that it started
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.stdin: IO[bytes] = self._process.stdin
        self.stdout: IO[bytes] = self._process.stdout

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait(self, timeout: float | None = None) -> int:
        return self._process.wait(timeout)

    def end(self) -> None:
        kill_group(self._process)


def sandboxed_child(
    command: Sequence[str],
    folder: str,
    *,
    inside: str = "",
    megabytes: int = DEFAULT_MEGABYTES,
    is_marked: bool = False,
    hidden: Sequence[str] = (),
) -> Child:
    """A process in a sandbox that shows it nothing of its user's but a folder, in which it starts,
    at `inside` where the sandbox can do that, without the files that are hidden, and compiled
    kernels to read. One that is being marked does not see what knows the answers, either."""
    door = find_sandbox()
    shown = Folder(Path(folder), inside)
    kernels = cache.folder()
    folders, environment = [shown], {**_ENVIRONMENT, "PYTHONPATH": str(package_folder())}
    if kernels is not None:
        folders += map(Folder, _of_no_solver(kernels) if is_marked else [kernels])
        environment[cache.GIVEN] = str(kernels)
    sandbox = Sandbox(
        tuple(folders),
        environment=environment,
        hidden=(*map(Path, hidden), *(_answers() if is_marked else ())),
        working_folder=shown,
        megabytes=megabytes,
    )
    return sandbox.start(door, command)


def _of_no_solver(kernels: Path) -> list[Path]:
    """The folders of compiled kernels, one for each room, but for those that know the answers; and
    nothing of what was found out about other functions."""
    return [
        place
        for place in kernels.iterdir()
        if not place.name.startswith(_SOLVER) and stat.S_ISDIR(mode := place.stat().st_mode)
        # Root's sandboxes run as another user, to whom the others are of no use.
        if mode & _READ_BY_OTHERS == _READ_BY_OTHERS or os.getuid() != 0
    ]


def _answers() -> tuple[Path, ...]:
    """The solver, the book of openings, and the library of the solver's kernels."""
    kinarow = package_folder() / "kinarow"
    compiled = (library.FOLDER,) if library.FOLDER.is_dir() else ()
    return (kinarow / "solver", *(kinarow / "data").glob("book*"), *compiled)


def how_it_ended(child: Waitable) -> str:
    """In words, for a process whose pipe was closed."""
    try:
        code = child.wait(1)
    except subprocess.TimeoutExpired:
        return PROCESS_ENDED
    reason = getattr(child, "reason", None)  # what its sandbox has ended it for
    if reason is not None:
        return f"{PROCESS_ENDED}: it {reason}"
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
