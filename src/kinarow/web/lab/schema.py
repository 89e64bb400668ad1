"""The API in the words of OpenAPI."""

from __future__ import annotations

from typing import Any

from kinarow import __version__
from kinarow.puzzles.puzzle import AIMS, HARDEST
from kinarow.reasons.reason import KINDS
from kinarow.search.lesson.branches import ORDERS, TEXTBOOK
from kinarow.search.lesson.slides import SHOWN_IN_SLIDES
from kinarow.web.lab.questions import MOST_BYTES, MOST_CELLS, MOST_OF_A_PAGE, MOST_VERSIONS

_TEXT = {"type": "string"}
_NAME = {**_TEXT, "description": "a name of the catalogue", "examples": ["open-lines"]}
_PLAYER = {
    **_TEXT,
    "description": "as on the command line, without files",
    "examples": ["alphabeta:depth=2"],
}
_EVALUATOR = {
    "description": "a name of the catalogue, or an evaluator as kinarow's JSON files have it",
    "oneOf": [{"type": "string"}, {"type": "object"}],
    "examples": ["center-window"],
}
_POSITION: dict[str, Any] = {
    "game": {
        **_TEXT,
        "description": f"connect4, drop:8x7:4, place:15x15:5:exact, …, up to {MOST_CELLS} cells",
        "examples": ["connect4"],
    },
    "moves": {
        **_TEXT,
        "description": "columns such as 4453, or cells such as d4 e5",
        "examples": ["4453"],
    },
}
_VALUES = {
    **_TEXT, "description": "a tree by its leaves: lists in lists", "examples": [TEXTBOOK],
}  # fmt: skip
_MANNER = {
    "algorithm": {**_TEXT, "enum": ["alphabeta", "minimax"]},
    "order": {**_TEXT, "enum": list(ORDERS)},
}
_SIDE = {"type": "string", "enum": ["first", "second", "mover"]}


def _number(description: str, kind: str, least: float, most: float) -> dict[str, Any]:
    return {"type": kind, "minimum": least, "maximum": most, "description": description}


_PAGE = {
    "first": _number("number of the first one listed; by default the end is", "integer", 0, 10**9),
    "count": _number("how many are listed", "integer", 1, MOST_OF_A_PAGE),
}
_QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "/position": (
        "A position, its diagram, and why it is worth what it is",
        {**_POSITION, "for": _SIDE, "evaluator": _EVALUATOR},
    ),
    "/game": (
        "A game as people write it down, as moves: lists with numbers or commas, or SGF",
        {
            "game": _POSITION["game"],
            "text": {**_TEXT, "examples": ["1. 4 4 2. 5 3", "(;GM[4]SZ[15];B[hh];W[hg])"]},
        },
    ),
    "/move": (
        "What a player plays",
        {**_POSITION, "player": _PLAYER, "evaluator": _EVALUATOR},
    ),
    "/swap2": (
        "What a player does in its turn of an opening by swap2, with 0, 3 or 5 stones on the board",
        {
            **_POSITION,
            "player": _PLAYER,
            "evaluator": _EVALUATOR,
            "seed": _number("for another opening", "integer", 0, 2**31),
        },
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
        "A played game compared with perfect play: JSON lines, one a move",
        {
            **_POSITION,
            "evaluator": _EVALUATOR,
            "seconds": _number("at most for each move", "number", 0.05, 10),
            "first": _number("the first move to look at", "integer", 1, MOST_CELLS),
        },
    ),
    "/why": (
        "Why a position is won, lost or held, and what the last move gave away: one JSON line",
        {**_POSITION, "seconds": _number("at most", "number", 0.05, 10)},
    ),
    "/mistakes": (
        "The mistakes of a played game as puzzles, with what was played and what is right: one "
        "JSON line",
        {**_POSITION, "seconds": _number("at most for each move", "number", 0.05, 10)},
    ),
    "/report": (
        "An evaluator written up: JSON lines with the share that is done, the last with the HTML",
        {**_POSITION, "evaluator": _EVALUATOR},
    ),
    "/tree": (
        "The search tree of a small depth",
        {**_POSITION, "evaluator": _EVALUATOR, "depth": _number("plies", "integer", 1, 4)},
    ),
    "/lesson": (
        "A search of a small depth step by step",
        {
            **_POSITION,
            "evaluator": _EVALUATOR,
            "depth": _number("plies", "integer", 1, 4),
            **_MANNER,
        },
    ),
    "/textbook": (
        "A search of a tree of values step by step, by default of the textbooks'",
        {
            "values": _VALUES,
            **_MANNER,
        },
    ),
    "/slides": (
        "Lessons as a page for slides that opens from disk",
        {
            **_POSITION,
            "evaluator": _EVALUATOR,
            "depth": _number("plies", "integer", 1, 4),
            "of": {**_TEXT, "enum": ["position", "textbook"]},
            "values": _VALUES,
            "show": {**_TEXT, "enum": list(SHOWN_IN_SLIDES)},
        },
    ),
    "/opinion": (
        "What each move is worth at once by an evaluator, and its agreement with perfect play",
        {
            **_POSITION,
            "evaluator": _EVALUATOR,
            "version": _number(
                "of the evaluator's file; by default the one in use", "integer", 1, MOST_VERSIONS
            ),
        },
    ),
    "/formula": ("An evaluator as mathematics", {"evaluator": _EVALUATOR}),
    "/weights": (
        "An evaluator with every weight written out for a game, and what its sliders show",
        {"game": _POSITION["game"], "evaluator": _EVALUATOR},
    ),
    "/python": ("An evaluator as the Python file that defines it", {"evaluator": _EVALUATOR}),
    "/tournaments": (
        "Begin a tournament",
        {
            "game": _POSITION["game"],
            "players": {
                "type": "array",
                "examples": [["random", "first-legal"]],
                "items": {
                    "oneOf": [
                        _TEXT,
                        {
                            "type": "object",
                            "properties": {"player": _PLAYER, "evaluator": _EVALUATOR},
                        },
                    ]
                },
            },
            "rounds": _number("pairs of games for each two players", "integer", 1, 1000),
            "seed": _number("for other openings", "integer", 0, 2**31),
            "opening_rule": {**_TEXT, "enum": ["", "swap2"]},
        },
    ),
    "/puzzles/{key}": (
        "Answer a puzzle: whether the move is right, and why",
        {"move": {**_TEXT, "description": "as the game writes moves", "examples": ["4"]}},
    ),
    "/tournaments/{key}": (
        "Pause a tournament, or go on; for who began it",
        {"state": {"type": "string", "enum": ["running", "paused"]}, **_PAGE},
    ),
}
_ASKED = {
    "/catalogue": "What requests may name",
    "/events": "The user's files, now and whenever one is saved: server-sent events without end",
    "/puzzles": "The puzzles of a game, a theme and a difficulty, without their answers",
    "/puzzles/{key}": "A puzzle to be solved",
    "/tournaments": "All tournaments",
    "/tournaments/{key}": "How a tournament stands",
    "/openapi.json": "This description",
}
_ASKED_WITH = {
    "/puzzles": {
        "game": _POSITION["game"],
        "theme": {**_TEXT, "enum": list(KINDS)},
        "difficulty": _number("1 is the easiest", "integer", 1, HARDEST),
        **_PAGE,
        "first": _number("number of the first one listed", "integer", 0, 10**9),
    },
    "/tournaments": _PAGE,
    "/tournaments/{key}": _PAGE,
}
"""What the address may say besides."""
_DELETED = {"/tournaments/{key}": "Delete a tournament and its games; for who began it"}
_LINES = "application/x-ndjson"
_STREAMS = {
    "/analysis": _LINES, "/exact": _LINES, "/review": _LINES, "/why": _LINES, "/report": _LINES,
    "/mistakes": _LINES, "/events": "text/event-stream",
}  # fmt: skip
_REFUSALS = {
    "400": "what is wrong, in words",
    "403": "a request from another site, without the token, or for what somebody else began",
    "404": "there is nothing of that name",
    "405": "a method that is not for this",
    "408": "the body took too long",
    "413": "the body is too large",
    "503": "too much is asked at once",
}


def openapi() -> dict[str, Any]:
    """The description of the whole API."""
    paths: dict[str, Any] = {}
    for path, (summary, fields) in _QUESTIONS.items():
        operations = paths.setdefault(path, {"parameters": _key(path)})
        operations["post"] = {
            "summary": summary,
            "requestBody": {
                "description": f"at most {MOST_BYTES} bytes",
                "required": True,
                "content": {"application/json": {"schema": _body(fields)}},
            },
            "responses": _responses(path, "post"),
        }
        if path not in _ASKED:
            operations["get"] = {
                "summary": f"{summary}; the fields in the address",
                "parameters": _in_address(fields),
                "responses": _responses(path, "get"),
            }
    for path, summary in _ASKED.items():
        operations = paths.setdefault(path, {"parameters": _key(path)})
        operations["get"] = {
            "summary": summary,
            "parameters": _in_address(_ASKED_WITH.get(path, {})),
            "responses": _responses(path, "get"),
        }
    for path, summary in _DELETED.items():
        paths[path]["delete"] = {"summary": summary, "responses": _responses(path, "delete")}
    return {
        "openapi": "3.1.0",
        "info": {"title": "kinarow lab", "version": __version__},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": _SCHEMAS},
    }


def _in_address(fields: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "schema": _NAME if kind is _EVALUATOR else kind}
        for name, kind in fields.items()
    ]


def _whole(**properties: Any) -> dict[str, Any]:
    """An object that has all of these."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list_of(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _ref(name)}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


_COUNT = {"type": "integer", "minimum": 0}
_REAL = {"type": "number"}
_SUMMARY = {
    "id": _TEXT,
    "mine": {"type": "boolean", "description": "whether you may pause and delete it"},
    "state": {**_TEXT, "enum": ["running", "paused", "done", "failed"]},
    "game": _TEXT,
    "players": {"type": "array", "items": _TEXT},
    "scheduled": _COUNT,
    "games": _COUNT,
}
_PUZZLE = {
    "key": _TEXT,
    "game": _TEXT,
    "mover": {"enum": [1, 2]},
    "aim": {**_TEXT, "enum": list(AIMS)},
    "theme": {**_TEXT, "enum": list(KINDS)},
    "difficulty": {"type": "integer", "minimum": 1, "maximum": HARDEST},
    "stones": _COUNT,
}
_SCHEMAS: dict[str, Any] = {
    "Error": _whole(error=_TEXT),
    "Estimate": _whole(value=_REAL, low=_REAL, high=_REAL),
    "Standing": _whole(player=_TEXT, elo=_ref("Estimate"), points=_REAL, games=_COUNT),
    "SequentialTest": _whole(
        llr=_REAL, low=_REAL, high=_REAL, verdict={"enum": ["H0", "H1", None]}
    ),
    "Encounter": _whole(
        a=_TEXT,
        b=_TEXT,
        game=_TEXT,
        games=_COUNT,
        interrupted={"type": "null"},
        repeated=_COUNT,
        unpaired=_COUNT,
        wins=_COUNT,
        ties=_COUNT,
        losses=_COUNT,
        points=_REAL,
        distinct=_COUNT,
        elo=_ref("Estimate"),
        los=_REAL,
        pentanomial={"type": "array", "items": _COUNT, "minItems": 5, "maxItems": 5},
        endings={"type": "object", "additionalProperties": _COUNT},
        mean_plies=_REAL,
        by_environment=_whole(a=_COUNT, b=_COUNT),
        sprt=_ref("SequentialTest"),
    ),
    "Game": _whole(
        first=_TEXT,
        second=_TEXT,
        a_side={"enum": [1, 2]},
        moves=_TEXT,
        winner={"enum": [1, 2, None]},
        reason=_TEXT,
    )
    | {"description": "with opening_rule, opening and choices where the players made the opening"},
    "PuzzleSummary": _whole(**_PUZZLE),
    "Puzzles": _whole(
        puzzles=_list_of("PuzzleSummary"),
        first=_COUNT,
        total=_COUNT,
        games={"type": "array", "items": _TEXT},
        themes={"type": "array", "items": _TEXT},
    ),
    "Puzzle": _whole(
        **_PUZZLE,
        gravity={"type": "boolean"},
        look={"type": "object"},
        line=_TEXT,
        moves={"type": "array", "items": _whole(move=_TEXT, cell=_TEXT)},
        diagram={"type": "object"},
    ),
    "Answered": _whole(
        puzzle=_TEXT,
        move=_TEXT,
        cell=_TEXT,
        right={"type": "boolean"},
        answers={"type": "array", "items": _whole(move=_TEXT, cell=_TEXT)},
        reason={"type": ["object", "null"]},
        allowed={"type": ["object", "null"]},
        words={"type": "array", "items": _TEXT},
    ),
    "TournamentSummary": _whole(**_SUMMARY),
    "Tournaments": _whole(tournaments=_list_of("TournamentSummary"), first=_COUNT, total=_COUNT),
    "Tournament": _whole(
        **_SUMMARY,
        failure=_TEXT,
        interrupted={"type": "null"},
        repeated=_COUNT,
        unpaired=_COUNT,
        anchors={"type": "object", "additionalProperties": _REAL},
        standings=_list_of("Standing"),
        encounters=_list_of("Encounter"),
        forfeits={"type": "object", "additionalProperties": _COUNT},
        first={**_COUNT, "description": "the number of the first of the records"},
        records=_list_of("Game"),
    ),
}
_ANSWERS = {
    ("/puzzles", "get"): "Puzzles",
    ("/puzzles/{key}", "get"): "Puzzle",
    ("/puzzles/{key}", "post"): "Answered",
    ("/tournaments", "get"): "Tournaments",
    ("/tournaments", "post"): "Tournament",
    ("/tournaments/{key}", "get"): "Tournament",
    ("/tournaments/{key}", "post"): "Tournament",
}
"""Answers whose every key is described."""


def _body(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": [name for name in fields if name in _REQUIRED],
    }


_REQUIRED = ("players", "state", "move")


def _key(path: str) -> list[dict[str, Any]]:
    if "{key}" not in path:
        return []
    return [{"name": "key", "in": "path", "required": True, "schema": _TEXT}]


_SUCCESSES = {("/tournaments", "post"): "201", ("/tournaments/{key}", "delete"): "204"}


def _responses(path: str, method: str) -> dict[str, Any]:
    success = _SUCCESSES.get((path, method), "200")
    media = _STREAMS.get(path, "application/json")
    name = _ANSWERS.get((path, method))
    answer = {} if path in _STREAMS else {"schema": _ref(name) if name else {"type": "object"}}
    error = {"application/json": {"schema": _ref("Error")}}
    content = {} if success == "204" else {"content": {media: answer}}
    return {
        success: {"description": "the answer", **content},
        **{code: {"description": why, "content": error} for code, why in _REFUSALS.items()},
    }
