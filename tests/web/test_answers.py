"""Answers have the shapes that are described, and the page's types are those."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from httpx2 import Client

from kinarow.web import app
from kinarow.web.lab.operations import LINES
from kinarow.web.lab.routes import LAB
from kinarow.web.lab.schema import openapi, shape_name
from tests.web.running import begun_tournament

SHAPES = openapi(LAB)["components"]["schemas"]
WON = "4444413376652"
GOMOKU = {"game": "gomoku", "moves": "h8 h9 i8 g8 j8 k8"}
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("position", {"moves": "4453"}),
    ("position", {"moves": "112233", "game": "drop:7x6:4", "for": "mover"}),
    ("position", {**GOMOKU, "evaluator": "threats"}),
    ("position", {"moves": "44", "evaluator": "uncompilable"}),
    ("game", {"text": "1. 4 4 2. 5 3"}),
    ("move", {"moves": "4453"}),
    ("move", {"moves": "4453", "player": "random"}),
    ("swap2", {"game": "gomoku-standard", "player": "alphabeta:depth=2"}),
    ("analysis", {"moves": "4453", "depth": 2}),
    ("exact", {"moves": WON, "seconds": 0.5}),
    ("exact", {**GOMOKU, "seconds": 0.5}),
    ("review", {"moves": WON, "seconds": 0.1}),
    ("review", {"game": "tictactoe", "moves": "a1 b1 b2"}),
    ("why", {"moves": WON}),
    ("why", {"game": "tictactoe", "moves": "b2 a2"}),
    ("mistakes", {"game": "tictactoe", "moves": "a1 b1 b2"}),
    ("report", {"game": "drop:4x4:3", "moves": "12", "evaluator": "open-lines"}),
    ("tree", {"moves": "4453", "depth": 1}),
    ("lesson", {"moves": "4453", "depth": 1}),
    ("textbook", {}),
    ("slides", {"of": "textbook"}),
    ("opinion", {"game": "tictactoe", "moves": "b2"}),
    ("formula", {}),
    ("weights", {}),
    ("python", {}),
]


def check(answer: object, shape: type) -> None:
    told = {"$ref": f"#/components/schemas/{shape_name(shape)}", "components": {"schemas": SHAPES}}
    jsonschema_rs.validate(told, answer)


def shape_of(path: str, method: str) -> Any:
    (found,) = (one for one in LAB if one.path == path and method in one.methods)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("path", "question"), ASKED)
def test_an_answer_has_its_shape(client: Client, path: str, question: dict[str, Any]) -> None:
    operation = shape_of(f"/{path}", "POST")
    told = client.post(f"/api/v1/{path}", json=question)
    assert told.status_code == 200, told.text
    lines = told.text.splitlines() if operation.media == LINES else [told.text]
    for line in lines:
        check(json.loads(line), operation.answer)


def test_lists_have_their_shapes(client: Client) -> None:
    for path in ("/catalogue", "/puzzles", "/tournaments"):
        check(client.get(f"/api/v1{path}").json(), shape_of(path, "GET").answer)
    for one in client.get("/api/v1/puzzles").json()["puzzles"][::20]:
        path = f"/api/v1/puzzles/{one['key']}"
        puzzle = client.get(path).json()
        check(puzzle, shape_of("/puzzles/{key}", "GET").answer)
        answered = client.post(path, json={"move": puzzle["moves"][0]["move"]}).json()
        check(answered, shape_of("/puzzles/{key}", "POST").answer)
    begun = begun_tournament(client, {"players": ["random", "first-legal"], "rounds": 2})
    check(begun, shape_of("/tournaments/{key}", "GET").answer)


def test_the_page_has_the_types_of_the_description() -> None:
    """`python tools/page_types.py` writes them."""
    tool = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "page_types.py"))
    written = (app.STATIC / "answers.d.ts").read_text(encoding="utf-8")
    assert written == tool["page_types"]()
