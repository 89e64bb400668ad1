"""Whether a user's function may run compiled, kept for the next process.

To try one takes seconds, and each process that plays with it would try again. What was found is
kept as a file whose name is a hash of all that it depends on, in the folder of the compiled
kernels, which is another one for each state of those and of numba. It is empty where the function
is trusted, and says why where it is not.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from kinarow.errors import KinarowError
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import GameSpec
from kinarow.native import cache
from kinarow.writing import write_whole

_MOST_BESIDE: Final = 200
"""Of the files beside a user's: in a folder of more, nothing is kept."""
_OURS: Final = sorted(Path(__file__).parents[1].rglob("*.py"))
"""What a trial does is written in this room."""


def why_not_before(evaluator: UserEvaluator, spec: GameSpec) -> str | None:
    """Why a function that was tried before may not run compiled: an empty text if it may. None if
    it was not tried, or there is no telling."""
    place = _place(evaluator, spec)
    if place is None:
        return None
    try:
        return place.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def keep(evaluator: UserEvaluator, spec: GameSpec, why_not: str) -> None:
    """Keep what was found, where that can be kept."""
    place = _place(evaluator, spec)
    if place is not None:
        with suppress(OSError, KinarowError):
            write_whole(place, why_not.encode())


def _place(evaluator: UserEvaluator, spec: GameSpec) -> Path | None:
    return place_of("verdict", evaluator, spec)


def place_of(what: str, evaluator: UserEvaluator, spec: GameSpec) -> Path | None:
    """Where something is kept that was found out about a function; None if nothing can be."""
    folder, digest = cache.folder(), _digest(evaluator, spec)
    return None if folder is None or digest is None else folder / f"{what}-{digest}"


def _digest(evaluator: UserEvaluator, spec: GameSpec) -> str | None:
    """Of all that it depends on what a function does."""
    rows = evaluator.parameters.rows
    digest = hashlib.sha256(f"{evaluator.attribute} {rows} {spec} ".encode() + evaluator.code)
    try:
        beside = sorted(os.scandir(evaluator.path.parent), key=lambda entry: entry.name)
        if len(beside) > _MOST_BESIDE:
            return None
        for entry in beside:
            digest.update(f"{entry.name}\0".encode("utf-8", "surrogateescape"))
            if entry.name.endswith(".py"):  # it may be imported
                digest.update(hashlib.sha256(Path(entry).read_bytes()).digest())
            elif entry.is_file():  # it may be read
                state = entry.stat()
                digest.update(f"{state.st_mtime_ns} {state.st_size}\0".encode())
        for source in _OURS:
            digest.update(source.read_bytes())
    except OSError:
        return None
    return digest.hexdigest()[:32]
