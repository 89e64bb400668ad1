"""Numbers as printed pages have them."""

from __future__ import annotations

import re

from kinarow import score
from kinarow.score import Score


def proper(text: str) -> str:
    """Hyphens before digits as minus signs."""
    return re.sub(r"(?<![\w-])-(?=\d)", "−", text)


def number(value: Score) -> str:
    return proper(score.plain(value))


def points(value: Score) -> str:
    return proper(score.signed(value))


def in_words(value: Score) -> str:
    return proper(score.in_words(value))
