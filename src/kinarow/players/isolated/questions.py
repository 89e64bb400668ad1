"""What a player's process is asked: lines of JSON, read with the same care as its answers.

A question is a pair: what is asked, and about what. Boards travel as their stones, written as
hexadecimal numbers (`game/geometry.py` draws the bits).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position, Side

LONGEST_QUESTION: Final = 4 << 20
"""In bytes."""
MOST_BOARDS: Final = 256
"""In one question; those of the largest board still fit a line."""
_LARGEST_SEED: Final = 1 << 64

PLAYER, EVALUATOR = "player", "evaluator"
"""Make this one, named by its text; the first question of all."""
NEW_GAME, GET_READY, WARM_UP, TRY_OUT, CHOOSE, EVALUATE = (
    "new game", "get ready", "warm up", "try out", "choose", "evaluate",
)  # fmt: skip

Question = tuple[str, Any]
"""What is asked, and about what: a text, a seed, a game, a position, or `Boards`."""
Boards = tuple[Side, Sequence[Position]]
"""A side, and positions of one game to be judged for it."""


def write_question(question: Question) -> bytes:
    kind, content = question
    told: dict[str, object] = {"ask": kind}
    if kind == EVALUATE:
        side, positions = content
        told |= {"game": str(positions[0].spec), "side": int(side)}
        told["boards"] = [_stones(position) for position in positions]
    elif isinstance(content, Position):
        told |= {"game": str(content.spec), "boards": [_stones(content)]}
    elif isinstance(content, GameSpec):
        told["game"] = str(content)
    else:
        told["about"] = content
    return json.dumps(told).encode() + b"\n"


def read_question(line: bytes) -> Question:
    """The question that was written, or a `KinarowError`."""
    try:
        told = json.loads(line)
        return told["ask"], _READERS[told["ask"]](told)
    except (KeyError, TypeError, ValueError, RecursionError):
        raise KinarowError("a question that cannot be read") from None


def _stones(position: Position) -> list[str]:
    return [f"{position.first:x}", f"{position.second:x}"]


def _text(told: dict[str, Any]) -> str:
    if not isinstance(told["about"], str):
        raise TypeError
    return told["about"]


def _seed(told: dict[str, Any]) -> int:
    seed = told["about"]
    if type(seed) is not int or abs(seed) > _LARGEST_SEED:
        raise TypeError
    return seed


def _game(told: dict[str, Any]) -> GameSpec:
    return GameSpec.parse(told["game"])


def _positions(told: dict[str, Any]) -> list[Position]:
    spec, boards = _game(told), told["boards"]
    if not 1 <= len(boards) <= MOST_BOARDS:
        raise ValueError
    return [Position(spec, int(first, 16), int(second, 16)) for first, second in boards]


def _position(told: dict[str, Any]) -> Position:
    (position,) = _positions(told)
    return position


def _boards(told: dict[str, Any]) -> Boards:
    return Side(told["side"]), _positions(told)


_READERS: Final = {
    PLAYER: _text, EVALUATOR: _text, NEW_GAME: _seed, GET_READY: _game, WARM_UP: _position,
    TRY_OUT: _game, CHOOSE: _position, EVALUATE: _boards,
}  # fmt: skip
