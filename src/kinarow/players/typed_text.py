"""What people type for a player that is none yet: the file of an evaluator, or of a bot."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import Path
from typing import Final

from kinarow.errors import PlayerError, shortened
from kinarow.evaluation import CATALOGUE
from kinarow.evaluation.catalogue import FITTED

_FILE: Final = re.compile(r"(?P<file>[^:]*\.(?:py|json|json\.gz))(?P<rest>[:,].*)?", re.DOTALL)
_FUNCTION: Final = re.compile(r"^(?:async )?def[ \t]+(\w+)[ \t]*\(([^)]*)", re.MULTILINE)
_CLASS_THAT_PLAYS: Final = re.compile(
    r"^class[ \t]+(\w+)[^\n]*\n(?:(?!^\S).*\n)*?[ \t]+def[ \t]+play[ \t]*\(\s*self\s*,[^,)]+,",
    re.MULTILINE,
)
_MOST_READ: Final = 1 << 20


def as_player_text(text: str, kinds: Container[str]) -> str:
    """The text of a player; an evaluator's file alone plays by alpha-beta. A file with a bot in it
    is pointed to what plays it, by a `PlayerError`.

    >>> from kinarow.players.typed_text import as_player_text
    >>> as_player_text("my_eval.py:score,depth=4", {"alphabeta"})
    'alphabeta:eval=my_eval.py:score,depth=4'
    """
    if text.partition(":")[0] in kinds or "alphabeta" not in kinds:
        return text
    evaluator = text.partition(",")[0]
    if evaluator in (*CATALOGUE, *FITTED):
        raise PlayerError(
            f"{evaluator} is an evaluator: what plays by it is a search, alphabeta:eval={text}"
        )
    match = _FILE.fullmatch(text)
    if match is None:
        return text
    if match["file"].endswith(".py") and not (match["rest"] or "").startswith(":"):
        _refuse_a_bot(match["file"], kinds)
    return f"alphabeta:eval={text}"


def _refuse_a_bot(file: str, kinds: Container[str]) -> None:
    """Say how a file is played that has no evaluator in it, as far as its text shows; it is not
    run."""
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as opened:
            code = opened.read(_MOST_READ)
    except (OSError, ValueError):
        return  # who loads it says what is wrong
    functions = dict(_FUNCTION.findall(code))
    if "evaluate" in functions or "Evaluator(" in code:
        return
    agents = [name for name, taken in functions.items() if re.match(r"\s*obs", taken)]
    plays = _CLASS_THAT_PLAYS.search(code)
    if "choose" in functions:
        kind, what, how = "file", "a function choose", f"file:{file}"
    elif agents or "agent" in functions:
        name = (agents or ["agent"])[-1]
        kind, what, how = "kaggle", f"the agent {name}(observation, …)", f"kaggle:{file}"
    elif plays:
        kind, what = "course", f"the class {plays[1]} with play(env, move)"
        how = f"course:{file}:{plays[1]}"
    else:
        return
    if kind in kinds:
        raise PlayerError(f"{shortened(file, 100)} has {what} and no evaluate: play it as {how}")
