"""What a sandboxed program may see and use, and the program while it runs."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO

from kinarow.errors import SandboxError
from kinarow.sandbox.backends import Door
from kinarow.sandbox.folders import Folder, check_folder, python_folders
from kinarow.sandbox.warden_settings import WardenSettings

_ENDING_SECONDS = 60
_PACKAGE = Path(__file__).resolve().parents[1]
_WARDEN = f"""
import sys, types
package = types.ModuleType("kinarow")
package.__path__ = [{str(_PACKAGE)!r}]
sys.modules["kinarow"] = package
from kinarow.sandbox.warden import main
main()
"""
"""Runs the warden without what `import kinarow` brings, which takes ten times as long to load."""


@dataclass(frozen=True)
class Sandbox:
    """What a program may see and use; all else is out of its reach.

    Inside there is no network, no other process, no environment but the one given here and `HOME`
    and `TMPDIR`, which name the only folder that can be written to. How long a program may run is
    up to the caller, who ends it. docs/sandbox.md has an example.
    """

    folders: tuple[Folder, ...] = ()
    """What can be read, besides Python and what is installed in it."""
    environment: Mapping[str, str] = field(default_factory=dict)
    working_folder: Folder | None = None
    """Where it starts: one of `folders`; without, in the folder that can be written to."""
    megabytes: int = 1024
    """Of memory, for all processes inside together."""
    processes: int = 64
    """How many there may be at once; threads count, too."""
    scratch_megabytes: int = 64
    """How much can be written to files."""
    hidden: tuple[Path, ...] = ()
    """Parts of what can be read that are left out; a user of its own can read them all the same."""

    def start(
        self, door: Door, command: Sequence[str], *, stderr: int | IO[bytes] = subprocess.DEVNULL
    ) -> SandboxedProgram:
        """Start a command inside, with pipes for its input and output."""
        folders = python_folders() + self.folders
        for folder in folders:
            check_folder(folder, for_other_user=os.getuid() == 0)
        settings = WardenSettings(
            door.value,
            list(command),
            dict(self.environment),
            [(str(folder.source), door.place_of(folder)) for folder in folders],
            [door.place_within(folders, path) for path in self.hidden],
            door.place_of(self.working_folder) if self.working_folder else None,
            self.megabytes << 20,
            self.processes,
            self.scratch_megabytes << 20,
        )
        return SandboxedProgram(settings, stderr)


class SandboxedProgram:
    """A command in its sandbox, with pipes; used in a `with` block, which ends it with all that it
    has started."""

    def __init__(self, settings: WardenSettings, stderr: int | IO[bytes]) -> None:
        self._line, wardens = socket.socketpair()
        with wardens:
            self._warden = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _WARDEN, str(wardens.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                pass_fds=(wardens.fileno(),),
                start_new_session=True,  # Ctrl-C is for the program that started it
            )
        assert self._warden.stdin is not None
        assert self._warden.stdout is not None
        self.stdin: IO[bytes] = self._warden.stdin
        self.stdout: IO[bytes] = self._warden.stdout
        self.returncode: int | None = None
        """How the command ended; minus the number of a signal that ended it."""
        self.reason: str | None = None
        """What it did that it was ended for, in words, such as "used more than 64 MB of memory"."""
        self._answers = self._line.makefile("rb")
        try:
            self._line.sendall(json.dumps(settings._asdict()).encode() + b"\n")
            answer = json.loads(self._answers.readline() or "{}")
        except OSError:
            answer = {}
        if not answer.get("started"):
            self.end()
            words = answer.get("failed", "its warden ended")
            raise SandboxError(f"the sandbox ({settings.door}) cannot be started: {words}")

    def __enter__(self) -> SandboxedProgram:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    @property
    def pid(self) -> int:
        """The process outside that all processes inside are below."""
        return self._warden.pid

    def poll(self) -> int | None:
        """How it ended, or None while it runs."""
        if self.returncode is None and self._warden.poll() is not None:
            self._read_verdict()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, with everything inside; `subprocess.TimeoutExpired` if it has
        not by then."""
        self._warden.wait(timeout)
        if self.returncode is None:
            self._read_verdict()
        assert self.returncode is not None
        return self.returncode

    def end(self) -> None:
        """End it with everything inside; returns when all of it is gone."""
        with suppress(OSError):  # it has ended already
            self._line.shutdown(socket.SHUT_WR)
        try:
            self.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._warden.kill()
            self.wait()
        self._answers.close()
        self._line.close()
        for pipe in (self.stdin, self.stdout):
            with suppress(BrokenPipeError):  # what was still to be written has no reader any more
                pipe.close()

    def _read_verdict(self) -> None:
        verdict = json.loads(self._answers.readline() or "{}")
        self.returncode = verdict.get("returncode", -9)
        self.reason = verdict.get("reason")
