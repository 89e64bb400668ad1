"""Hostile programs in sandboxes, the things outside that they try to reach, and what is left."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kinarow.errors import SandboxError
from kinarow.sandbox.backends import Door
from kinarow.sandbox.finding import find_sandbox, why_not
from kinarow.sandbox.folders import Folder
from kinarow.sandbox.sandbox import Sandbox, SandboxedProgram

HOSTILE = Path(__file__).parents[1] / "data" / "hostile"
DRIVER = Path(__file__).with_name("driver.py")
SOURCES = Path(__file__).parents[2] / "src"
ORDINARY_USER = 60_200 + os.getpid() % 300
"""Another one in each process that runs tests: under Landlock all processes of a user count."""
_SYSTEM_PYTHON = "/usr/bin/python3"
PYTHON = _SYSTEM_PYTHON if os.path.exists(_SYSTEM_PYTHON) else sys.executable
"""One that every user can run, if there is one."""


def needs(door: Door) -> None:
    """Skip a test where a door is missing; in CI bubblewrap is at least installed."""
    reason = why_not(door, PYTHON)
    if reason is not None:
        if door is Door.BUBBLEWRAP:
            _expect_installed(reason)
        pytest.skip(f"no sandbox by {door.value} here: {reason}")


def needs_any_sandbox() -> Door:
    """Skip a test where submissions cannot be kept in."""
    try:
        return find_sandbox()
    except SandboxError as error:
        _expect_installed(str(error))
        pytest.skip(str(error))


def needs_bubblewrap() -> None:
    """Skip a test of what only bubblewrap can do."""
    if needs_any_sandbox() is not Door.BUBBLEWRAP:
        reason = f"no bubblewrap here: {why_not(Door.BUBBLEWRAP)}"
        _expect_installed(reason)
        pytest.skip(reason)


def _expect_installed(reason: str) -> None:
    """In CI it is installed, so that only the system can be the reason."""
    assert shutil.which("bwrap") or not os.environ.get("CI"), reason


def needs_other_users() -> None:
    version = re.search(r"3\.(\d+)$", os.path.realpath(PYTHON))  # kinarow needs 3.11
    known = PYTHON == _SYSTEM_PYTHON and version is not None and int(version[1]) >= 11
    if os.getuid() != 0 or not known or not shutil.which("setpriv"):
        pytest.skip("only root, with Python 3.11 for all users, can be an ordinary user")
    for folder in Path(__file__).resolve().parents:
        if folder.stat().st_mode & 0o5 != 0o5:
            pytest.skip(f"ordinary users cannot read {folder}, in which kinarow lies")


class Ended(NamedTuple):
    """How a program in a sandbox ended."""

    out: str
    code: int
    reason: str | None


class Attack:
    """A folder with hostile programs, which all users can read, and the user who runs them."""

    def __init__(self, folder: Path, user: int | None) -> None:
        self.folder = folder
        self.user = user
        shutil.copytree(HOSTILE, folder / "submission")
        os.chmod(folder, 0o755)

    @property
    def submission(self) -> Folder:
        return Folder(self.folder / "submission")

    def command(self, script: str, *arguments: object) -> list[str]:
        path = self.submission.source / script
        return [PYTHON, "-I", "-S", str(path), *map(str, arguments)]

    def start(self, door: Door, script: str, *arguments: object, **limits: int) -> SandboxedProgram:
        sandbox = Sandbox((self.submission,), {"GIVEN": "1"}, **limits)  # type: ignore[arg-type]
        return sandbox.start(door, self.command(script, *arguments))

    def run(self, door: Door, script: str, *arguments: object, **limits: int) -> Ended:
        """Let it run to its end, or until its sandbox ends it."""
        if self.user is not None:
            driver = self.driver(door, script, *arguments, until="end", **limits)
            out, _ = driver.communicate()
            return Ended(*json.loads(out))
        with self.start(door, script, *arguments, **limits) as program:
            said = program.stdout.read().decode()
            code = program.wait()
        return Ended(said, code, program.reason)

    def driver(
        self, door: Door, script: str, *arguments: object, until: str, **limits: int
    ) -> subprocess.Popen[bytes]:
        told = {
            "door": door.value,
            "command": self.command(script, *arguments),
            "folder": str(self.submission.source),
            "limits": limits,
            "until": until,
        }
        return subprocess.Popen(
            [
                *as_user(self.user),
                sys.executable if self.user is None else PYTHON,
                "-P",
                str(DRIVER),
                json.dumps(told),
            ],
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(SOURCES),
                "CALLERS_TOKEN": "secret",
                "HOME": str(self.folder / "home"),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def survivors(self) -> list[int]:
        """Processes that still run a program of this attack."""
        return processes_with(str(self.submission.source))


def as_user(user: int | None) -> list[str]:
    if user is None:
        return []
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]


def processes_with(words: str) -> list[int]:
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            if words.encode() in Path("/proc", name, "cmdline").read_bytes():
                found.append(int(name))
        except OSError:
            continue
    return found


@contextmanager
def attack_by(user: int | None) -> Iterator[Attack]:
    folder = Path(tempfile.mkdtemp(prefix="attack-"))  # pytest's own folders are closed to others
    attack = Attack(folder, user)
    try:
        yield attack
    finally:
        for process in attack.survivors():
            os.kill(process, signal.SIGKILL)
        shutil.rmtree(folder)


class Outside(NamedTuple):
    """What a hostile program would like to reach."""

    told: dict[str, Any]
    """For the program: where everything is."""
    victim: subprocess.Popen[bytes]
    secret: Path
    visitors: list[socket.socket]
    """Sockets that nobody should have reached."""

    def problems(self) -> list[str]:
        """What was reached after all."""
        found = []
        if self.victim.poll() is not None:
            found.append("a process was ended")
        if self.secret.read_text() != "secret" or self.secret.stat().st_mode & 0o777 != 0o600:
            found.append("a private file was changed")
        written = [str(path) for path in self.secret.parent.rglob("*") if path.name in _WRITTEN]
        for visited in self.visitors:
            try:
                if visited.type == socket.SOCK_DGRAM:
                    visited.recv(1)
                else:
                    visited.accept()[0].close()
                found.append(f"a socket was reached: {visited}")
            except BlockingIOError:
                continue
        return found + written


_WRITTEN = ("written", "kernel.nbi")


@contextmanager
def things_outside(attack: Attack) -> Iterator[Outside]:
    """A home with private and other files, servers, and a process of the same user."""
    home = attack.folder / "home"
    home.mkdir(mode=0o700)
    secret, neighbour = home / "id_rsa", home / "neighbour.py"
    for path in (secret, neighbour):
        path.write_text("secret")
    secret.chmod(0o600)
    for folder in (home / "open", home / "cache"):
        folder.mkdir()
        folder.chmod(0o777)
    if attack.user is not None:
        for path in (home, secret, neighbour):
            os.chown(path, attack.user, attack.user)
    with ExitStack() as stack:
        servers = []
        for family, kind, address in (
            (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            (socket.AF_UNIX, socket.SOCK_STREAM, str(attack.folder / "socket")),
            (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{attack.folder.name}"),
        ):
            server = stack.enter_context(socket.socket(family, kind))
            server.bind(address)
            server.setblocking(False)
            if kind == socket.SOCK_STREAM:
                server.listen()
            servers.append(server)
        os.chmod(attack.folder / "socket", 0o777)
        marker = f"600.{os.getpid()}"
        victim = subprocess.Popen([*as_user(attack.user), "sleep", marker])
        stack.callback(victim.wait)
        stack.callback(victim.kill)
        told = {
            "secret": str(secret),
            "neighbour": str(neighbour),
            "home": str(home),
            "open_folder": str(home / "open"),
            "cache": str(home / "cache"),
            "tcp": servers[0].getsockname()[1],
            "udp": servers[1].getsockname()[1],
            "unix": str(attack.folder / "socket"),
            "abstract": attack.folder.name,
            "victim": victim.pid,
            "marker": marker,
        }
        yield Outside(told, victim, secret, servers)
