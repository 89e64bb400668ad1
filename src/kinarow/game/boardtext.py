"""Boards as text, both ways.

| style    | looks like                              | order                                |
|----------|-----------------------------------------|--------------------------------------|
| `xo`     | lines of `.`, `X`, `O`                  | top row first                        |
| `012`    | lines of `0`, `1`, `2`                  | top row first                        |
| `kaggle` | `[0, 0, 1, …]`, one flat list           | top row first                        |
| `uci`    | `b,x,o,…`, one line                     | a1 a2 … b1 b2 …: up the columns      |
| `state`  | `drop:7x6:4 7/7/7/7/7/3X3`, with the game | top row first, digits count empties |

Reading knows the styles apart by itself. Here a board is two integers of bits (see `geometry`);
whether a game can reach it is for `Position` to judge.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, get_args

from kinarow.errors import BoardError, NotationError, shortened
from kinarow.game.geometry import Cell, geometry
from kinarow.game.spec import GameSpec

BoardStyle = Literal["xo", "012", "kaggle", "uci", "state"]
BOARD_STYLES: Final[tuple[BoardStyle, ...]] = get_args(BoardStyle)

_MEANING: Final = {
    **dict.fromkeys(".·-_0bB", 0),
    **dict.fromkeys("Xx1●", 1),
    **dict.fromkeys("Oo2○", 2),
}
_MARK = re.compile(r"[^\s,\[\]()]")
_FRAMED = re.compile(r"[│|](.*)[│|]")
_VALUE = re.compile(r"[^\s,\[\]]+")


class Stones(NamedTuple):
    """The bits of both sides."""

    first: int
    second: int


def read_board(spec: GameSpec, text: str) -> Stones:
    """Read any of the styles but `state`, which names its game itself."""
    one_line = "\n" not in text.strip()
    if one_line and ("," in text or text.lstrip().startswith("[")):
        return _read_list(spec, text)
    return _read_picture(spec, text)


def read_values(spec: GameSpec, values: Iterable[object]) -> Stones:
    """Read 0, 1 and 2 in a flat list or in rows, top row first."""
    rows = list(values)
    flat: list[object] = []
    if rows and isinstance(rows[0], Iterable) and not isinstance(rows[0], str):
        for number, row in enumerate(rows, 1):
            cells_in_row = list(row) if isinstance(row, Iterable) else [row]
            if len(cells_in_row) != spec.columns:
                raise BoardError(
                    f"row {number} has {len(cells_in_row)} cells where {spec} has {spec.columns}"
                )
            flat.extend(cells_in_row)
    else:
        flat = rows
    _check_count(spec, len(flat))
    cells = geometry(spec).cells
    return _stones(spec, cells, [_number(v, c) for v, c in zip(flat, cells, strict=True)])


def read_state(text: str) -> tuple[GameSpec, Stones]:
    """Read a one-line state, the game included."""
    words = text.split()
    if len(words) != 2:
        raise NotationError(
            "a state is a game and its rows, such as 'drop:7x6:4 7/7/7/7/7/3X3'", text, 0
        )
    spec = GameSpec.parse(words[0])
    start = text.index(words[1], text.index(words[0]) + len(words[0]))
    rows = words[1].split("/")
    if len(rows) != spec.rows:
        raise NotationError(f"{len(rows)} rows where {spec} has {spec.rows}", text, start)
    meanings: list[int] = []
    for row in rows:
        meanings += _read_state_row(spec, text, start, row)
        start += len(row) + 1
    return spec, _stones(spec, geometry(spec).cells, meanings)


def write_board(spec: GameSpec, stones: Stones, style: BoardStyle = "xo") -> str:
    """Write a board in one of the styles."""
    if style == "uci":
        up_the_columns = [Cell(c, r) for c in range(spec.columns) for r in range(spec.rows)]
        return ",".join(_marks(spec, stones, up_the_columns, "bxo"))
    cells = geometry(spec).cells
    if style == "kaggle":
        return f"[{', '.join(_marks(spec, stones, cells, '012'))}]"
    marks = "".join(_marks(spec, stones, cells, "012" if style == "012" else ".XO"))
    rows = [marks[i : i + spec.columns] for i in range(0, len(marks), spec.columns)]
    if style == "state":
        short = (re.sub(r"\.+", lambda empties: str(len(empties[0])), row) for row in rows)
        return f"{spec} {'/'.join(short)}"
    return "\n".join(rows)


def _read_picture(spec: GameSpec, text: str) -> Stones:
    meanings: list[int] = []
    row_count = start = 0
    # In a picture with a frame, as `kinarow show` draws it, only what is inside is the board.
    framed = _FRAMED.search(text) is not None
    for line in text.splitlines(keepends=True):
        inside = _FRAMED.search(line) if framed else None
        first, last = inside.span(1) if inside else (0, 0 if framed else len(line))
        marks = _MARK.finditer(line, first, last)
        row = [_meaning(mark[0], text, start + mark.start()) for mark in marks]
        if row:
            row_count += 1
            if len(row) != spec.columns:
                raise NotationError(
                    f"row {row_count} has {len(row)} cells where {spec} has {spec.columns}",
                    text,
                    start,
                )
            meanings += row
        start += len(line)
    if row_count != spec.rows:
        raise NotationError(f"{row_count} rows where {spec} has {spec.rows}", text, 0)
    return _stones(spec, geometry(spec).cells, meanings)


def _read_list(spec: GameSpec, text: str) -> Stones:
    values = list(_VALUE.finditer(text))
    _check_count(spec, len(values))
    meanings = [_meaning(value[0], text, value.start()) for value in values]
    letters = {value[0] for value in values}
    if letters & set("bB") or (letters & set("xo") and not letters & set(".")):
        up_the_columns = [Cell(c, r) for c in range(spec.columns) for r in range(spec.rows)]
        return _stones(spec, up_the_columns, meanings)
    return _stones(spec, geometry(spec).cells, meanings)


def _read_state_row(spec: GameSpec, text: str, start: int, row: str) -> list[int]:
    meanings: list[int] = []
    for part in re.finditer(r"[0-9]{1,3}|.", row, re.DOTALL):
        if len(meanings) > spec.columns:
            break
        if part[0] == ".":
            meanings.append(0)
        elif part[0] in ("X", "O"):
            meanings.append(_MEANING[part[0]])
        elif part[0].isdecimal() and part[0].isascii() and int(part[0]) > 0:
            meanings += [0] * int(part[0])
        else:
            reason = f"{part[0]!r} is neither X, O nor a number of empty cells"
            raise NotationError(reason, text, start + part.start())
    if len(meanings) != spec.columns:
        reason = f"a row of {len(meanings)} cells where {spec} has {spec.columns}"
        raise NotationError(reason, text, start)
    return meanings


def _meaning(mark: str, text: str, at: int) -> int:
    if mark not in _MEANING:
        raise NotationError(
            f"{shortened(mark)!r} is not a mark: use . X O, 0 1 2 or b x o", text, at
        )
    return _MEANING[mark]


def _number(value: object, cell: Cell) -> int:
    if not hasattr(value, "__index__") or (number := operator.index(value)) not in (0, 1, 2):
        raise BoardError(f"cell {cell} holds {value!r}, which is none of 0, 1 and 2")
    return number


def _check_count(spec: GameSpec, count: int) -> None:
    if count != spec.cell_count:
        raise BoardError(f"{count} cells where {spec} has {spec.cell_count}")


def _stones(spec: GameSpec, cells: Sequence[Cell], meanings: Sequence[int]) -> Stones:
    bits = [0, 0, 0]
    for cell, meaning in zip(cells, meanings, strict=True):
        bits[meaning] |= geometry(spec).bit(cell)
    return Stones(bits[1], bits[2])


def _marks(spec: GameSpec, stones: Stones, cells: Iterable[Cell], marks: str) -> list[str]:
    bits = map(geometry(spec).bit, cells)
    return [marks[1 if stones.first & b else 2 if stones.second & b else 0] for b in bits]
