"""Bubblewrap: namespaces of its own for a command, in which only what is shown exists."""

from __future__ import annotations

import json
import os
import signal
from contextlib import suppress
from pathlib import Path

from kinarow.sandbox.confinement.devices import DEVICES
from kinarow.sandbox.confinement.own_user import as_user, become
from kinarow.sandbox.confinement.scratch import MOST_FILES
from kinarow.sandbox.confinement.seccomp import seccomp_program
from kinarow.sandbox.confinement.starting import start_bound
from kinarow.sandbox.limits.processes import children_of
from kinarow.sandbox.limits.rlimits import limits_for, set_limits
from kinarow.sandbox.limits.share import MachineShare
from kinarow.sandbox.warden_settings import WardenSettings

SCRATCH = "/tmp"
_STAGE = "/tmp"
"""Where a folder that only root can reach is shown to bubblewrap, which is not root."""


class Bubblewrapped:
    """A command in a sandbox made by bubblewrap."""

    def __init__(self, settings: WardenSettings, user: int | None, share: MachineShare) -> None:
        told, tells = os.pipe()
        held, release = os.pipe()
        program = _readable(seccomp_program(process=None))
        # The command line of bubblewrap can be read inside.
        options = _readable("\0".join(arguments(settings, staged=user is not None)).encode())

        def bind() -> None:
            share.take()
            if user is not None:
                _stage([source for source, _ in settings.readable])
                become(user)

        self.process = start_bound(
            [
                "bwrap", "--info-fd", str(tells), "--block-fd", str(held),
                "--seccomp", str(program), "--args", str(options), "--", *settings.command,
            ],
            bind,
            pass_fds=(tells, held, program, options),
            # Bubblewrap itself is the first process inside, whose memory can be read there.
            env={"PATH": os.environ.get("PATH", os.defpath)},
        )  # fmt: skip
        for descriptor in (tells, held, program, options):
            os.close(descriptor)
        with os.fdopen(told) as file:
            words = file.read()
        if not words:
            self.process.wait()
            raise OSError("bubblewrap does not start")
        first: int = json.loads(words)["child-pid"]
        who = os.getuid() if user is None else user
        limits = limits_for(settings, who, own_namespace=True)
        # The kernel counts processes by user and namespace, so the limit is set within.
        as_user(user, lambda: set_limits(limits, first))
        os.write(release, b"\0")
        os.close(release)

    def took_too_much_space(self) -> bool:
        """The file system that it writes to bounds the size of its files, but not their number."""
        for first in children_of(self.process.pid):
            for inside in children_of(first):  # the first one may still be looking at our files
                with suppress(FileNotFoundError, ProcessLookupError):
                    files = os.statvfs(f"/proc/{inside}/root{SCRATCH}")
                    return files.f_files - files.f_ffree > MOST_FILES
        return False  # it has not begun, or has ended

    def returncode(self) -> int | None:
        code = self.process.poll()
        return code if code is None or code <= 128 else 128 - code  # as Python writes signals

    def end(self) -> None:
        """The first process of a namespace ends only when all others have."""
        for first in children_of(self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(first, signal.SIGKILL)
        self.process.wait()


def arguments(settings: WardenSettings, *, staged: bool) -> list[str]:
    """What bubblewrap is told about the sandbox."""
    told = [
        "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
        "--unshare-cgroup-try", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
        "--proc", "/proc", "--tmpfs", "/dev", "--size", str(settings.scratch), "--tmpfs", SCRATCH,
    ]  # fmt: skip
    for device in DEVICES:
        told += ["--dev-bind", device, device]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        told += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    told += ["--symlink", "/proc/self/fd", "/dev/fd"]
    above = _above_in_scratch([inside for _, inside in settings.readable])
    for place in above:
        told += ["--tmpfs", place]
    shown = enumerate(settings.readable)
    for number, (source, inside) in sorted(shown, key=lambda item: item[1][1].count("/")):
        told += ["--ro-bind", f"{_STAGE}/{number}" if staged else source, inside]
    for place in above:
        told += ["--remount-ro", place]
    for path in settings.hidden:
        is_folder = os.path.isdir(path)
        told += ["--tmpfs", path] if is_folder else ["--ro-bind", os.devnull, path]
        told += ["--remount-ro", path] if is_folder else []
    # By files in there a program could have others ended first when memory is short.
    told += ["--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"]
    told += ["--chdir", settings.working_folder or SCRATCH, "--clearenv"]
    for name, value in (settings.environment | {"HOME": SCRATCH, "TMPDIR": SCRATCH}).items():
        told += ["--setenv", name, value]
    return told


def _above_in_scratch(shown: list[str]) -> list[str]:
    """The folders in which others are shown, where the program could write beside these: what lies
    below its scratch folder is made there. The outermost comes first."""
    above = {str(Path(inside).parent) for inside in shown}
    return sorted(
        place
        for place in above
        if place.startswith(f"{SCRATCH}/")
        and not any(Path(place).is_relative_to(inside) for inside in shown)
    )


def _readable(content: bytes) -> int:
    """A descriptor from which this can be read; it must fit the buffer of a pipe."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with os.fdopen(writing, "wb") as file:
        file.write(content)
    return reading


def _stage(sources: list[str]) -> None:
    """Show what only root can reach where bubblewrap can."""
    from kinarow.sandbox.confinement import kernel_calls

    kernel_calls.have_own_mounts()
    all_opened = [os.open(source, os.O_PATH) for source in sources]  # before the stage hides any
    kernel_calls.mount_memory(_STAGE)
    for number, opened in enumerate(all_opened):
        place = f"{_STAGE}/{number}"
        if os.path.isdir(f"/proc/self/fd/{opened}"):
            os.mkdir(place)
        else:
            os.close(os.open(place, os.O_CREAT | os.O_WRONLY))
        kernel_calls.mount_again(opened, place)
