"""How far long work is: one kind of callback for all of it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, str], None]
"""Told the share that is done, 0 to 1, and what is being done, in words."""


def silent(share: float, words: str) -> None:
    """For those who do not watch."""


def part_of(progress: Progress, begin: float, end: float) -> Progress:
    """For work that is a part of other work."""
    return lambda share, words: progress(begin + share * (end - begin), words)
