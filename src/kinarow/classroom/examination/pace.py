"""How fast a submission was from one part of its work to the next.

Games and positions for which its time did not last count for nothing, so that slow is not wrong.
But who plays knows how its games stand: one that is slow on purpose from the moment on when they
stand well would choose which of them count. What it would have come to at its own pace, it loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

_SLOWER: Final = 10.0
"""Times as slow as before: moves early and late in a game, caches and other work on the machine
make less of a difference, since all are mixed throughout."""
_SHARE: Final = 0.25
"""Of all its time, which it was so slow for."""


class TimedStep(NamedTuple):
    """Positions or games that were asked one after the other."""

    is_games: bool
    moves: int
    """Of its own; of a game that was not played to the end, none is known."""
    seconds: float


def has_slowed_down(steps: Sequence[TimedStep], total_seconds: float) -> bool:
    """Whether from some point on, after at least a pair of games, it was so much slower that it
    used up a good part of all its seconds by that; of 0 seconds, any part."""
    took, moves = sum(step.seconds for step in steps), sum(step.moves for step in steps)
    before = {True: (0, 0.0), False: (0, 0.0)}
    for step in steps:
        of_kind, seconds = before[step.is_games]
        before[step.is_games] = of_kind + step.moves, seconds + step.seconds
        took, moves = took - step.seconds, moves - step.moves
        if before[True][0] == 0:
            continue
        # Whatever comes is not held against it if it is as slow as the slower of the two.
        usual = max(seconds / count for count, seconds in before.values() if count)
        if took >= _SHARE * total_seconds and took > _SLOWER * usual * max(1, moves):
            return True
    return False


def merged(steps: Sequence[TimedStep]) -> list[TimedStep]:
    """Fewer steps: those of the same kind that follow each other as one."""
    found: list[TimedStep] = []
    for step in steps:
        if found and not step.is_games and not found[-1].is_games:
            last = found.pop()
            step = TimedStep(False, last.moves + step.moves, last.seconds + step.seconds)
        found.append(step)
    return found
