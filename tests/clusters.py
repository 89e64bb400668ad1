"""Dask clusters, started by Dask's own commands."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.running import wait_until

DASK = [sys.executable, "-m", "dask"]


@dataclass(frozen=True)
class Cluster:
    """Where its scheduler is, and the process that watches over its workers."""

    address: str
    nanny: int


@contextmanager
def _process(*arguments: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    started = subprocess.Popen(
        [*DASK, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield started
    finally:
        os.killpg(started.pid, signal.SIGKILL)  # asked to end, it would take seconds
        started.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """The address of a scheduler that has no workers yet."""
    file = folder / "scheduler.json"
    arguments = ["--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with _process("scheduler", "--host", "127.0.0.1", *arguments, folder=folder):
        wait_until(lambda: _address(file), "the scheduler has not started")
        yield str(_address(file))


def _address(file: Path) -> str | None:
    """Dask does not write its file whole: it is there, and empty, for a moment."""
    try:
        return str(json.loads(file.read_text())["address"])
    except (FileNotFoundError, json.JSONDecodeError):
        return None


@contextmanager
def workers(address: str, folder: Path, count: int = 1) -> Iterator[subprocess.Popen[bytes]]:
    """So many worker processes, and the one process that watches over them."""
    arguments = ["--nworkers", str(count), "--nthreads", "1", "--no-dashboard"]
    with _process(
        "worker", address, *arguments, "--local-directory", str(folder), folder=folder
    ) as watching:
        yield watching
