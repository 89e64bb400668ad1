"""An evaluator is tried on a few boards before anything depends on it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.game import GameSpec, Position, Side

BOARDS: Final = 40
"""Of random games, the empty one first."""
_SECONDS: Final = 2.0
"""After so long, a slow function has been asked often enough."""
_FEWEST: Final = 4


def try_out(evaluator: AnyEvaluator, spec: GameSpec) -> int:
    """Ask an evaluator for the scores of some boards, and say of how many: what is wrong with it is
    raised as the `EvaluatorError` that it is.

    >>> from kinarow import GameSpec, find_evaluator
    >>> from kinarow.evaluation.trial import try_out
    >>> try_out(find_evaluator("open-lines"), GameSpec.parse("tictactoe"))
    40
    """
    begun = time.monotonic()
    for number, (position, side) in enumerate(islice(sample_boards(spec), BOARDS)):
        if number >= _FEWEST and time.monotonic() - begun > _SECONDS:
            return number
        evaluator.evaluate(position, side)
    return BOARDS


def sample_boards(spec: GameSpec) -> Iterator[tuple[Position, Side]]:
    """Boards of random games without end, the empty one first, and for whom to judge each; the same
    for everyone."""
    random = Random(f"boards of {spec}")
    position = Position.start(spec)
    while True:
        yield position, random.choice(list(Side))
        moves = position.legal_moves()
        position = position.play(random.choice(moves)) if moves else Position.start(spec)
