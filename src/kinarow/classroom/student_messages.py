"""What a student is told of an error in games and positions: its kind and its line, never its text.

The text is whatever the submission wants to say, and it has seen the boards and seeds of its mark:
what it says could be put together, run for run, to a table of all positions. What kind an error is,
is one of those that Python has, since a student's own could be called anything.
"""

from __future__ import annotations

import builtins
import re
from typing import Final

from kinarow.players.isolated.child_process import PROCESS_ENDED
from kinarow.players.player import OUT_OF_TIME

_KINDS: Final = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}
_ERROR: Final = re.compile(r"(?:[^:]{1,200}?, line (\d{1,5}): )?(\w{1,60})\b")
_OURS: Final = (
    OUT_OF_TIME, PROCESS_ENDED, "illegal move", "its time was used up", "not asked any more",
)  # fmt: skip
_NO_ANSWER: Final = re.compile(
    r"(?:[^:]{1,200}: ){0,2}(?:choose returned|evaluate returned|answered)\b"
)


def kind_of_failure(reason: str) -> str:
    """In words that are ours: `ValueError in line 12`, `out of time`."""
    for words in _OURS:
        if reason.startswith(words):
            return words
    found = _ERROR.match(reason)
    if found and found[2] in _KINDS:
        return f"{found[2]} in line {int(found[1])}" if found[1] else found[2]
    if _NO_ANSWER.match(reason):
        return "an answer that is none"
    return "an error"
