"""Work on a Dask cluster: the same as at home, and none lost with a worker.

All in one file, so that one process alone starts a cluster.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

from kinarow.arena.store.store import Store
from kinarow.errors import KinarowError
from kinarow.work.executors import cluster_workers
from tests.clusters import Cluster
from tests.running import KINAROW, Run, games_in, wait_until
from tests.sandbox.attacking import needs_any_sandbox
from tests.strategies import SOAKING, examples

# Looked for and not imported, which takes half a second in each process that finds tests.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed"),
]


def games_on(address: str, path: Path, rounds: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*KINAROW, "tournament", "minimax:depth=2", "minimax:depth=1", "--rounds", str(rounds),
         "--store", str(path), "--cluster", address, "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def worker_processes(parent: int) -> list[int]:
    """The processes that a nanny watches over."""
    return [child.pid for child in psutil.Process(parent).children()]


def test_a_worker_killed_in_mid_game(cluster: Cluster, tmp_path: Path) -> None:
    path, rounds = tmp_path / "games.db", examples(80)
    running = games_on(cluster.address, path, rounds)
    killed = 0
    for games in (1, 2 * rounds // 3) if SOAKING else (1,):
        _wait_for_games(games, path, running)
        for pid in worker_processes(cluster.nanny)[:1]:
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


COMMANDS = {
    "grade": ["grade", "alphabeta:depth=1", "--count", "20", "--labels", "labels.db"],
    "solve": ["solve", "--file", "positions", "--moves", "--game", "drop:5x5:4"],
    "tune": ["tune", "open-lines", "-o", "e.json", "--batches", "2", "--depth", "1",
             "--samples", "samples", "--confirm", "20"],
    "tune by games": ["tune", "open-lines", "-o", "e.json", "--by", "games", "--steps", "1",
                      "--depth", "1", "--confirm", "0"],
    "learn": ["learn", "-o", "e.json", "--shapes", "windows", "--batches", "2", "--rounds", "1",
              "--depth", "1", "--samples", "samples"],
    "report": ["report", "open-lines", "-o", "r.html", "--depth", "1", "--quick"],
    "compare": ["compare", "open-lines", "center-window", "-o", "r.html", "--depth", "1",
                "--quick"],
    "book build": ["book", "build", "-o", "b.npz", "--plies", "5"],
    "match": ["match", "alphabeta:depth=2", "alphabeta:depth=1", "--games", "400", "--seed", "3",
              "--sprt", "elo0=0,elo1=100"],
    "grade-class": ["grade-class", "class", "--scheme", "scheme.toml"],
    "tournament": ["tournament", "alphabeta:depth=2", "alphabeta:nodes=200", "random",
                   "--rounds", "3"],
}  # fmt: skip
"""Each with a tiny input; the files that they write are e.json, r.html and b.npz."""


SCHEME = """
game = "tictactoe"
games = 2
[[part]]
opponent = "first-legal"
points = 60
[[part]]
positions = 4
points = 40
"""
STUDENTS = {
    "ada": "def choose(board, me, opponent):\n    return int(board.ravel().argmin())\n",
    "bob": "1 / 0\n",
}


@pytest.mark.parametrize("name", COMMANDS if SOAKING else ["grade", "grade-class", "match"])
def test_the_same_output_to_the_byte_whoever_does_the_work(
    name: str, run: Run, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "grade-class":
        needs_any_sandbox()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    alone = _output(name, ["--workers", "1"], run, tmp_path / "alone", monkeypatch)
    shared = _output(name, ["--cluster", cluster.address], run, tmp_path / "shared", monkeypatch)
    assert shared == alone


def test_a_match_ends_early_at_the_same_game_whoever_plays_it(run: Run) -> None:
    alone = run(*COMMANDS["match"], "--workers", "1", "--json")
    assert alone.json["sprt"]["verdict"] == "H1"
    assert 2 < alone.json["games"] < 400
    assert run(*COMMANDS["match"], "--workers", "2", "--json").out == alone.out


def _output(
    name: str, who: list[str], run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> object:
    """What a command prints, and the files that it writes."""
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    Path("positions").write_text("\n1\n12\n121\n")
    Path("scheme.toml").write_text(SCHEME)
    Path("class").mkdir()
    for student, text in STUDENTS.items():
        Path("class", f"{student}.py").write_text(text)
    as_json = [] if name == "book build" else ["--json"]
    # A scheme names its game; and the small one is so easy to solve that it would not be sent.
    small = name not in ("solve", "match", "tournament", "grade-class")
    game = ["--game", "drop:4x4:3"] if small else []
    done = run(*COMMANDS[name], *game, *who, *as_json)
    assert done.code == 0, done.err
    files = [
        path.read_bytes() for path in map(Path, ("e.json", "r.html", "b.npz")) if path.exists()
    ]
    return _without_times(done.out) if as_json else done.out, files


def _without_times(out: str) -> list[object]:
    """Lines of JSON without what was measured."""
    rows = [json.loads(line) for line in out.splitlines()]
    for row in rows:
        row.pop("seconds", None)
    return rows


def test_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinarow.work.executors._ANSWER_SECONDS", 0.2)
    nobody = "tcp://127.0.0.1:1"
    with pytest.raises(KinarowError, match="no Dask scheduler answers"), cluster_workers(nobody):
        pass
