"""What was understood of a function in a file, kept for the next time that it is asked for."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Final

from kinarow.errors import KinarowError
from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.understood.understanding import Understanding, understand
from kinarow.evaluation.user.kept_verdicts import place_of
from kinarow.game import GameSpec
from kinarow.work.progress import Progress, silent
from kinarow.writing import write_whole

_MOST_FOUND: Final = 16
_found: dict[tuple[AnyEvaluator, GameSpec], Understanding] = {}
"""Of this process: a function of the running program has no file to be known by."""


def understood(
    evaluator: AnyEvaluator, spec: GameSpec, progress: Progress = silent
) -> Understanding:
    """What a function comes to, as it was found before or as it is found now."""
    known = _found.get((evaluator, spec)) or _before(evaluator, spec)
    if known is None:
        known = understand(evaluator, spec, progress=progress)
        _keep(evaluator, spec, known)
    while len(_found) >= _MOST_FOUND:
        _found.pop(next(iter(_found)), None)
    _found[evaluator, spec] = known
    return known


def _before(evaluator: AnyEvaluator, spec: GameSpec) -> Understanding | None:
    function = evaluator.in_file
    place = None if function is None else place_of("understood", function, spec)
    if place is None:
        return None
    try:
        return Understanding.from_json(json.loads(place.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, KinarowError):
        return None


def _keep(evaluator: AnyEvaluator, spec: GameSpec, known: Understanding) -> None:
    function = evaluator.in_file
    place = None if function is None else place_of("understood", function, spec)
    if place is not None:
        with suppress(OSError, KinarowError, ValueError):
            write_whole(place, json.dumps(known.to_json()).encode())
