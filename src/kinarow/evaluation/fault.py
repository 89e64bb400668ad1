"""A fault in a user's file, as its sentence tells it: what, in which line, on which board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kinarow.drawing.diagram import Diagram
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Side
from kinarow.game.boardtext import Stones, read_state, write_board
from kinarow.game.geometry import geometry
from kinarow.game.movetext import written_as_columns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BOARD = re.compile(r" \(on the board ([^()]+)\)$")
_LINE = re.compile(r"^(?P<file>[^:]+), line (?P<line>[0-9]{1,9})\b")


def on_board(board: NDArray[np.generic], spec: GameSpec) -> str:
    """What an error's sentence ends with: the board it happened on, as a one-line state. It need
    not be one that a game can reach."""
    first = second = 0
    for cell, held in zip(geometry(spec).cells, board.reshape(-1).tolist(), strict=True):
        if held == Side.FIRST:
            first |= geometry(spec).bit(cell)
        elif held == Side.SECOND:
            second |= geometry(spec).bit(cell)
    return f" (on the board {write_board(spec, Stones(first, second), 'state')})"


@dataclass(frozen=True, slots=True)
class Fault:
    """An error's sentence taken apart, for those who draw its board.

    >>> from kinarow.evaluation.fault import Fault
    >>> found = Fault.of("me.py, line 3: KeyError: 7 (on the board drop:4x4:3 4/4/4/X3)")
    >>> found.sentence, found.file, found.line, found.state
    ('me.py, line 3: KeyError: 7', 'me.py', 3, 'drop:4x4:3 4/4/4/X3')
    """

    sentence: str
    """All but the board."""
    file: str = ""
    line: int | None = None
    state: str = ""
    """The board, as a one-line state; nothing where none is named."""

    @classmethod
    def of(cls, text: str) -> Fault:
        found = _BOARD.search(text)
        sentence = text[: found.start()] if found else text
        place = _LINE.match(sentence)
        return cls(
            sentence,
            place["file"] if place else "",
            int(place["line"]) if place else None,
            found[1] if found else "",
        )

    @property
    def diagram(self) -> Diagram | None:
        """The board, drawn; None where there is none, or where what names it is none."""
        if not self.state:
            return None
        try:
            spec, stones = read_state(self.state)
        except KinarowError:  # the sentence may come from a stranger's process
            return None
        sides = ((Side.FIRST, stones.first), (Side.SECOND, stones.second))
        layout = geometry(spec)
        return Diagram(
            spec.columns,
            spec.rows,
            tuple(
                (cell, side)
                for cell in layout.cells
                for side, bits in sides
                if bits & layout.bit(cell)
            ),
            column_numbers=written_as_columns(spec),
        )

    def to_json(self) -> dict[str, object]:
        """The sentence, file, line and board, for a program."""
        drawn = self.diagram
        return {
            "text": self.sentence,
            "file": self.file,
            "line": self.line,
            "state": self.state,
            "board": drawn.to_json() if drawn else None,
        }
