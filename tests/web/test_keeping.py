"""Tournaments outlast the lab: found again after a restart, whole and paused."""

from __future__ import annotations

import json
import os
import signal
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kinarow.evaluation import CENTER_WINDOW
from kinarow.evaluation.files import to_json
from kinarow.web.app import make_app
from kinarow.web.questions import Known
from kinarow.web.tournaments import MOST_KEPT, Tournaments
from tests.running import wait_until
from tests.web.test_serve import start_lab

pytestmark = pytest.mark.slow

PLAYERS = ["random", {"player": "alphabeta:depth=1", "evaluator": to_json(CENTER_WINDOW)}]


@pytest.fixture(autouse=True)
def few_thinkers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tournaments do without them, and each takes time to start."""
    for count in ("_INSTANT", "_QUICK", "_SLOW"):
        monkeypatch.setattr(f"kinarow.web.app.{count}", 1)


def state_of(client: TestClient, key: str) -> dict[str, Any]:
    return dict(client.get(f"/api/v1/tournaments/{key}").json())


def test_a_tournament_goes_on_after_a_restart(tmp_path: Path) -> None:
    app = make_app(kept_in=tmp_path / "kept")
    with TestClient(app, base_url="http://localhost") as client:
        question = {"players": PLAYERS, "rounds": 150, "seed": 5}
        key = client.post("/api/v1/tournaments", json=question).json()["id"]
        wait_until(lambda: len(state_of(client, key)["records"]) >= 2, "no games are played")
        now = state_of(client, key)
        assert now["state"] == "running"
    before = now["records"]
    with TestClient(app, base_url="http://localhost") as client:
        (listed,) = client.get("/api/v1/tournaments").json()["tournaments"]
        assert (listed["id"], listed["state"], listed["scheduled"]) == (key, "paused", 300)
        assert listed["games"] >= len(before)
        found = client.get(f"/api/v1/tournaments/{key}").json()["records"]
        assert found[: len(before)] == before
        client.post(f"/api/v1/tournaments/{key}", json={"state": "running"})
        wait_until(lambda: state_of(client, key)["games"] > len(found), "it does not go on")
        now = state_of(client, key)
        assert now["state"] in ("running", "done")
        assert now["records"][: len(found)] == found


def test_games_survive_a_kill(tmp_path: Path) -> None:
    process, address = start_lab("--port", "0", "--keep", str(tmp_path))
    try:
        body = json.dumps({"players": PLAYERS, "rounds": 500}).encode()
        with urllib.request.urlopen(f"{address}/api/v1/tournaments", body) as answer:
            key = json.load(answer)["id"]
        played = 0
        while played < 3:
            with urllib.request.urlopen(f"{address}/api/v1/tournaments/{key}") as answer:
                played = json.load(answer)["games"]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    (found,) = Tournaments(Known(), tmp_path)
    assert (found.key, found.state) == (key, "paused")
    assert 3 <= found.played < found.scheduled


def request_file(folder: Path, key: str) -> Path:
    return folder / f"{key}.tournament.json"


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    keys = [f"{number:08x}" for number in range(MOST_KEPT + 3)]
    for time_, key in enumerate(keys):
        file = request_file(tmp_path, key)
        file.write_text(json.dumps({"players": ["random", "first-legal"], "rounds": 1}))
        os.utime(file, (time_, time_))
    assert [running.key for running in Tournaments(Known(), tmp_path)] == keys[3:]
    assert len(list(tmp_path.iterdir())) == MOST_KEPT
    with TestClient(make_app(kept_in=tmp_path), base_url="http://localhost") as client:
        begun = client.post(
            "/api/v1/tournaments", json={"players": ["random", "first-legal"], "rounds": 1}
        )
        key = begun.json()["id"]
        wait_until(lambda: state_of(client, key)["state"] == "done", "it does not end")
        assert len(client.get("/api/v1/tournaments").json()["tournaments"]) == MOST_KEPT
    assert len(list(tmp_path.glob("*.tournament.json"))) == MOST_KEPT
    assert not request_file(tmp_path, keys[3]).exists()


def test_files_that_are_not_the_labs_own_stay(tmp_path: Path) -> None:
    request = json.dumps({"players": ["random", "first-legal"], "rounds": 1})
    for number in range(MOST_KEPT + 5):
        (tmp_path / f"evaluator-{number}.json").write_text(json.dumps(to_json(CENTER_WINDOW)))
        (tmp_path / f"{number:08x}.json").write_text(request)
        (tmp_path / f"mine-{number}.tournament.json").write_text(request)
        # Named as one of the lab's, but no request for a tournament.
        request_file(tmp_path, f"{number:08x}").write_text(json.dumps(to_json(CENTER_WINDOW)))
    before = sorted(tmp_path.iterdir())
    assert list(Tournaments(Known(), tmp_path)) == []
    assert sorted(tmp_path.iterdir()) == before


def test_what_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    good = json.dumps({"players": ["random", "first-legal"], "rounds": 1})
    kept = {
        "bad00000": "{",
        "11570000": "[]",
        "0e000000": good.replace("first-legal", "alphabeta:eval=mine.py"),
        "70a00000": good,
        "600d0000": good,
    }
    for key, text in kept.items():
        request_file(tmp_path, key).write_text(text)
    (tmp_path / "70a00000.games").write_bytes(b"no database" * 100)
    assert [running.key for running in Tournaments(Known(), tmp_path)] == ["600d0000"]
    mine = Known({"mine.py": CENTER_WINDOW})  # a lab that is started with it finds it again
    assert {running.key for running in Tournaments(mine, tmp_path)} == {"600d0000", "0e000000"}
    assert len(list(tmp_path.glob("*.tournament.json"))) == len(kept)
