from __future__ import annotations

import threading
from collections.abc import AsyncIterator

import pytest
from httpx2 import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kinarow.evaluation import CATALOGUE, OPEN_LINES, Evaluator, catalogue
from kinarow.evaluation.catalogue import FITTED
from kinarow.evaluation.written.json_files import from_json
from kinarow.game import Position, Side
from kinarow.players import parse_player
from kinarow.web.lab.worker_pool import Thinkers
from tests.strategies import examples


def test_a_position_with_its_diagram_and_why(client: Client) -> None:
    moves = "3661535465557665173364"
    data = client.get("/api/v1/position", params={"moves": moves}).json()
    position = Position.from_moves(moves)
    assert {key: data[key] for key in position.to_json()} == position.to_json()
    assert data["explanation"]["score"] == OPEN_LINES.evaluate(position, Side.FIRST) == -1250
    assert data["diagram"]["last"] == "d2"
    assert data["moves"][0] == {"move": "1", "cell": "a3"}


def test_the_score_can_be_seen_by_either_side(client: Client) -> None:
    scores = {
        side: client.get("/api/v1/position", params={"moves": "4", "for": side}).json()[
            "explanation"
        ]["score"]
        for side in ("first", "second", "mover")
    }
    assert scores == {"first": 70, "second": -70, "mover": -70}


def test_the_evaluators_that_may_be_named(client: Client) -> None:
    known = client.get("/api/v1/catalogue").json()["evaluators"]
    names = [entry["name"] for entry in known]
    assert names == ["loops", "uncompilable", "mine.py", *CATALOGUE, *FITTED]
    assert from_json(known[3]["definition"]) == CATALOGUE[known[3]["name"]]
    for entry in known:
        question = {"moves": "4453", "eval": entry["name"]}
        assert client.get("/api/v1/position", params=question).status_code == 200


def test_a_player_is_asked_for_its_move(client: Client) -> None:
    text = "alphabeta:eval=open-lines,depth=3"
    data = client.get("/api/v1/move", params={"moves": "4453", "player": text}).json()
    choice = parse_player(text).choose(Position.from_moves("4453"))
    assert (data["cell"], data["score"], data["nodes"]) == (
        choice.move.name, choice.score, choice.nodes,
    )  # fmt: skip


def test_an_opening_by_swap2(client: Client) -> None:
    question = {"game": "gomoku-standard", "player": "alphabeta:depth=2", "seed": 1}
    placed = client.post("/api/v1/swap2", json=question).json()
    assert (len(placed["stones"]), placed["takes"]) == (3, None)
    assert client.post("/api/v1/swap2", json=question).json() == placed
    for moves, takes in (("h8 a1 i9", 1), ("a1 h8 o15", 2), ("a1 h8 o15 h9 o1", 2)):
        answer = client.post("/api/v1/swap2", json={**question, "moves": moves}).json()
        assert (answer["stones"], answer["takes"]) == ([], takes)


def test_a_position_says_whether_lines_must_be_exact(client: Client) -> None:
    for game, exact in (("gomoku", False), ("gomoku-standard", True)):
        data = client.get("/api/v1/position", params={"game": game}).json()
        assert data["exact"] is exact


def test_a_position_says_who_searches_best_in_its_game(client: Client) -> None:
    best = {"connect4": "alphabeta", "gomoku": "threat-search", "gomoku-standard": "alphabeta"}
    for game, player in best.items():
        data = client.get("/api/v1/position", params={"game": game}).json()
        assert data["searcher"] == player
        question = {"game": game, "player": f"{player}:nodes=10"}
        assert client.post("/api/v1/move", json=question).status_code == 200


@pytest.mark.parametrize(
    ("path", "question", "words"),
    [
        ("position", {"moves": "448"}, "'8' is not a column"),
        ("position", {"game": "drop:7x6:9"}, "the target on a 7×6 board"),
        ("position", {"game": "place:100x100:5"}, "boards of 400 cells at most"),
        ("position", {"moves": "1" * 10_000}, "characters at most"),
        ("position", {"eval": "/etc/passwd"}, "no evaluator"),
        ("move", {"player": "file:bot.py"}, "no player 'file'"),
        ("move", {"player": "engine:./pbrain-x"}, "no player 'engine'"),
        ("move", {"player": "alphabeta:eval=conftest.py"}, "no evaluator 'conftest.py'"),
        ("move", {"player": "minimax:depth=4"}, "no player 'minimax'"),
        ("move", {"player": "human"}, "no player 'human'"),
        ("move", {"player": "perfect", "game": "gomoku"}, "the game is too large to be solved"),
        ("review", {"moves": "44", "first": "3"}, "first must lie between 1 and 2"),
        ("move", {"player": "mcts:playouts=1000000"}, "20000 random games"),
        ("swap2", {"game": "connect4"}, "swap2 is for games without gravity"),
        ("swap2", {"game": "gomoku", "moves": "h8"}, "0, 3 or 5 stones"),
        ("swap2", {"game": "gomoku", "seed": -1}, "seed must lie between"),
        ("position", {"for": "me"}, "no side 'me'"),
        ("move", {"moves": "1212121"}, "the game is over"),
    ],
)
def test_mistakes_are_answered_in_words(
    client: Client, path: str, question: dict[str, str], words: str
) -> None:
    answer = client.get(f"/api/v1/{path}", params=question)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/nothing.html", "/../pyproject.toml"])
def test_what_is_not_there_is_404(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json() == {"error": "Not Found"}


def test_other_methods_are_refused(client: Client) -> None:
    assert client.delete("/api/v1/position").status_code == 405
    assert client.post("/api/v1/catalogue").status_code == 405


@pytest.mark.parametrize("path", ["/", "/main.js", "/api/v1/position", "/api/v1/nothing"])
def test_every_answer_is_closed_to_other_sites(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_names_that_are_not_ours_are_refused(client: Client) -> None:
    answer = client.get("/api/v1/position", headers={"Host": "evil.example"})
    assert answer.status_code == 400


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(["game", "moves", "eval", "for", "player"]), st.text()))
def test_malformed_questions_never_break_the_server(
    client: Client, question: dict[str, str]
) -> None:
    for path in ("position", "move"):
        answer = client.get(f"/api/v1/{path}", params=question)
        assert answer.status_code in (200, 400)


def test_large_evaluators_are_not_read_where_requests_are_heard(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[str] = []
    read = catalogue._fitted

    def watched(name: str) -> Evaluator:
        readers.append(threading.current_thread().name)
        return read(name)

    async def think_nothing(*_: object, **__: object) -> AsyncIterator[dict[str, object]]:
        yield {}

    monkeypatch.setattr(catalogue, "_fitted", watched)
    monkeypatch.setattr(Thinkers, "stream", think_nothing)
    client.get("/api/v1/catalogue")
    for path in (
        "position", "move", "analysis", "review", "report", "tree", "lesson", "formula", "weights",
        "opinion", "python",
    ):  # fmt: skip
        before = len(readers)
        client.post(f"/api/v1/{path}", json={"evaluator": "learned", "moves": "44"})
        assert len(readers) > before, path
    assert all(name.startswith("AnyIO worker") for name in readers)
