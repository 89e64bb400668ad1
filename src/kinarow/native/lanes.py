"""Eight words at once: the processor's vectors, with the operators that words have.

A kernel's function that is written with `& | ^ ~ << >> + -` alone works on words and on lanes
alike, so what is computed for one position can be computed for eight children in one go.
"""

from __future__ import annotations

from typing import Any, Final

from kinarow.native.instruction import instruction
from kinarow.native.words import Word

LANES: Final = 8


@instruction
def spread(word: Word) -> Any:
    """The same word in every lane."""


@instruction
def load_lanes(address: Word) -> Any:
    """The eight words there."""


@instruction
def store_lanes(address: Word, lanes: Any) -> None:
    """Write eight words."""
