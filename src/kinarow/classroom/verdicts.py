"""What became of a submission, in the words that programming judges use.

What went wrong is kept in words, as a player's process, the referee or the sandbox says it; here
these words are sorted. What a submission says itself decides nothing: of an error of its own only
the kind is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from kinarow.players.isolated.child_process import PROCESS_ENDED
from kinarow.players.player import OUT_OF_TIME


class Verdict(StrEnum):
    """From the best to the worst."""

    OK = "ok"
    TIME = "time limit"
    MEMORY = "memory"
    ERROR = "error while running"
    FORMAT = "wrong format"
    FORBIDDEN = "forbidden"

    @property
    def meaning(self) -> str:
        """In words, for whoever reads it the first time."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    Verdict.OK: "it ran as it should",
    Verdict.TIME: "it took longer than it may, for a move or in all",
    Verdict.MEMORY: "it used more memory than it may",
    Verdict.ERROR: "Python stopped it with an error, or its process ended",
    Verdict.FORMAT: "it is not what was asked for: the file, the function, or what that returns",
    Verdict.FORBIDDEN: "it tried what a submission may not do",
}

_PYTHON_ERROR: Final = re.compile(r".*?(?:\.py|, line \d+): (\w+)(?=:|$| \(on the board )")
"""How an error of the submission's own is told: file, line and kind; then it may say anything."""
_BARE_ERROR: Final = re.compile(r"(\w+(?:Error|Exception|Exit|Interrupt)): ?")
_KINDS: Final = {
    **dict.fromkeys(("SyntaxError", "IndentationError", "TabError"), Verdict.FORMAT),
    "MemoryError": Verdict.MEMORY,
    "PermissionError": Verdict.FORBIDDEN,
}
_PHRASES: Final = (
    (Verdict.FORMAT, (" returned ",)),  # first, since what follows is the submission's
    (Verdict.FORBIDDEN, ("a submission may not", " MB or too many files")),
    (Verdict.MEMORY, ("out of memory", " MB of memory")),
    (
        Verdict.TIME,
        (OUT_OF_TIME, " did not end within ", "its computing time was used up", "no first move"),
    ),
    (
        Verdict.ERROR,
        (PROCESS_ENDED, " changed the board ", "an error that cannot be written", "the worker "),
    ),
)


def verdict_of(reason: str) -> Verdict:
    """What kind of thing went wrong; nothing is `OK`."""
    if not reason:
        return Verdict.OK
    said_by_python = _PYTHON_ERROR.match(reason) or _BARE_ERROR.match(reason)
    if said_by_python:
        kind = said_by_python[1]
        if kind == "ImportError" and f"{kind}: a submission may not import" in reason:
            return Verdict.FORBIDDEN
        return _KINDS.get(kind, Verdict.ERROR)
    for verdict, phrases in _PHRASES:
        if any(phrase in reason for phrase in phrases):
            return verdict
    return Verdict.FORMAT


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Of several; `OK` if there are none."""
    return max(verdicts, key=list(Verdict).index, default=Verdict.OK)
