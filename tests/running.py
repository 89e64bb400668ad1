"""Commands as processes of their own, what they printed, and waiting for what they do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinarow.arena.store.store import Store
from kinarow.errors import ArenaError


@dataclass(frozen=True)
class Finished:
    """What a command printed and how it exited."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Finished]

KINAROW = [sys.executable, "-m", "kinarow"]
"""The command as a process of its own."""

_FOREVER = 240.0
"""Seconds after which a state will not come any more, on the slowest machine."""


def wait_until(state: Callable[[], object], words: str) -> None:
    """Wait for a state, however long the machine takes; `words` say what did not come about."""
    end = time.monotonic() + _FOREVER
    while not state():
        assert time.monotonic() < end, words
        time.sleep(0.02)


def games_in(path: Path) -> int:
    """How many games a store holds that another process is writing, or about to make."""
    try:
        with Store(path, must_exist=True) as store:
            return sum(1 for _ in store.games())
    except ArenaError:
        return 0


def run_in_turn(commands: list[list[str]], encoding: str) -> list[bytes]:
    """What commands print, in one process of its own, to a terminal with that encoding."""
    code = f"""
import sys
from kinarow.cli.main import main
for command in {commands!r}:
    try:
        main(command)
    except SystemExit as exited:
        assert not exited.code, command
    print("\\f", flush=True)
"""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(b"\f\n")[:-1]


def kinarow_noting(call: str, file: Path) -> list[str]:
    """The command as a process that makes a file when it first calls `call`, written as
    `module:function` or `module:Class.method`: so a test knows that the work has begun."""
    module, _, path = call.partition(":")
    owner = f"module.{path}".rpartition(".")[0]
    name = path.rpartition(".")[2]
    code = f"""
import importlib, pathlib
module = importlib.import_module({module!r})
call = {owner}.{name}
def noted(*arguments, **keywords):
    pathlib.Path({str(file)!r}).touch()
    return call(*arguments, **keywords)
{owner}.{name} = noted
from kinarow.cli.main import main
main()
"""
    return [sys.executable, "-c", code]
