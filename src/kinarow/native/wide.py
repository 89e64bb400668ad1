"""Boards that one word does not hold: numbers of 128 bits, alone and eight in lanes.

They have the operators of words, so that a kernel's function written with these knows both. What
kernels need beside operators is in `board_access`.
"""

from __future__ import annotations

from kinarow.native.instruction import instruction
from kinarow.native.types import Board


@instruction
def a_wide_board() -> Board:
    """An empty one, to say that wide boards are meant."""
