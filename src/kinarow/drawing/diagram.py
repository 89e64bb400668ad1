"""What a picture of a board shows, as data; text, SVG and the lab's page each draw it their way."""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.game import Cell, Position, Side
from kinarow.game.movetext import written_as_columns


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board with its stones, lines drawn through cells, and how its columns are called."""

    columns: int
    rows: int
    stones: tuple[tuple[Cell, Side], ...]
    lines: tuple[tuple[Cell, ...], ...] = ()
    last: Cell | None = None
    """The stone that was played last, if that is known."""
    column_numbers: bool = False
    """Whether columns have numbers beside their letters, since moves are written with them."""

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

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; cells by name."""
        return {
            "columns": self.columns,
            "rows": self.rows,
            "stones": {cell.name: int(side) for cell, side in self.stones},
            "lines": [[cell.name for cell in line] for line in self.lines],
            "last": self.last.name if self.last else None,
            "column_numbers": self.column_numbers,
        }
