"""What the lab answers: analyses as streams, reviews, trees, tournaments; and what it refuses."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from random import Random
from typing import Any

import pytest
from httpx2 import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kinarow.api.lessons import lesson, textbook_lesson
from kinarow.drawing import Diagram
from kinarow.evaluation import CATALOGUE, CENTER_WINDOW, OPEN_LINES, explain, find_evaluator
from kinarow.evaluation.catalogue import FITTED
from kinarow.evaluation.explanation.changes import explain_move
from kinarow.evaluation.written.formula import formula
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.game import Position, Side
from kinarow.grading.agreement import agreement, decided_positions
from kinarow.search.analysis.each_move import move_scores, scores_at_once
from kinarow.search.lesson.slides import lesson_html
from tests.running import wait_until
from tests.strategies import examples
from tests.web.running import begun_tournament


def lines(client: Client, path: str, **question: Any) -> list[dict[str, Any]]:
    answer = client.post(f"/api/v1/{path}", json=question)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_an_analysis_deepens_and_agrees_with_the_search(client: Client) -> None:
    found = lines(client, "analysis", moves="4453", evaluator="center-window", depth=4)
    assert [step["depth"] for step in found] == [1, 2, 3, 4]
    position = Position.from_moves("4453")
    expected = move_scores(position, CENTER_WINDOW, 4)
    assert expected is not None
    assert found[-1]["scores"] == {position.move_text(m): score for m, score in expected.items()}


def test_terms_may_come_as_json(client: Client) -> None:
    mine = {**to_json(CENTER_WINDOW), "name": "mine"}
    mine["terms"][0]["own"] = 60
    question = {"moves": "4453", "evaluator": mine}
    data = client.post("/api/v1/position", json=question).json()
    before = CENTER_WINDOW.evaluate(Position.from_moves("4453"), Side.FIRST)
    assert data["explanation"]["score"] == before + 54  # one stone in the centre column
    choice = client.post("/api/v1/move", json={**question, "player": "alphabeta:depth=2"}).json()
    assert "by mine" in choice["reason"]


def test_what_each_move_changes_comes_with_the_position(client: Client) -> None:
    data = client.post("/api/v1/position", json={"moves": "4453", "evaluator": "open-lines"}).json()
    position = Position.from_moves("4453")
    for move in position.legal_moves():
        expected = explain_move(OPEN_LINES, position, move, Side.FIRST).to_json()
        assert data["changes"][position.move_text(move)] == expected
    threats = client.post("/api/v1/position", json={"moves": "112233"}).json()["threats"]
    assert threats == [
        {"cell": "d1", "side": 1, "odd": True},
        {"cell": "d2", "side": 2, "odd": False},
    ]


def test_exact_values_of_all_moves(client: Client) -> None:
    found = {entry["move"]: entry["exact"] for entry in lines(client, "exact", seconds=5)}
    assert found == dict(zip("1234567", [-2, -1, 0, 1, 0, -1, -2], strict=True))
    unsolved = lines(client, "exact", game="place:9x9:5", moves="e5", seconds=0.2)
    assert {entry["exact"] for entry in unsolved} == {None}


def test_a_review_names_the_blunder(client: Client) -> None:
    found = lines(client, "review", moves="44444265555532", evaluator="open-lines")
    assert [move["move"] for move in found if move["verdict"] == "blunder"] == ["6", "3"]
    assert found[6]["better"] == ["2"]
    assert "open-lines liked it better" in found[6]["missed"]


def test_a_tree_and_a_formula(client: Client) -> None:
    root = client.post("/api/v1/tree", json={"moves": "44", "depth": 2}).json()
    assert root["node"] == "max"
    assert len(root["children"]) == 7
    assert any(leaf["pruned"] for child in root["children"] for leaf in child["children"])
    assert [child["bound"] for child in root["children"][:2]] == ["exact", "upper"]
    for name, evaluator in CATALOGUE.items():
        data = client.post("/api/v1/formula", json={"evaluator": name}).json()
        assert data["text"] == formula(evaluator)
        drawn = "".join(ElementTree.fromstring(data["mathml"]).itertext())
        assert "Score" in drawn
        for term in evaluator.terms:
            own = getattr(term, "own", None)
            if isinstance(own, int) and own not in (0, 1):
                assert str(own) in drawn


def test_an_opinion_is_the_evaluators_own(client: Client) -> None:
    asked = {"moves": "4453", "evaluator": "center-window"}
    here, found = Position.from_moves("4453"), dict[str, Any]()

    def is_told() -> bool:
        found.update(client.post("/api/v1/opinion", json=asked).json())
        return found["agreement"] is not None

    wait_until(is_told, "agreement is never told")
    scores = scores_at_once(CENTER_WINDOW, here)
    assert found["scores"] == {here.move_text(move): score for move, score in scores.items()}
    positions = list(decided_positions(here.spec))
    assert found["positions"] == len(positions) == 200
    assert found["agreement"] == agreement(CENTER_WINDOW, positions)
    unsolved = client.post("/api/v1/opinion", json={"game": "gomoku"}).json()
    assert unsolved["agreement"] is None
    assert "perfect play is not known" in unsolved["unsolved"]
    over = client.post("/api/v1/opinion", json={"moves": "1212121"}).json()
    assert over["scores"] == {}


def test_a_lesson_is_the_one_of_python(client: Client) -> None:
    asked = {"moves": "44", "depth": 2, "algorithm": "minimax", "order": "good"}
    by_python = lesson(Position.from_moves("44"), depth=2, prune=False, order="good")
    assert client.post("/api/v1/lesson", json=asked).json() == by_python.to_json()
    assert client.get("/api/v1/textbook").json() == textbook_lesson().to_json()
    slides = client.get("/api/v1/slides", params={"of": "textbook", "show": "orders"}).json()
    assert slides["html"] == lesson_html(
        textbook_lesson(order="good"), textbook_lesson(order="bad")
    )
    slides = client.post("/api/v1/slides", json={**asked, "show": "minimax"}).json()
    assert slides["html"] == lesson_html(lesson(Position.from_moves("44"), depth=2, prune=False))


def test_names_in_a_formula_are_no_markup(client: Client) -> None:
    mine = to_json(OPEN_LINES)
    mine["terms"][0]["tally"] = ["<img src=x>", "Y"]
    data = client.post("/api/v1/formula", json={"evaluator": mine}).json()
    assert "<img" not in data["mathml"]


def test_a_pattern_too_long_for_memory_is_refused(client: Client) -> None:
    long = {"type": "pattern", "parts": ["." * 33 + "X" * 33 + "O" * 33], "own": 1}
    evaluator = {"kinarow": "evaluator", "version": 1, "name": "long", "terms": [long]}
    question = {"game": "place:100x4:4", "evaluator": evaluator, "player": "alphabeta:depth=2"}
    answer = client.post("/api/v1/move", json=question)
    assert answer.status_code == 400
    assert "too long" in answer.json()["error"]


def test_a_tournament_is_begun_paused_resumed_and_ended(client: Client) -> None:
    players = ["random", {"player": "alphabeta:depth=1", "evaluator": to_json(CENTER_WINDOW)}]
    key = begun_tournament(client, {"players": players, "rounds": 3})["id"]
    paused = client.post(f"/api/v1/tournaments/{key}", json={"state": "paused"}).json()
    assert paused["state"] in ("paused", "done")
    client.post(f"/api/v1/tournaments/{key}", json={"state": "running"})
    now: dict[str, Any] = {}

    def is_done() -> bool:
        now.update(client.get(f"/api/v1/tournaments/{key}").json())
        return bool(now["state"] == "done")

    wait_until(is_done, "the tournament does not end")
    assert now["games"] == now["scheduled"] == len(now["records"]) == 6
    assert sum(s["points"] for s in now["standings"]) == 6
    (encounter,) = now["encounters"]
    assert encounter["wins"] + encounter["ties"] + encounter["losses"] == 6
    Position.from_moves(now["records"][0]["moves"])
    listed = client.get("/api/v1/tournaments").json()["tournaments"]
    assert key in [entry["id"] for entry in listed]


def test_what_the_lab_was_started_with_can_be_named(client: Client) -> None:
    names = [e["name"] for e in client.get("/api/v1/catalogue").json()["evaluators"]]
    assert names[0] == "loops"
    answer = client.post("/api/v1/position", json={"evaluator": "loops", "moves": "44"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("path", "question", "words"),
    [
        ("position", {"evaluator": 3}, "evaluator must be"),
        ("position", {"evaluator": {"terms": [{}] * 99}}, "32 terms"),
        ("position", {"evaluator": {"kinarow": "evaluator"}}, "missing"),
        ("position", {"moves": ["4"]}, "moves must be a text"),
        ("position", {"evaluator": "my_eval.py"}, "no evaluator"),
        ("analysis", {"depth": 99}, "depth must lie between"),
        ("analysis", {"depth": 1.5}, "whole number"),
        ("analysis", {"depth": "deep"}, "must be a number"),
        ("analysis", {"moves": "1212121"}, "the game is over"),
        ("exact", {"seconds": True}, "must be a number"),
        ("review", {}, "no moves"),
        ("tree", {"depth": 9}, "between"),
        ("lesson", {"depth": 5}, "between"),
        ("lesson", {"order": "best"}, "no order 'best'"),
        ("slides", {"show": "all"}, "no show 'all'"),
        ("lesson", {"algorithm": ["minimax"]}, "must be a text"),
        ("textbook", {"values": "[1, []]"}, "lists that are not empty"),
        ("lesson", {"moves": "1212121"}, "the game is over"),
        ("formula", {"evaluator": "loops"}, "has no formula"),
        ("weights", {"evaluator": "loops"}, "has no weights"),
        ("weights", {"evaluator": "learned"}, "has tables"),
        ("tournaments", {"players": ["random"]}, "2 to 10 players"),
        ("tournaments", {"players": "random"}, "must be a list"),
        ("tournaments", {"players": ["random", "random"]}, "same name"),
        ("tournaments", {"players": ["random", "file:x.py"]}, "no player"),
        ("tournaments", {"players": ["random", "mcts"], "rounds": 1001}, "between"),
    ],
)
def test_nonsense_is_refused_in_words(
    client: Client, path: str, question: dict[str, Any], words: str
) -> None:
    answer = client.post(f"/api/v1/{path}", json=question)
    assert answer.status_code == 400, answer.text
    assert words in answer.json()["error"]


def test_a_tournament_that_is_not_there(client: Client) -> None:
    for answer in (
        client.get("/api/v1/tournaments/nothing"),
        client.post("/api/v1/tournaments/nothing", json={"state": "paused"}),
    ):
        assert answer.status_code == 404
        assert "there is no tournament 'nothing'" in answer.json()["error"]


def test_bodies_have_limits(client: Client) -> None:
    assert client.post("/api/v1/position", content=b"x" * 70_000).status_code == 413
    for body in (b"{", b"[]", b"\xff", b"[" * 50_000):
        assert client.post("/api/v1/position", content=body).status_code == 400


def test_pages_of_other_sites_cannot_ask(client: Client) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = client.post("/api/v1/tournaments", json={}, headers=headers)
        assert answer.status_code == 403
    same = {"Origin": str(client.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/v1/position", json={}, headers=same).status_code == 200


def test_the_description_lists_every_path(client: Client) -> None:
    described = client.get("/api/v1/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    from kinarow.web.lab.routes import ROUTES

    assert set(described["paths"]) == {route.path for route in ROUTES}


PLAIN = st.none() | st.booleans() | st.integers(-9, 99) | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ["game", "moves", "evaluator", "player", "for", "depth", "seconds", "players", "state"]
FIELDS += ["values", "order", "algorithm"]
PATHS = [
    "position", "move", "analysis", "exact", "review", "tree", "lesson", "textbook", "formula",
    "weights", "opinion", "tournaments",
]  # fmt: skip


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from(PATHS),
    question=st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4),
)
def test_malformed_bodies_never_break_the_server(
    client: Client, path: str, question: dict[str, Any]
) -> None:
    if path in ("analysis", "exact"):
        question.setdefault("seconds", 0.05)
    answer = client.post(f"/api/v1/{path}", content=json.dumps(question))
    assert answer.status_code in (200, 201, 400)
    if answer.status_code == 400:
        assert answer.json()["error"]


def test_a_report_is_told_as_it_is_written(client: Client) -> None:
    told = lines(client, "report", game="drop:4x4:3", moves="12", evaluator="open-lines")
    shares = [line["share"] for line in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert [line for line in told if "html" in line] == told[-1:]
    assert "Wins: " in told[-1]["html"]
    named = {**to_json(CENTER_WINDOW), "name": "open-lines"}
    (refused,) = lines(client, "report", game="drop:4x4:3", evaluator=named)
    assert "give it a name of its own" in refused["error"]


def random_positions(game: str, count: int) -> list[Position]:
    random, found = Random(7), []
    for _ in range(count):
        position = Position.start(game)
        for _ in range(random.randrange(position.spec.cell_count)):
            if position.ending() is not None:
                break
            position = position.play(random.choice(position.legal_moves()))
        found.append(position)
    return found


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "gomoku"])
@pytest.mark.parametrize("name", [*CATALOGUE, *FITTED[:-1]])
def test_weights_are_written_out_for_the_game(client: Client, game: str, name: str) -> None:
    question = {"game": game, "evaluator": name}
    definition = client.post("/api/v1/weights", json=question).json()["evaluator"]
    assert "powers_of" not in json.dumps(definition)
    original, written_out = find_evaluator(name), from_json(definition)
    for position in random_positions(game, 5):
        for side in Side:
            assert written_out.evaluate(position, side) == original.evaluate(position, side)


def test_powers_are_one_weight_for_each_number_of_stones(client: Client) -> None:
    question = {"game": "tictactoe", "evaluator": "open-lines"}
    (term,) = client.post("/api/v1/weights", json=question).json()["evaluator"]["terms"]
    assert term["own"] == {"k": 1000, "k-1": 100, "k-2": 10}
    assert term["opponent"] == {"k": -1000, "k-1": -100, "k-2": -10}


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "[", "null", "\udcff"])
def test_an_origin_that_is_no_address_is_another_site(client: Client, origin: str) -> None:
    headers = {b"Origin": origin.encode("utf-8", "surrogateescape")}
    answer = client.post("/api/v1/position", json={}, headers=headers)
    assert answer.status_code == 403
    assert "other sites" in answer.json()["error"]


@pytest.mark.parametrize("path", PATHS)
def test_half_a_character_is_refused_in_words(client: Client, path: str) -> None:
    mine = to_json(OPEN_LINES)
    mine["terms"][0]["tally"] = ["\ud800", "Y"]
    for fields in ({"evaluator": mine}, {"game": "\ud800"}, {"\ud800": 1}, {"players": ["\udfff"]}):
        answer = client.post(f"/api/v1/{path}", content=json.dumps(fields))
        assert answer.status_code == 400
        assert "a lone surrogate" in answer.json()["error"]


GOMOKU_LINE = "h8 a1 h9 a2 h10 h12 h11 a3"


def test_a_review_of_a_game_that_cannot_be_solved_says_so(client: Client) -> None:
    # Forced wins by threats are looked for where a longer line wins, too.
    found = lines(client, "review", game="gomoku-standard", moves=GOMOKU_LINE, seconds=0.05)
    assert [move["ply"] for move in found] == list(range(1, 9))
    assert [move["verdict"] for move in found] == ["unknown"] * 7 + ["mistake"]
    assert found[0]["words"] == "not solved"
    assert found[0]["missed"].startswith("in the opinion of threats, ")
    assert found[7]["words"] == "not solved, but it lets the opponent win at once"
    assert found[7]["better"] == ["h7"]


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "gomoku"])
def test_the_sliders_are_the_weights_that_are_sent(client: Client, game: str) -> None:
    question = {"game": game, "evaluator": "phased-traps"}
    sent = client.post("/api/v1/weights", json=question).json()
    first, second, third = sent["terms"]
    assert [term["name"] for term in sent["terms"]] == [
        "position score", "pattern score", "trap score",
    ]  # fmt: skip
    assert [(w["at"], w["name"], w["value"]) for w in first["weights"]] == [
        (["early"], "early", 1.2),
        (["mid"], "mid", 1.0),
        (["late"], "late", 0.8),
        (["term", "own"], "own", 1),
        (["term", "opponent"], "opponent", -1),
    ]
    assert [(w["low"], w["high"], w["step"]) for w in first["weights"][:2]] == [
        (-10, 10, 0.1), (-10, 10, 1),
    ]  # fmt: skip
    pattern = {w["name"]: (w["value"], w["low"], w["high"]) for w in second["weights"]}
    assert pattern["own k"] == (100, -300, 300)
    assert [w["at"] for w in third["weights"]][-1] == ["term", "own"]


def test_the_catalogue_has_a_term_of_each_kind(client: Client) -> None:
    terms = client.get("/api/v1/catalogue").json()["terms"]
    assert set(terms) == {
        "column", "windows", "some-windows", "pattern", "anchored-runs", "open-runs", "squares",
        "traps", "tempo", "constant",
    }  # fmt: skip
    name_and_terms = {"name": "all", "terms": list(terms.values())}
    evaluator = {"kinarow": "evaluator", "version": 1, **name_and_terms}
    assert client.post("/api/v1/formula", json={"evaluator": evaluator}).status_code == 200


def test_heat_is_that_of_the_explanation(client: Client) -> None:
    answer = client.post("/api/v1/position", json={"moves": "4453", "evaluator": "open-lines"})
    here = Position.from_moves("4453")
    diagram = Diagram.of(here).heated(explain(OPEN_LINES, here, Side.FIRST))
    assert answer.json()["diagram"]["heat"] == diagram.to_json()["heat"]
    assert max(map(abs, answer.json()["diagram"]["heat"].values())) == 1


def test_why_speaks_of_sides_as_the_game_does(client: Client) -> None:
    (found,) = lines(client, "why", moves="443322")
    assert found["words"][1] == "Red wins at once: a1 completes a1 b1 c1 d1; so does e1."
    assert found["reason"]["cells"] == ["a1", "e1"]
    (found,) = lines(client, "why", game="tictactoe", moves="a1 a2 b1 b2")
    assert found["words"][1].startswith("X wins at once: c1")


def test_a_review_may_begin_at_a_later_move(client: Client) -> None:
    whole = lines(client, "review", game="tictactoe", moves="a1 b1 b2")
    assert [move["ply"] for move in whole] == [1, 2, 3]
    assert lines(client, "review", game="tictactoe", moves="a1 b1 b2", first=3) == whole[2:]
    assert whole[1]["worth"]["outcome"] == "draw"
    assert whole[1]["left"]["outcome"] == "loss"


def test_a_large_board_is_looked_at_in_candidates(client: Client) -> None:
    question = {"game": "gomoku", "moves": "h8 i9 g7 f6", "evaluator": "threats", "depth": 2}
    first, *deeper = lines(client, "analysis", **question, seconds=10)
    assert len(first["scores"]) == 221
    assert deeper[-1]["depth"] == 2
    assert 1 <= len(deeper[-1]["scores"]) <= 12
