"""Levels of processors: machine code is made for each, and the best that the machine has is run.

A level is asked of the processor and of what the system has switched on, by a function of the
library itself (`building/level_code.py`), which says its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """Its number, higher is better; its name in `KINAROW_LEVEL`; and what LLVM calls it."""

    number: int
    name: str
    cpu: str
    features: str = ""


PLAIN: Final = Level(1, "plain", "")
"""What every processor of an architecture has."""
LEVELS: Final = (
    PLAIN,
    Level(2, "x86-64-v2", "x86-64-v2"),
    Level(3, "x86-64-v3", "x86-64-v3"),
    Level(4, "x86-64-v4", "x86-64-v4"),
    Level(5, "x86-64-v4-popcnt", "x86-64-v4", "+avx512vpopcntdq,+avx512bitalg,-prefer-256-bit"),
)
"""The last one counts the stones of eight boards by one instruction."""


def symbol_at(symbol: str, level: Level) -> str:
    """The name in a library of what was made for a level."""
    return f"{symbol}__{level.number}"


LEVEL_FUNCTION: Final = "kinarow_level"
