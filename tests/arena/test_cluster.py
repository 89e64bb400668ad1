"""Games on a Dask cluster, started by Dask's own commands."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kinarow.arena.store import Store
from kinarow.arena.workers import cluster_workers
from kinarow.errors import ArenaError
from tests.running import KINAROW

pytest.importorskip("distributed")
psutil = pytest.importorskip("psutil")  # which it brings along

DASK = [sys.executable, "-m", "dask"]


@contextmanager
def process(*arguments: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    started = subprocess.Popen(
        [*DASK, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield started
    finally:
        started.terminate()
        started.wait(20)


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    file = folder / "scheduler.json"
    arguments = ["--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with process("scheduler", "--host", "127.0.0.1", *arguments, folder=folder):
        end = time.monotonic() + 60
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.1)
        yield str(json.loads(file.read_text())["address"])


def worker(address: str, folder: Path) -> list[str]:
    return [
        "worker",
        address,
        "--nthreads",
        "1",
        "--no-dashboard",
        "--local-directory",
        str(folder),
    ]


def games_on(address: str, path: Path, rounds: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*KINAROW, "tournament", "alphabeta:depth=4", "alphabeta:depth=3", "--rounds", str(rounds),
         "--store", str(path), "--cluster", address, "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def worker_processes(parent: int) -> list[int]:
    """The processes that a nanny watches over."""
    return [child.pid for child in psutil.Process(parent).children()]


def test_a_worker_killed_in_mid_game(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with (
        scheduler(tmp_path) as address,
        process(*worker(address, tmp_path), folder=tmp_path) as first,
        process(*worker(address, tmp_path), folder=tmp_path),
    ):
        running = games_on(address, path, 60)
        killed = 0
        while running.poll() is None:
            time.sleep(1.5)
            if killed < 3:
                for pid in worker_processes(first.pid):
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
        out, errors = running.communicate(timeout=250)
    assert running.returncode == 0, errors.decode()
    assert killed > 0
    with Store(path) as store:
        keys = Counter(game.key for game in store.games())
    assert len(keys) == 120
    assert set(keys.values()) == {1}
    assert b'"games": 120' in out


def test_where_nobody_answers() -> None:
    nobody = "tcp://127.0.0.1:1"
    with pytest.raises(ArenaError, match="no Dask scheduler answers"), cluster_workers(nobody):
        pass
