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
from kinarow.evaluation.written.json_files import to_json
from kinarow.web.app import make_app
from kinarow.web.hosting.fair_queue import BusyError
from kinarow.web.lab.questions import Known, LabQuestion
from kinarow.web.tournaments import registry as tournaments
from kinarow.web.tournaments.registry import MOST_KEPT, Tournaments
from tests.running import wait_until
from tests.web.running import begin_few
from tests.web.test_serve import start_lab

pytestmark = pytest.mark.slow

SMALL = {"players": ["random", "first-legal"], "rounds": 1}
PLAYERS = ["random", {"player": "alphabeta:depth=1", "evaluator": to_json(CENTER_WINDOW)}]


@pytest.fixture(autouse=True)
def few_thinkers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tournaments do without them, and each takes time to start."""
    begin_few(monkeypatch)


def state_of(client: TestClient, key: str) -> dict[str, Any]:
    return dict(client.get(f"/api/v1/tournaments/{key}?first=0").json())


def test_a_tournament_goes_on_after_a_restart(tmp_path: Path) -> None:
    app = make_app(kept_in=tmp_path / "kept")
    with TestClient(app, base_url="http://localhost") as client:
        cookies = client.cookies
        question = {"players": PLAYERS, "rounds": 150, "seed": 5}
        key = client.post("/api/v1/tournaments", json=question).json()["id"]
        wait_until(lambda: state_of(client, key)["games"] >= 2, "no games are played")
        now = state_of(client, key)
        assert now["state"] == "running"
    before = now["records"]
    # Another lab on the same folder, and the same browser.
    app = make_app(kept_in=tmp_path / "kept")
    with TestClient(app, base_url="http://localhost", cookies=cookies) as client:
        (listed,) = client.get("/api/v1/tournaments").json()["tournaments"]
        assert (listed["id"], listed["state"], listed["scheduled"]) == (key, "paused", 300)
        assert listed["mine"]
        assert listed["games"] >= len(before)
        found = state_of(client, key)["records"]
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
        file.write_text(json.dumps({**SMALL, "owner": "abc"}))
        os.utime(file, (time_, time_))
    others = [f"{number:08x}" for number in range(100, 105)]
    for key in others:
        request_file(tmp_path, key).write_text(json.dumps({**SMALL, "owner": "def"}))
        os.utime(request_file(tmp_path, key), (0, 0))
    kept = Tournaments(Known(), tmp_path)
    assert [running.key for running in kept] == others + keys[3:]
    begun = kept.begin(LabQuestion(SMALL, Known()), "abc")
    assert [running.key for running in kept] == [*others, *keys[4:], begun.key]
    begun.end()
    assert len(list(tmp_path.glob("*.tournament.json"))) == MOST_KEPT + 5
    assert not request_file(tmp_path, keys[3]).exists()


def test_nobody_is_pushed_out_by_somebody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "_MOST_KEPT_IN_ALL", 2)
    request_file(tmp_path, "abcd0000").write_text(json.dumps({**SMALL, "owner": "abc"}))
    kept = Tournaments(Known(), tmp_path)
    begun = kept.begin(LabQuestion(SMALL, Known()), "def")
    with pytest.raises(BusyError, match="delete one of yours"):
        kept.begin(LabQuestion(SMALL, Known()), "fff")
    kept.delete(begun)
    begun = kept.begin(LabQuestion(SMALL, Known()), "fff")
    assert [running.owner for running in kept] == ["abc", "fff"]
    begun.end()


def test_only_who_began_a_tournament_may_change_it(tmp_path: Path) -> None:
    app = make_app(kept_in=tmp_path)
    with TestClient(app, base_url="http://localhost") as mine:
        other = TestClient(app, base_url="http://localhost")
        begun = mine.post("/api/v1/tournaments", json={**SMALL, "rounds": 500})
        path = f"/api/v1/tournaments/{begun.json()['id']}"
        for stranger in (other, TestClient(app, base_url="http://localhost")):
            assert stranger.get(path).json()["mine"] is False
            assert "/".join(stranger.get(path).json()["players"]) == "random/first-legal"
            for answer in (
                stranger.post(path, json={"state": "paused"}),
                stranger.post(path, json={"state": "running"}),
                stranger.post(path, json={}),
                stranger.delete(path),
            ):
                assert answer.status_code == 403
                assert answer.json() == {"error": "this tournament was begun by somebody else"}
            stranger.get("/api/v1/catalogue")  # nor with a session of its own
            assert stranger.delete(path).status_code == 403
        assert mine.get(path).json()["mine"] is True
        # Two of mine may run, and that keeps nobody from running theirs.
        assert mine.post("/api/v1/tournaments", json=SMALL).status_code == 201
        answer = other.post("/api/v1/tournaments", json={**SMALL, "rounds": 2})
        assert answer.status_code == 201
        theirs = answer.json()["id"]
        wait_until(lambda: state_of(other, theirs)["state"] == "done", "it does not end")
        assert mine.post(path, json={"state": "paused"}).json()["state"] in ("paused", "done")
        assert mine.delete(path).status_code == 204
        assert mine.get(path).status_code == 404
        assert mine.delete(path).status_code == 404
        games = tmp_path / f"{begun.json()['id']}.games"
        wait_until(lambda: not games.exists(), "its games stay")
        # Records come in pages.
        page = other.get(f"/api/v1/tournaments/{theirs}?first=1&count=2").json()
        assert (page["first"], page["games"], len(page["records"])) == (1, 4, 2)
        assert page["records"] == state_of(other, theirs)["records"][1:3]
        listed = other.get("/api/v1/tournaments?count=1").json()
        assert (listed["first"], listed["total"]) == (1, 2)
        assert [entry["id"] for entry in listed["tournaments"]] == [theirs]
        assert other.get("/api/v1/tournaments?count=201").status_code == 400
        assert other.get("/api/v1/tournaments?first=99").json()["tournaments"] == []


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
    (tmp_path / "100b0000.tournament.json").symlink_to("nowhere")
    (tmp_path / "f01de400.tournament.json").mkdir()
    assert [running.key for running in Tournaments(Known(), tmp_path)] == ["600d0000"]
    mine = Known({"mine.py": CENTER_WINDOW})  # a lab that is started with it finds it again
    assert {running.key for running in Tournaments(mine, tmp_path)} == {"600d0000", "0e000000"}
    assert len(list(tmp_path.glob("*.tournament.json"))) == len(kept) + 2
