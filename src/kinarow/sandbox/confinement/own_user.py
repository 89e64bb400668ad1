"""Users that sandboxes of root run as: root has rights that no limit takes away."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

from kinarow.sandbox.limits.processes import tasks_of

_USERS = range(60706, 61184)
"""Neither people, Debian nor systemd have users with these numbers."""


def claim_user() -> tuple[int, socket.socket]:
    """A user whom nobody else is, as long as the socket is open: processes are counted by user."""
    for user in _USERS:
        if tasks_of(user):
            continue
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind(f"\0kinarow-sandbox-{user}")
            return user, claim
        except OSError:
            claim.close()
    raise OSError("all users for sandboxes are taken")


def become(user: int) -> None:
    """Be another user than root, without any of root's rights."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def as_user(user: int | None, act: Callable[[], None]) -> None:
    """Do something as a user that this process is not, in a process of its own."""
    if user is None:
        act()
        return
    child = os.fork()
    if child == 0:
        try:
            become(user)
            act()
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if status:
        raise PermissionError(f"not allowed to user {user}")
