"""The ways in which a function can be explained."""

from typing import Final, Literal, get_args

Way = Literal["best", "formula", "calls", "stones"]
"""`best` is the first of the others that is exact."""
WAYS: Final[tuple[Way, ...]] = get_args(Way)
