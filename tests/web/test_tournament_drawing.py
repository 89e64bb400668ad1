"""Tournaments whose openings take long to be drawn: nobody waits for them but the games."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kinarow.arena import conditions
from kinarow.arena.openings.short import Opening
from kinarow.game import Cell, GameSpec
from kinarow.web.app import make_app
from tests.running import wait_until
from tests.web.running import begin_few

pytestmark = pytest.mark.slow

GOMOKU = {"game": "gomoku", "players": ["first-legal", "fixed-order"], "rounds": 2}
DRAWN: list[Opening] = [(Cell(7, 7), Cell(8, 8)), (Cell(7, 7), Cell(7, 8))]


@pytest.fixture(autouse=True)
def few_thinkers(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_few(monkeypatch)


def test_a_tournament_is_answered_before_its_openings_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def draw_slowly(spec: GameSpec, count: int, seed: int) -> list[Opening]:
        begun.set()
        assert may_end.wait(60)
        return DRAWN[:count]

    monkeypatch.setattr(conditions, "even_openings", draw_slowly)
    with TestClient(make_app(kept_in=tmp_path), base_url="http://localhost") as client:
        try:
            cookies = client.cookies
            answer = client.post("/api/v1/tournaments", json=GOMOKU)
            assert answer.status_code == 201
            path = f"/api/v1/tournaments/{answer.json()['id']}"
            assert begun.wait(60)
            for told in (answer.json(), client.get(path).json()):
                assert (told["state"], told["games"], told["scheduled"]) == ("running", 0, 4)
                assert told["records"] == told["standings"] == told["encounters"] == []
            # It can be paused meanwhile, and goes on.
            assert client.post(path, json={"state": "paused"}).json()["state"] == "paused"
            assert client.post(path, json={"state": "running"}).json()["state"] == "running"
        finally:
            may_end.set()
        now: dict[str, Any] = {}

        def is_done() -> bool:
            now.update(client.get(path).json())
            return bool(now["state"] == "done")

        wait_until(is_done, "the games do not come")
        openings = ["h8 i9", "h8 i9", "h8 h9", "h8 h9"]
        assert [record["moves"][:5] for record in now["records"]] == openings

    def draw_again(spec: GameSpec, count: int, seed: int) -> list[Opening]:
        raise AssertionError("who only looks waits for no openings")

    # After a restart the same games are shown, and nothing is drawn for that.
    monkeypatch.setattr(conditions, "even_openings", draw_again)
    app = make_app(kept_in=tmp_path)
    with TestClient(app, base_url="http://localhost", cookies=cookies) as client:
        assert client.get(path).json() == now


def test_what_cannot_be_played_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(spec: GameSpec, count: int, seed: int) -> list[Opening]:
        raise AssertionError("what is wrong is said before anything is drawn")

    monkeypatch.setattr(conditions, "even_openings", draw)
    with TestClient(make_app(kept_in=tmp_path), base_url="http://localhost") as client:
        for wrong, words in (
            ({"players": ["first-legal", "first-legal"]}, "same name"),
            ({"players": ["first-legal", "perfect"]}, "cannot play"),
            ({"opening_rule": "swap3"}, "opening rule"),
            ({"opening_rule": "swap2", "game": "connect4"}, "swap2 is for"),
        ):
            answer = client.post("/api/v1/tournaments", json={**GOMOKU, **wrong})
            assert answer.status_code == 400
            assert words in answer.json()["error"]
        assert client.get("/api/v1/tournaments").json()["tournaments"] == []
