"""What a user's code may not do while it is being marked.

The guard refuses to import the solver and what is built on it, to read certain files, to open
databases, to start or end processes and to use the network. It keeps out those who look at the
answers by mistake or without thinking. It is no sandbox: code that means to get around it can.
"""

from __future__ import annotations

import json
import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from kinarow.native import cache

_CLOSED_MODULES: Final = (
    "kinarow.solver",
    "kinarow.grading",
    "kinarow.arena",
    "kinarow.writeup",
    "kinarow.classroom",
    "kinarow.fitting",
)
_ENVIRONMENT: Final = "KINAROW_CLOSED"
_PACKAGE: Final = Path(__file__).resolve().parent.parent

WORKING_FOLDER: Final = "kinarow-submission-"
"""So begin the names of the folders for temporary files in which submissions run; each may read its
own only."""

_WITH_PATHS: Final = frozenset(
    {
        "open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.rmdir", "os.link",
        "os.symlink", "os.truncate", "os.chmod", "os.chdir", "os.mkdir", "os.utime",
    }
)  # fmt: skip
_REFUSED: Final = {
    "sqlite3.connect": "open databases",
    "os.fork": "start processes",
    "os.forkpty": "start processes",
    "os.system": "start processes",
    "os.exec": "start processes",
    "os.posix_spawn": "start processes",
    "os.spawn": "start processes",
    "os.kill": "end processes",
    "os.killpg": "end processes",
    "socket.connect": "use the network",
    "socket.bind": "use the network",
    "socket.sendto": "use the network",
    "socket.getaddrinfo": "use the network",
}


class _Guard:
    """Which paths are closed, and which of those are open all the same."""

    def __init__(self, closed: Iterable[str]) -> None:
        self.answers = tuple(str(path) for path in (_PACKAGE / "data").glob("book*"))
        self.closed = tuple(os.path.realpath(str(path)) for path in (*closed, cache.root()))
        self.working_folders = os.path.join(os.path.realpath(tempfile.gettempdir()), WORKING_FOLDER)
        # Compiled code is read from a folder of the cache, and Python itself may lie anywhere.
        python = [path for name, path in sysconfig.get_paths().items() if name.endswith("lib")]
        opened = (cache.root() / "kernels", _PACKAGE, Path.cwd(), *python)
        self.opened = tuple(os.path.realpath(str(path)) for path in opened)

    def look(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Raise an error if what is about to happen is refused."""
        if event == "import":
            if _is_closed_module(str(arguments[0])):
                raise ImportError(f"a submission may not import {arguments[0]}")
        elif event in _WITH_PATHS:
            for argument in arguments:
                if isinstance(argument, str | bytes) and self.is_closed(os.fsdecode(argument)):
                    raise PermissionError("a submission may not read this file")
        elif event == "subprocess.Popen":
            if not _is_our_own(arguments[1]):
                raise PermissionError("a submission may not start processes")
        elif event in _REFUSED:
            raise PermissionError(f"a submission may not {_REFUSED[event]}")

    def is_closed(self, path: str) -> bool:
        real = os.path.realpath(path)
        if real in self.answers:
            return True
        is_closed = real.startswith(self.working_folders) or _is_in(real, self.closed)
        return is_closed and not _is_in(real, self.opened)


def _is_in(path: str, places: tuple[str, ...]) -> bool:
    return any(path == place or path.startswith(place + os.sep) for place in places)


def _is_closed_module(name: str) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in _CLOSED_MODULES)


def _is_our_own(command: object) -> bool:
    """Whether a process is the one that tries a compiled function."""
    ours = [sys.executable, "-m", "kinarow.evaluation.user_compiled"]
    return isinstance(command, Sequence) and list(command[:3]) == ours


def install(closed: Sequence[str]) -> None:
    """Guard this process from now on, for good, and those in which functions are tried."""
    cache.folder()  # looks at the sources of the solver, whose answers are not in them
    os.environ[_ENVIRONMENT] = json.dumps(list(closed))
    sys.addaudithook(_Guard(closed).look)


def install_as_inherited() -> None:
    """Guard this process if the one that started it is guarded."""
    closed = os.environ.get(_ENVIRONMENT)
    if closed is not None:
        install(json.loads(closed))
