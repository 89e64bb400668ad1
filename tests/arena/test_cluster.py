"""Games on a Dask cluster, started by Dask's own commands."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kinarow.arena.store import Store
from kinarow.errors import KinarowError
from kinarow.work.executors import cluster_workers
from tests.running import KINAROW, games_in, wait_until
from tests.strategies import examples

pytestmark = pytest.mark.slow

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
        wait_until(file.exists, "the scheduler has not started")
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
        [*KINAROW, "tournament", "alphabeta:depth=7", "alphabeta:depth=6", "--rounds", str(rounds),
         "--store", str(path), "--cluster", address, "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def worker_processes(parent: int) -> list[int]:
    """The processes that a nanny watches over."""
    return [child.pid for child in psutil.Process(parent).children()]


def test_a_worker_killed_in_mid_game(tmp_path: Path) -> None:
    path, rounds = tmp_path / "games.db", examples(80)
    with (
        scheduler(tmp_path) as address,
        process(*worker(address, tmp_path), folder=tmp_path) as first,
        process(*worker(address, tmp_path), folder=tmp_path),
    ):
        running = games_on(address, path, rounds)
        killed = 0
        for games in (1, 2 * rounds // 3):
            _wait_for_games(games, path, running)
            for pid in worker_processes(first.pid):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        out, errors = running.communicate()
    assert running.returncode == 0, errors.decode()
    assert killed > 0
    with Store(path) as store:
        keys = Counter(game.key for game in store.games())
    assert len(keys) == 2 * rounds
    assert set(keys.values()) == {1}
    assert f'"games": {2 * rounds}'.encode() in out


def _wait_for_games(games: int, path: Path, running: subprocess.Popen[bytes]) -> None:
    wait_until(
        lambda: games_in(path) >= games or running.poll() is not None, "games are not played"
    )


def test_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinarow.work.executors._ANSWER_SECONDS", 0.2)
    nobody = "tcp://127.0.0.1:1"
    with pytest.raises(KinarowError, match="no Dask scheduler answers"), cluster_workers(nobody):
        pass
