"""Where things are on a board: cells, bits, windows.

A board is a pair of integers, one bit a cell for each side. Bits run up the columns, and each
column has one spare bit on top that no stone ever takes. 7×6, cell names and bits:

      6  13  20  27  34  41  48      spare
    ┌───────────────────────────┐
    │ 5  12  19  26  33  40  47 │    a6 … g6
    │ 4  11  18  25  32  39  46 │
    │ 3  10  17  24  31  38  45 │
    │ 2   9  16  23  30  37  44 │
    │ 1   8  15  22  29  36  43 │
    │ 0   7  14  21  28  35  42 │    a1 … g1
    └───────────────────────────┘

So one step up is +1, one to the right +(rows+1), rising +(rows+2), falling +rows, and a line that
would run over the edge meets a spare bit, which is always empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from kinarow.game.spec import GameSpec

WORD_BITS: Final = 64


class Cell(NamedTuple):
    """A place on the board, counted from 0; column 0 is on the left, row 0 at the bottom.

    A move is the cell where the stone comes to lie, with gravity too.

    >>> Cell(3, 0).name, Cell(26, 9).name
    ('d1', 'aa10')
    """

    column: int
    row: int

    @property
    def name(self) -> str:
        """`a1` at the bottom left; columns past `z` go on with `aa`."""
        return f"{column_letters(self.column)}{self.row + 1}"

    def __str__(self) -> str:
        return self.name


class Direction(Enum):
    """The way in which a line runs, as (columns, rows) a step; lines are read as we write."""

    ROW = (1, 0)
    COLUMN = (0, -1)
    FALLING = (1, -1)
    RISING = (1, 1)


@dataclass(frozen=True, slots=True)
class Window:
    """A straight run of `target` cells, in the order in which its direction runs."""

    cells: tuple[Cell, ...]
    direction: Direction
    mask: int
    """The same cells as bits."""


def column_letters(column: int) -> str:
    """0 → a, 25 → z, 26 → aa, as in spreadsheets."""
    tens, ones = divmod(column, 26)
    return (chr(ord("a") + tens - 1) if tens else "") + chr(ord("a") + ones)


def column_number(letters: str) -> int:
    """The inverse of `column_letters`, for one or two letters a–z."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number - 1


def bits_of(board: int) -> Iterator[int]:
    """The single bits of a board, lowest first."""
    while board:
        lowest = board & -board
        yield lowest
        board ^= lowest


class Geometry:
    """Everything about a board that does not change during a game; `geometry(spec)` keeps one."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.stride = spec.rows + 1
        self.bottom = sum(1 << column * self.stride for column in range(spec.columns))
        self.board = self.bottom * ((1 << spec.rows) - 1)

    def bit(self, cell: Cell) -> int:
        return 1 << (cell.column * self.stride + cell.row)

    def cell(self, bit: int) -> Cell:
        return Cell(*divmod(bit.bit_length() - 1, self.stride))

    def cells_in(self, board: int) -> tuple[Cell, ...]:
        """The cells of a board in reading order: from the top left, row by row."""
        return tuple(sorted(map(self.cell, bits_of(board)), key=lambda c: (-c.row, c.column)))

    def contains(self, cell: Cell) -> bool:
        return 0 <= cell.column < self.spec.columns and 0 <= cell.row < self.spec.rows

    def column_mask(self, column: int) -> int:
        return ((1 << self.spec.rows) - 1) << column * self.stride

    def mask(self, cells: tuple[Cell, ...]) -> int:
        return sum(map(self.bit, cells))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order."""
        return self.cells_in(self.board)

    @cached_property
    def steps(self) -> dict[Direction, int]:
        """How far apart two neighbours' bits are, for each direction in which a line fits.

        The step of a column is +1 although columns are read downwards: a set has no order.
        """
        spec = self.spec
        fits_across, fits_up = spec.target <= spec.columns, spec.target <= spec.rows
        steps = {
            Direction.ROW: (self.stride, fits_across),
            Direction.COLUMN: (1, fits_up),
            Direction.FALLING: (self.stride - 1, fits_across and fits_up),
            Direction.RISING: (self.stride + 1, fits_across and fits_up),
        }
        return {direction: step for direction, (step, fits) in steps.items() if fits}

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """All windows: rows from the top, columns from the left, then the falling diagonals from
        the lower left corner to the upper right one, the rising ones from the upper left to the
        lower right. A target of 1 has one window a cell, the row."""
        directions = list(self.steps)[:1] if self.spec.target == 1 else list(self.steps)
        return tuple(window for d in directions for window in self._windows_along(d))

    @cached_property
    def windows_through(self) -> dict[Cell, tuple[Window, ...]]:
        """For each cell, the windows that hold it."""
        through: dict[Cell, list[Window]] = {cell: [] for cell in self.cells}
        for window in self.windows:
            for cell in window.cells:
                through[cell].append(window)
        return {cell: tuple(windows) for cell, windows in through.items()}

    @cached_property
    def beyond(self) -> dict[int, int]:
        """For each window's mask, the cells right before and after it, as bits: an own stone there
        makes a line of it too long for an exact game."""
        found: dict[int, int] = {}
        for window in self.windows:
            across, up = window.direction.value
            first, last = window.cells[0], window.cells[-1]
            ends = (
                Cell(first.column - across, first.row - up),
                Cell(last.column + across, last.row + up),
            )
            found[window.mask] = self.mask(tuple(filter(self.contains, ends)))
        return found

    def _windows_along(self, direction: Direction) -> list[Window]:
        across, up = direction.value
        windows = []
        for start in self.cells:
            cells = tuple(
                Cell(start.column + i * across, start.row + i * up) for i in range(self.spec.target)
            )
            if self.contains(cells[-1]):
                windows.append(Window(cells, direction, self.mask(cells)))

        def place(window: Window) -> tuple[int, int]:
            column, row = window.cells[0]
            line = {
                Direction.ROW: -row,
                Direction.COLUMN: column,
                Direction.FALLING: column + row,
                Direction.RISING: column - row,
            }[direction]
            return line, -row if direction is Direction.COLUMN else column

        return sorted(windows, key=place)


@lru_cache(maxsize=64)
def geometry(spec: GameSpec) -> Geometry:
    """The geometry of a game's board, made once."""
    return Geometry(spec)


def fits_words(spec: GameSpec, words: int = 1) -> bool:
    """Whether so many words of 64 bits have a bit for each cell and a spare one for each column."""
    return spec.columns * (spec.rows + 1) <= words * WORD_BITS
