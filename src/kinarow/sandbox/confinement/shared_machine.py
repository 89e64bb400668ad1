"""A sandbox without namespaces: Landlock, a seccomp filter, limits; for root, a user of its own."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from kinarow.sandbox.confinement import kernel_calls
from kinarow.sandbox.confinement.landlock import allow_only
from kinarow.sandbox.confinement.own_user import as_user, become
from kinarow.sandbox.confinement.scratch import (
    make_scratch,
    remove_left_by,
    remove_scratch,
    space_taken,
)
from kinarow.sandbox.confinement.seccomp import known_machine, seccomp_program
from kinarow.sandbox.confinement.starting import start_bound
from kinarow.sandbox.limits.rlimits import limits_for, set_limits
from kinarow.sandbox.limits.share import MachineShare
from kinarow.sandbox.warden_settings import WardenSettings


class OnSharedMachine:
    """A command that sees the machine's own files and processes, as far as it is let."""

    has_devices = False
    """Whether it can open all devices that are open to everyone."""

    def __init__(self, settings: WardenSettings, user: int | None, share: MachineShare) -> None:
        self.settings = settings
        self.user = user
        self.share = share
        if self.writes_elsewhere is not None:  # of a run whose warden was killed
            remove_left_by(self.writes_elsewhere)
        self.scratch = make_scratch(user)
        kernel_calls.inherit_orphans()
        who = os.getuid() if user is None else user
        limits = limits_for(settings, who, own_namespace=False)
        try:
            self.process = start_bound(
                settings.command,
                lambda: self.bind(limits),
                cwd=settings.working_folder or self.scratch,
                env=settings.environment | {"HOME": self.scratch, "TMPDIR": self.scratch},
                start_new_session=True,
            )
        except BaseException:
            remove_scratch(self.scratch)
            raise

    @property
    def writes_elsewhere(self) -> int | None:
        """A user who can write to folders that are open to all, and is watched there."""
        return None

    def bind(self, limits: dict[int, int]) -> None:
        """Bind this process, the first of the sandbox, just before the command begins."""
        self.share.take()
        if self.user is not None:
            self.change_user(self.user)
        kernel_calls.end_with_parent(signal.SIGKILL)
        kernel_calls.give_up_privileges()
        set_limits(limits)
        self.close_files()
        self.filter_calls()

    def change_user(self, user: int) -> None:
        kernel_calls.become_reader(user)

    def close_files(self) -> None:
        readable = [source for source, _ in self.settings.readable]
        allow_only(readable, self.settings.hidden, self.scratch)

    def filter_calls(self) -> None:
        kernel_calls.install_filter(
            seccomp_program(process=os.getpid(), has_devices=self.has_devices)
        )

    def took_too_much_space(self) -> bool:
        limit = self.settings.scratch
        return space_taken(self.scratch, self.writes_elsewhere, limit) > limit

    def returncode(self) -> int | None:
        # It is not waited for yet, so that its number, by which all are ended, stays its own.
        ended = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def end(self) -> None:
        """End the process group, which nobody can leave, and all of its user if it has its own,
        until nothing is left: orphans become children of this process."""
        with suppress(PermissionError):  # root in a container may have to do it as that user
            os.killpg(self.process.pid, signal.SIGKILL)
        while True:
            if self.user is not None:
                with suppress(PermissionError):  # there is nobody left
                    as_user(self.user, _end_all_others)
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                break
        remove_scratch(self.scratch)
        if self.writes_elsewhere is not None:
            remove_left_by(self.writes_elsewhere)


class AsOwnUser(OnSharedMachine):
    """Where Landlock is missing: the program reads only what everyone can read."""

    has_devices = True

    @property
    def writes_elsewhere(self) -> int | None:
        return self.user

    def change_user(self, user: int) -> None:
        become(user)

    def close_files(self) -> None:
        """The rights of its user are all there is."""

    def filter_calls(self) -> None:
        if known_machine():
            with suppress(OSError):  # a kernel without filters
                super().filter_calls()


def _end_all_others() -> None:
    os.kill(-1, signal.SIGKILL)
