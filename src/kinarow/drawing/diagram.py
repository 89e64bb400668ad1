"""What a picture of a board shows, as data; text, SVG and the lab's page each draw it their way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from kinarow.game import Cell, Position, Side
from kinarow.game.movetext import written_as_columns
from kinarow.score import Score

Tone = Literal["good", "bad"]


class Counted(Protocol):
    """Something that counts in a score, such as a `Contribution`: where, and how much."""

    @property
    def cells(self) -> tuple[Cell, ...]: ...

    @property
    def points(self) -> Score: ...


class Explained(Protocol):
    """Why a score is what it is, such as an `Explanation`."""

    @property
    def contributions(self) -> Sequence[Counted]: ...

    @property
    def move(self) -> Cell | None: ...


@dataclass(frozen=True, slots=True)
class CellMark:
    """Cells that a picture points out: a window that counts, a trap, a threat."""

    cells: tuple[Cell, ...]
    tone: Tone


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board with its stones and what is drawn onto it.

    >>> from kinarow import Diagram, Position
    >>> len(Diagram.of(Position.from_moves("4453")).stones)
    4
    """

    columns: int
    rows: int
    stones: tuple[tuple[Cell, Side], ...]
    lines: tuple[tuple[Cell, ...], ...] = ()
    """The winning lines."""
    last: Cell | None = None
    """The stone that was played last, if that is known."""
    column_numbers: bool = False
    """Whether columns have numbers beside their letters, since moves are written with them."""
    marks: tuple[CellMark, ...] = ()
    heat: tuple[tuple[Cell, float], ...] = ()
    """Cells and how strongly each is shaded, from −1 (bad) to 1 (good)."""
    numbers: tuple[tuple[Cell, str], ...] = ()
    """A few characters on cells, such as what a stone there is worth."""
    captions: tuple[str, ...] = ()
    """A few characters under each column, such as the score of a move there."""

    @classmethod
    def of(cls, position: Position, last: Cell | None = None) -> Diagram:
        """The diagram of a position, its winning lines drawn."""
        held = ((cell, position.at(cell)) for cell in position.geometry.cells)
        ending = position.ending()
        return cls(
            position.spec.columns,
            position.spec.rows,
            tuple((cell, side) for cell, side in held if side),
            ending.lines if ending else (),
            last,
            written_as_columns(position.spec),
        )

    def explained(self, explanation: Explained) -> Diagram:
        """The same picture with everything that counts drawn onto it."""
        return self.marked(explanation.contributions, explanation.move)

    def marked(self, contributions: Iterable[Counted], chosen: Cell | None = None) -> Diagram:
        """The same picture with some of what counts drawn onto it, and a move that is chosen."""
        marks = [
            CellMark(c.cells, "good" if c.points > 0 else "bad") for c in contributions if c.cells
        ]
        if chosen:
            marks.append(CellMark((chosen,), "good"))
        return replace(self, marks=tuple(marks))

    def heated(self, explanation: Explained) -> Diagram:
        """The same picture with each cell shaded by the points of what it is part of."""
        points: dict[Cell, float] = {}
        for c in explanation.contributions:
            for cell in c.cells:
                points[cell] = points.get(cell, 0) + c.points / len(c.cells)
        largest = max(map(abs, points.values()), default=0) or 1
        heat = tuple((cell, value / largest) for cell, value in points.items())
        return replace(self, heat=heat)

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; cells by name."""
        return {
            "columns": self.columns,
            "rows": self.rows,
            "stones": {cell.name: int(side) for cell, side in self.stones},
            "lines": [[cell.name for cell in line] for line in self.lines],
            "last": self.last.name if self.last else None,
            "column_numbers": self.column_numbers,
            "marks": [
                {"cells": [cell.name for cell in mark.cells], "tone": mark.tone}
                for mark in self.marks
            ],
            "heat": {cell.name: round(value, 4) for cell, value in self.heat},
            "numbers": {cell.name: text for cell, text in self.numbers},
            "captions": list(self.captions),
        }
