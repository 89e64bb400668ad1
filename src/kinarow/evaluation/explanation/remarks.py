"""What must be said beside a score, so that its number does not mislead."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from kinarow.errors import EvaluatorError
from kinarow.score import HEURISTIC_LIMIT, Score, signed

if TYPE_CHECKING:
    from kinarow.evaluation.any_evaluator import AnyEvaluator
    from kinarow.game import GameSpec, Position, Side

_BOARDS: Final = 12
_SECONDS: Final = 1.0

RemarkKind = Literal["clipped", "not repeatable", "mistake"]


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about a score, and a name for its kind that programs can go by."""

    kind: RemarkKind
    words: str

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind, "words": self.words}


def clipped(name: str, returned: Score, where: str = "") -> Remark:
    """A number beyond the heuristic band is shown as the band's end."""
    return Remark(
        "clipped",
        f"{name} returned {_number(returned)}{where}, clipped to {signed(in_band(returned))}: "
        "larger numbers stand for proven wins and losses",
    )


def not_repeatable(name: str, first: Score, then: Score) -> Remark:
    """The same board was asked twice, with two answers."""
    return Remark(
        "not repeatable",
        f"{name} gave {_number(first)} and then {_number(then)} for the same board: it is random "
        "or keeps state",
    )


def remarks_on(
    evaluator: AnyEvaluator, position: Position, side: Side, score: Score
) -> tuple[Remark, ...]:
    """What to say beside a score that an evaluator gave a position; the evaluator is asked again
    only if the score is at an end of the band."""
    if abs(score) < HEURISTIC_LIMIT:
        return ()
    returned = evaluator.unclipped(position, side)
    return (clipped(evaluator.name, returned),) if abs(returned) > HEURISTIC_LIMIT else ()


def asked_again(
    evaluator: AnyEvaluator, position: Position, side: Side, score: Score
) -> tuple[Remark, ...]:
    """Ask for a score once more, and say so if it is another one."""
    then = evaluator.evaluate(position, side)
    return () if then == score else (not_repeatable(evaluator.name, score, then),)


def remarks_if_own(evaluator: AnyEvaluator, spec: GameSpec) -> tuple[Remark, ...]:
    """What to say of an evaluator that runs a user's code, found on some boards of random games,
    each asked about twice, the second time in the opposite order."""
    if evaluator.of_terms:
        return ()
    try:
        return tuple(_on_boards(evaluator, spec))
    except EvaluatorError:  # that it fails is said where it was needed
        return ()


def _on_boards(evaluator: AnyEvaluator, spec: GameSpec) -> Iterator[Remark]:
    from kinarow.evaluation.trial import sample_boards

    end = time.monotonic() + _SECONDS
    asked: list[tuple[Position, Side, Score]] = []
    for position, side in islice(sample_boards(spec), _BOARDS):
        asked.append((position, side, evaluator.evaluate(position, side)))
        if time.monotonic() > end:
            break
    for position, side, score in asked:
        if found := remarks_on(evaluator, position, side, score):
            yield from found
            break
    for position, side, score in reversed(asked):
        if found := asked_again(evaluator, position, side, score):
            yield from found
            break


def in_band(score: Score) -> Score:
    """The score, or the end of the heuristic band that it lies beyond: infinity, as some write for
    a won board, is the most that an opinion may say."""
    return max(-HEURISTIC_LIMIT, min(HEURISTIC_LIMIT, score))


def _number(number: Score) -> str:
    try:
        return f"{number:.15g}"
    except OverflowError:  # a whole number that no float can hold
        return f"about {'-' if number < 0 else ''}1e+{math.log10(abs(number)):.0f}"
