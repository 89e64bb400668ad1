"""What was understood of a function, in words."""

from __future__ import annotations

from collections.abc import Iterator

from kinarow.evaluation.understood.understanding import Understanding
from kinarow.evaluation.written.formula import formula


def understanding_text(known: Understanding) -> str:
    """The claim, the formula, the cases besides, what differs and what looks like a mistake."""
    return "\n".join(_lines(known))


def _lines(known: Understanding) -> Iterator[str]:
    yield known.claim
    yield from known.whys
    if known.evaluator is not None:
        yield from ("", formula(known.evaluator))
        yield from (f"and {case}" for case in known.cases)
    if known.differ:
        yield ""
        yield from (f"another score on {example}" for example in known.examples)
    if known.mistakes:
        yield from ("", "looks like a mistake:")
        yield from (f"  {words}" for words in known.mistakes)
