"""The two colours."""

from __future__ import annotations

from enum import IntEnum


class Side(IntEnum):
    """A colour of stones. FIRST moves first; it is 1 on number boards and X on letter boards.

    >>> Side.FIRST.mark, Side.FIRST.other
    ('X', <Side.SECOND: 2>)
    """

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    @property
    def mark(self) -> str:
        """`X` or `O`."""
        return "X" if self is Side.FIRST else "O"
