"""What a player's process answers: lines of JSON, and what can be believed of them.

The process runs a user's code, so nothing that comes from there is taken as it is: `read_answer`
makes a choice of plain values within their bounds, or says in words why there is none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from kinarow.errors import PlayerError, shortened, visible
from kinarow.game import Cell
from kinarow.players.isolated.child_process import PROCESS_ENDED
from kinarow.players.player import Choice, ForfeitError
from kinarow.score import HEURISTIC_LIMIT, WIN, Score
from kinarow.search.limits import MOST_NODES

LONGEST_ANSWER: Final = 1 << 20
"""In bytes."""
_LONGEST_WORDS: Final = 1000
_FARTHEST: Final = 10**6
"""A cell may be off the board, which the referee refuses, but it is not farther away than this."""
_DEEPEST: Final = 10**6


class UnreadableError(ForfeitError):
    """What came is no answer at all. Nobody knows which question the next line would answer, so its
    process is to be ended."""

    def __init__(self, words: str = f"{PROCESS_ENDED}: what it answered cannot be read") -> None:
        super().__init__(words)


def write_choice(choice: Choice | None) -> bytes:
    """A choice as a line; None where no move was asked for."""
    try:
        return _line({"choice": None if choice is None else asdict(choice)})
    except Exception:
        raise PlayerError("answered a choice that is not made of plain numbers and words") from None


def write_scores(scores: Sequence[Score | str]) -> bytes:
    """What boards are worth, in their order; words where judging one failed."""
    told = [shortened(s, _LONGEST_WORDS) if isinstance(s, str) else s for s in scores]
    return _line({"scores": told})


def write_error(words: str) -> bytes:
    """What went wrong, as a line."""
    return _line({"error": shortened(words, _LONGEST_WORDS)})


def _line(answer: dict[str, object]) -> bytes:
    return json.dumps(answer).encode() + b"\n"


def _content(line: bytes, wanted: str) -> Any:
    """What was answered; an error is raised again, as one that costs the game."""
    try:
        ((kind, content),) = json.loads(line).items()
    except Exception:  # also for numbers and nesting beyond what Python reads
        raise UnreadableError from None
    if kind != wanted:
        raise ForfeitError(_words(content))
    return content


def read_scores(line: bytes, count: int) -> list[Score | ForfeitError]:
    """As many scores as were asked for; where judging a board failed, the error that says how."""
    content = _content(line, "scores")
    if not isinstance(content, list) or len(content) != count:
        raise ForfeitError("answered something else than a score for each board")
    return [_opinion(value) for value in content]


def read_answer(line: bytes) -> Choice | None:
    """The choice that was written; None where no move was asked for."""
    content = _content(line, "choice")
    if content is None:
        return None
    try:
        return Choice(
            _cell(content["move"]),
            _score(content["score"]),
            _words(content["reason"]),
            tuple(map(_cell, content["line"])),
            _count("a depth", content["depth"], _DEEPEST),
            _count("a number of nodes", content["nodes"], MOST_NODES),
            content["by_environment"] is True,
        )
    except (KeyError, TypeError):
        raise ForfeitError("answered something else than a choice") from None


def _cell(value: Any) -> Cell:
    if [type(number) for number in value] != [int, int] or max(map(abs, value)) > _FARTHEST:
        raise _refused("a cell", value)
    return Cell(*value)


def _score(value: Any) -> Score | None:
    if value is not None and not (type(value) in (int, float) and abs(value) <= WIN):
        raise _refused("a score", value)
    return value  # type: ignore[no-any-return]


def _opinion(value: Any) -> Score | ForfeitError:
    if isinstance(value, str):
        return ForfeitError(_words(value))
    if type(value) not in (int, float) or not abs(value) <= HEURISTIC_LIMIT:  # nan is neither
        return _refused("a score", value)
    return value  # type: ignore[no-any-return]


def _count(name: str, value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise _refused(name, value)
    return value


def _words(value: object) -> str:
    return visible(shortened(str(value), _LONGEST_WORDS))


def _refused(name: str, value: object) -> ForfeitError:
    return ForfeitError(f"answered {name} that cannot be: {shortened(repr(value), 60)}")
