"""Games on a Dask cluster: the same as at home, and none lost with a worker."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from kinarow.arena.store import Store
from kinarow.errors import KinarowError
from kinarow.work.executors import cluster_workers
from tests.clusters import scheduler, workers
from tests.running import KINAROW, Run, games_in, wait_until
from tests.strategies import examples

pytestmark = pytest.mark.slow

pytest.importorskip("distributed")
psutil = pytest.importorskip("psutil")  # which it brings along


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
        workers(address, tmp_path) as first,
        workers(address, tmp_path),
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


MATCH = (
    "match", "alphabeta:depth=2", "alphabeta:depth=1", "--games", "400", "--seed", "3", "--sprt",
    "elo0=0,elo1=100", "--json",
)  # fmt: skip
TOURNAMENT = (
    "tournament", "alphabeta:depth=2", "alphabeta:nodes=200", "random", "--rounds", "3", "--json",
)  # fmt: skip


def test_the_same_match_to_the_byte_whoever_plays_it(run: Run, cluster: str) -> None:
    alone = run(*MATCH, "--workers", "1")
    assert alone.json["sprt"]["verdict"] == "H1"
    assert 2 < alone.json["games"] < 400
    assert run(*MATCH, "--workers", "2").out == alone.out
    assert run(*MATCH, "--cluster", cluster).out == alone.out


def test_the_same_tournament_to_the_byte_whoever_plays_it(run: Run, cluster: str) -> None:
    alone = run(*TOURNAMENT, "--workers", "1")
    assert alone.json["games"] == 18
    assert run(*TOURNAMENT, "--cluster", cluster).out == alone.out


def test_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinarow.work.executors._ANSWER_SECONDS", 0.2)
    nobody = "tcp://127.0.0.1:1"
    with pytest.raises(KinarowError, match="no Dask scheduler answers"), cluster_workers(nobody):
        pass
