"""Exact arithmetic for weights such as 1.2, which binary fractions cannot hold.

Every weight is read as the decimal number it is written as. Sums are whole numbers over a common
denominator, so no rounding creeps in, and a score is a float only where it is not a whole number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from kinarow.errors import EvaluatorError, shortened
from kinarow.score import LARGEST_FEATURE, Score

LONGEST_NAME: Final = 100
"""Names are kept with every game, and are read by people."""


def exact(number: Score) -> Fraction:
    """The number as it is written: 1.2 is 6/5."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def common_denominator(numbers: Iterable[Score]) -> int:
    """The least whole number that makes all these numbers whole when multiplied with it."""
    return math.lcm(*(exact(number).denominator for number in numbers))


def as_score(value: Fraction) -> Score:
    """A whole number where it is one, else the nearest float."""
    return int(value) if value.denominator == 1 else float(value)


def checked_name(name: object, field: str) -> str:
    """A name that can be printed anywhere, or an error that names the field."""
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise EvaluatorError(f"{field} must be a text of one line that is not empty")
    if len(name) > LONGEST_NAME:
        raise EvaluatorError(
            f"{field} may have {LONGEST_NAME} characters at most, not {len(name)}: "
            f"{shortened(name)!r}"
        )
    return name


def checked_text(text: object, field: str) -> str:
    """A text of any length that can be written to a file, or an error that names the field."""
    # JSON can spell half a character (a lone surrogate), which no file can hold.
    if not isinstance(text, str) or any("\ud800" <= character <= "\udfff" for character in text):
        raise EvaluatorError(f"{field} must be a text that can be written")
    return text


def checked_points(points: object, field: str) -> Score:
    """Points that a term may give, or an error that names the field."""
    if hasattr(points, "dtype") and hasattr(points, "item"):
        points = points.item()  # a number of numpy's
    if isinstance(points, bool) or not isinstance(points, int | float):
        raise EvaluatorError(f"{field} must be a number, not {points!r}")
    if not abs(points) <= LARGEST_FEATURE:
        raise EvaluatorError(f"{field} must lie between ±{LARGEST_FEATURE}, not {points}")
    return points
