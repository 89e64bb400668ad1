"""That a user's function may run compiled, kept for the next process.

To try one takes seconds, and each process that plays with it would try again. What was found is
kept as an empty file whose name is a hash of all that it depends on, in the folder of the compiled
kernels, which is another one for each state of those and of numba.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from kinarow.evaluation.user import UserEvaluator
from kinarow.game import GameSpec
from kinarow.native import cache

_MOST_BESIDE: Final = 200
"""Of the files beside a user's: in a folder of more, nothing is kept."""
_OURS: Final = sorted(Path(__file__).parent.glob("*.py"))
"""What a trial does is written in this room."""


def was_trusted(evaluator: UserEvaluator, spec: GameSpec) -> bool:
    """Whether a function was tried before and may run compiled."""
    place = _place(evaluator, spec)
    return place is not None and place.exists()


def keep_trusted(evaluator: UserEvaluator, spec: GameSpec) -> None:
    """Keep that a function may run compiled, where that can be kept."""
    place = _place(evaluator, spec)
    if place is not None:
        with suppress(OSError):
            place.touch()


def _place(evaluator: UserEvaluator, spec: GameSpec) -> Path | None:
    folder, digest = cache.folder(), _digest(evaluator, spec)
    return None if folder is None or digest is None else folder / f"trusted-{digest}"


def _digest(evaluator: UserEvaluator, spec: GameSpec) -> str | None:
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
