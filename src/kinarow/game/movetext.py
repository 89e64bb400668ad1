"""Move strings: `4453`, or cells such as `d4 e5` past nine columns or without gravity."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kinarow.errors import NotationError, shortened
from kinarow.game.geometry import Cell, column_letters, column_number, geometry
from kinarow.game.spec import GameSpec

_WORD = re.compile(r"\S+")
_CELL = re.compile(r"([a-z]{1,2})([0-9]{1,3})")
_MOST_DIGIT_COLUMNS = 9


@dataclass(frozen=True, slots=True)
class MoveToken:
    """One move as it is written: a column into which a stone drops, or a cell."""

    text: str
    at: int
    column: int
    row: int | None
    """None where only the column is written."""


def written_as_columns(spec: GameSpec) -> bool:
    """Whether a move of this game is written as one digit, its column counted from 1."""
    return spec.gravity and spec.columns <= _MOST_DIGIT_COLUMNS


def write_move(spec: GameSpec, cell: Cell) -> str:
    return str(cell.column + 1) if written_as_columns(spec) else cell.name


def write_moves(spec: GameSpec, cells: Iterable[Cell]) -> str:
    separator = "" if written_as_columns(spec) else " "
    return separator.join(write_move(spec, cell) for cell in cells)


def cell_named(name: str) -> Cell:
    """The cell of a name such as d4."""
    match = _CELL.fullmatch(name.lower())
    if match is None:
        raise NotationError(f"{shortened(name)!r} is not a cell such as d4", name, 0)
    return Cell(column_number(match[1]), int(match[2]) - 1)


def read_tokens(spec: GameSpec, text: str) -> Iterator[MoveToken]:
    """The moves of a text one by one. Which cell a column means is for the position to say."""
    for word in _WORD.finditer(text):
        if _CELL.fullmatch(word[0].lower()):
            yield _cell_token(spec, text, word[0], word.start())
        elif written_as_columns(spec):
            yield from _column_tokens(spec, text, word[0], word.start())
        else:
            raise NotationError(
                f"{shortened(word[0])!r} is not a cell such as d4", text, word.start()
            )


def _cell_token(spec: GameSpec, text: str, word: str, at: int) -> MoveToken:
    cell = cell_named(word)
    if not geometry(spec).contains(cell):
        last = Cell(spec.columns - 1, spec.rows - 1)
        raise NotationError(f"{word} is off the board, which runs from a1 to {last}", text, at)
    return MoveToken(word, at, cell.column, cell.row)


def _column_tokens(spec: GameSpec, text: str, word: str, start: int) -> Iterator[MoveToken]:
    for at, digit in enumerate(word, start):
        if digit not in "123456789" or int(digit) > spec.columns:
            last = column_letters(spec.columns - 1)
            raise NotationError(
                f"{digit!r} is not a column: columns are 1 to {spec.columns}"
                + (f" (or cells, a1 to {last}{spec.rows})" if digit.isalpha() else ""),
                text,
                at,
            )
        yield MoveToken(digit, at, int(digit) - 1, None)
