"""What keeps one question from taking all: evaluators too large, players too slow, functions that
cannot be compiled."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from httpx2 import Client

from kinarow.errors import KinarowError
from kinarow.evaluation import CENTER_WINDOW, OPEN_LINES, PHASED_TRAPS, Evaluator, load_evaluator
from kinarow.evaluation.evaluator import one_of_equals
from kinarow.evaluation.written.json_files import to_json
from kinarow.game import GameSpec, Position, Side
from kinarow.players import AlphaBetaPlayer
from kinarow.search import minimax
from kinarow.web.lab import jobs as lab_jobs
from kinarow.web.lab.questions import Known
from kinarow.web.lab.worker_pool import Thinkers
from tests.conftest import OWN_EVALUATORS

UNCOMPILABLE = load_evaluator(str(OWN_EVALUATORS / "uncompilable.py"))


def many_terms(count: int) -> dict[str, Any]:
    written = to_json(OPEN_LINES)
    return {**written, "terms": written["terms"] * count}


def test_an_evaluator_too_large_for_the_board_is_refused_in_words(client: Client) -> None:
    question = {"game": "place:20x20:5", "evaluator": many_terms(17)}
    for path in ("position", "analysis", "tree", "move"):
        answer = client.post(f"/api/v1/{path}", json=question)
        assert answer.status_code == 400
        assert "17 terms on place:20x20:5 look at 6800 places" in answer.json()["error"]
    players = [{"player": "alphabeta", "evaluator": many_terms(17)}, "random"]
    answer = client.post("/api/v1/tournaments", json={"game": "place:20x20:5", "players": players})
    assert answer.status_code == 400
    assert client.post("/api/v1/position", json={"evaluator": many_terms(17)}).status_code == 200


@pytest.mark.parametrize("path", ["position", "formula", "python", "move", "tournaments"])
def test_names_have_an_end(client: Client, path: str) -> None:
    long = {**to_json(CENTER_WINDOW), "name": "x" * 30_000}
    players = [{"player": "alphabeta:depth=1", "evaluator": long}, "random"]
    answer = client.post(f"/api/v1/{path}", json={"evaluator": long, "players": players})
    assert answer.status_code == 400
    assert "name may have 100 characters at most, not 30000" in answer.json()["error"]
    assert len(answer.text) < 200


def test_the_largest_that_is_taken_is_explained(client: Client) -> None:
    question = {"game": "place:20x20:5", "moves": "j10 k11", "evaluator": many_terms(16)}
    assert client.post("/api/v1/position", json=question).status_code == 200


def test_evaluators_that_nobody_uses_any_more_are_forgotten() -> None:
    one_of_equals.cache_clear()
    for weight in range(100):
        one_of_equals(Evaluator("mine", *PHASED_TRAPS.terms, won=weight))
    assert one_of_equals.cache_info().currsize <= 16
    for size in range(4, 40):
        OPEN_LINES.lowered(GameSpec(size, 4, 4, gravity=True))
    assert len(OPEN_LINES._forms) <= 8


def test_players_that_go_by_the_clock_have_a_bound() -> None:
    def limits(text: str) -> tuple[object, ...]:
        player = Known().player(text)
        assert isinstance(player, AlphaBetaPlayer)
        return player.depth, player.nodes, player.seconds

    assert limits("alphabeta:seconds=900000") == (None, 1_000_000, 5.0)
    assert limits("alphabeta:seconds=0.5,nodes=77") == (None, 77, 0.5)
    assert limits("alphabeta:depth=3") == (3, 1_000_000, None)


def sleep(seconds: float, *, stop: threading.Event) -> Iterator[str]:
    stop.wait(seconds)
    yield "awake"


@pytest.mark.slow
def test_a_job_that_takes_too_long_is_refused_and_its_worker_freed() -> None:
    async def scenario() -> None:
        thinkers = Thinkers(1, most_waiting=1, search=False)
        try:
            assert await thinkers.run(sleep, 0.0) == "awake"
            with pytest.raises(KinarowError, match=r"no answer within 0\.2 seconds"):
                await thinkers.run(sleep, 60.0, seconds=0.2)
            assert await thinkers.run(sleep, 0.0, seconds=5) == "awake"
        finally:
            thinkers.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario()).result()


def take(megabytes: int, *, stop: threading.Event) -> Iterator[int]:
    del stop
    yield len(bytearray(megabytes << 20))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory")
def test_a_job_that_takes_too_much_memory_is_refused_in_words() -> None:
    async def scenario() -> None:
        thinkers = Thinkers(1, most_waiting=1, search=False, megabytes=1024)
        try:
            with pytest.raises(KinarowError, match="more memory than the lab has"):
                await thinkers.run(take, 2048)
            assert await thinkers.run(take, 1) == 1 << 20
        finally:
            thinkers.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario()).result()


def test_a_function_that_cannot_be_compiled_is_analysed_in_plain_python(
    client: Client,
) -> None:
    question = {"evaluator": "uncompilable", "moves": "4453", "depth": 3, "seconds": 10}
    answer = client.post("/api/v1/analysis", json=question)
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["depth"] for line in found] == [1, 2, 3]
    assert "note" not in found[0]
    assert found[1]["note"].startswith("In plain Python, not compiled: line ")
    position = Position.from_moves("4453")
    assert max(found[2]["scores"].values()) == minimax(position, UNCOMPILABLE, 3).score
    explained = client.post("/api/v1/position", json={"evaluator": "uncompilable", "moves": "4453"})
    score = UNCOMPILABLE.evaluate(position, Side.FIRST)
    assert explained.json()["explanation"]["score"] == score


@pytest.mark.slow
def test_nobody_waits_for_the_verdict_on_a_function() -> None:
    stop = threading.Event()
    found = lab_jobs.look_ahead(UNCOMPILABLE, Position.start(), 4, 5.0, stop=stop)
    assert next(found)["depth"] == 1
    stop.set()
    assert list(found) == []


def test_an_evaluator_is_given_as_the_python_that_defines_it(client: Client) -> None:
    mine = {**to_json(CENTER_WINDOW), "name": "my own"}
    python = client.post("/api/v1/python", json={"evaluator": mine}).json()["python"]
    assert "Evaluator(\n    'my own',\n    Column(column='center'" in python
    for name, words in (("learned", "tables too long"), ("uncompilable", "has no formula")):
        answer = client.post("/api/v1/python", json={"evaluator": name})
        assert answer.status_code == 400
        assert words in answer.json()["error"]
