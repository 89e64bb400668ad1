"""The API in the words of OpenAPI."""

from __future__ import annotations

from typing import Any

from kinarow import __version__
from kinarow.web.questions import MOST_BYTES, MOST_CELLS

_TEXT = {"type": "string"}
_EVALUATOR = {
    "description": "a name of the catalogue, or an evaluator as kinarow's JSON files have it",
    "oneOf": [{"type": "string"}, {"type": "object"}],
}
_POSITION: dict[str, Any] = {
    "game": {**_TEXT, "description": f"connect4, drop:8x7:4, …, up to {MOST_CELLS} cells"},
    "moves": {**_TEXT, "description": "columns such as 4453, or cells such as d4 e5"},
}
_SIDE = {"type": "string", "enum": ["first", "second", "mover"]}


def _number(description: str, kind: str, least: float, most: float) -> dict[str, Any]:
    return {"type": kind, "minimum": least, "maximum": most, "description": description}


_QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "/position": (
        "A position, its diagram, and why it is worth what it is",
        {**_POSITION, "for": _SIDE, "evaluator": _EVALUATOR},
    ),
    "/move": (
        "What a player plays",
        {**_POSITION, "player": _TEXT, "evaluator": _EVALUATOR},
    ),
    "/analysis": (
        "What each move is worth by an evaluator: JSON lines, a ply deeper each",
        {
            **_POSITION,
            "evaluator": _EVALUATOR,
            "depth": _number("plies", "integer", 1, 30),
            "seconds": _number("at most", "number", 0.05, 10),
        },
    ),
    "/exact": (
        "What each move is worth under perfect play: JSON lines, one a move",
        {**_POSITION, "seconds": _number("at most", "number", 0.05, 10)},
    ),
    "/review": (
        "A played game beside perfect play: JSON lines, one a move",
        {**_POSITION, "evaluator": _EVALUATOR},
    ),
    "/tree": (
        "The search tree of a small depth",
        {**_POSITION, "evaluator": _EVALUATOR, "depth": _number("plies", "integer", 1, 4)},
    ),
    "/formula": ("An evaluator as mathematics", {"evaluator": _EVALUATOR}),
    "/python": ("An evaluator as the Python file that defines it", {"evaluator": _EVALUATOR}),
    "/tournaments": (
        "Begin a tournament",
        {
            "game": _POSITION["game"],
            "players": {
                "type": "array",
                "items": {
                    "oneOf": [
                        _TEXT,
                        {
                            "type": "object",
                            "properties": {"player": _TEXT, "evaluator": _EVALUATOR},
                        },
                    ]
                },
            },
            "rounds": _number("pairs of games for each two players", "integer", 1, 1000),
            "seed": _number("for other openings", "integer", 0, 2**31),
        },
    ),
    "/tournaments/{key}": (
        "Pause a tournament, or go on",
        {"state": {"type": "string", "enum": ["running", "paused"]}},
    ),
}
_ASKED = {
    "/catalogue": "What requests may name",
    "/tournaments": "All tournaments",
    "/tournaments/{key}": "How a tournament stands",
    "/openapi.json": "This description",
}
_STREAMS = ("/analysis", "/exact", "/review")


def openapi() -> dict[str, Any]:
    """The description of the whole API."""
    paths: dict[str, Any] = {}
    for path, (summary, fields) in _QUESTIONS.items():
        body = {"type": "object", "properties": fields}
        paths[path] = {
            "post": {
                "summary": summary,
                "parameters": _parameters(path),
                "requestBody": {
                    "description": f"at most {MOST_BYTES} bytes",
                    "content": {"application/json": {"schema": body}},
                },
                "responses": _responses(path, created=path == "/tournaments"),
            }
        }
    for path, summary in _ASKED.items():
        paths.setdefault(path, {})["get"] = {
            "summary": summary,
            "parameters": _parameters(path),
            "responses": _responses(path),
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "kinarow lab", "version": __version__},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": {
                "Error": {
                    "type": "object",
                    "properties": {"error": _TEXT},
                    "required": ["error"],
                }
            }
        },
    }


def _parameters(path: str) -> list[dict[str, Any]]:
    if "{key}" not in path:
        return []
    return [{"name": "key", "in": "path", "required": True, "schema": _TEXT}]


def _responses(path: str, *, created: bool = False) -> dict[str, Any]:
    media = "application/x-ndjson" if path in _STREAMS else "application/json"
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        "201" if created else "200": {"description": "the answer", "content": {media: {}}},
        "400": {"description": "what is wrong, in words", "content": error},
        "403": {"description": "a request from another site", "content": error},
        "408": {"description": "the body took too long", "content": error},
        "413": {"description": "the body is too large", "content": error},
        "503": {"description": "too much is asked at once", "content": error},
    }
