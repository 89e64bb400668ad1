"""Games as people write them down: with numbers, commas or nothing between the moves, or as SGF.

Move strings of one form alone are `movetext`'s business; this is for what is pasted from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kinarow.errors import NotationError
from kinarow.game.geometry import Cell
from kinarow.game.movetext import write_moves
from kinarow.game.position import Position
from kinarow.game.spec import GameSpec

_SGF = re.compile(r"\(\s*;|;\s*[BW]\s*\[")
_PROPERTY = re.compile(r"([A-Z]{1,2})((?:\s*\[(?:\\.|[^\]\\])*\])+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_SGF_CELL = re.compile(r"[a-z]{2}")
_SETS_UP = {"AB", "AW", "AE"}
_BESIDES = re.compile(
    r"\{[^}]*\}|(?<!\S)(?:1-0|0-1|1/2-1/2|½-½|\*)(?!\S)|(?<![a-z0-9])\d+\s*\.+|[,;|/]"
)
"""Comments, results, numbers of moves, and what stands between moves."""
_NEXT_CELL = re.compile(r"(?<=\d)(?=[a-z])")


def read_game(text: str, spec: GameSpec) -> str:
    """A game as a move string.

    >>> from kinarow import GameSpec
    >>> from kinarow.game.gametext import read_game
    >>> read_game("1. h8h9 2. i8, g8", GameSpec.parse("gomoku"))
    'h8 h9 i8 g8'
    >>> read_game("(;GM[4]SZ[15];B[hh];W[hg])", GameSpec.parse("gomoku"))
    'h8 h9'
    >>> read_game("1. 4 4 2. 5 3  1-0", GameSpec.parse("connect4"))
    '4453'
    """
    moves = _of_sgf(text, spec) if _SGF.search(text) else _of_list(text)
    line = Position.along(moves, spec)
    return write_moves(spec, [before.move_to(after) for before, after in pairwise(line)])


def _of_list(text: str) -> str:
    return _NEXT_CELL.sub(" ", " ".join(_BESIDES.sub(" ", text.lower()).split()))


def _of_sgf(text: str, spec: GameSpec) -> str:
    cells: list[Cell] = []
    for name, values in _properties(text):
        if name == "SZ" and values[0] not in _sizes(spec):
            raise NotationError(
                f"this SGF is of a board of size {values[0]}, not {spec.columns}×{spec.rows}",
                text,
                text.find("SZ"),
            )
        if name in _SETS_UP:
            raise NotationError("stones that are set up are no moves", text, text.find(name))
        if name not in ("B", "W"):
            continue
        at = text.find(f"{name}[{values[0]}]")
        if name != "BW"[len(cells) % 2]:
            raise NotationError("black and white do not move in turn", text, at)
        if not _SGF_CELL.fullmatch(values[0]):
            raise NotationError(f"move {len(cells) + 1} is no cell", text, at)
        column, down = (ord(letter) - ord("a") for letter in values[0])
        cells.append(Cell(column, spec.rows - 1 - down))
    return " ".join(cell.name if cell.row >= 0 else "?" for cell in cells)


def _sizes(spec: GameSpec) -> set[str]:
    """How SGF writes the size of a board."""
    square = {str(spec.columns)} if spec.columns == spec.rows else set()
    return {f"{spec.columns}:{spec.rows}", *square}


def _properties(text: str) -> Iterator[tuple[str, list[str]]]:
    """Those of the main line: of what branches, the first."""
    end = _end_of_main_line(text)
    for found in _PROPERTY.finditer(text, 0, end):
        yield found[1], [value.strip() for value in _VALUE.findall(found[2])]


def _end_of_main_line(text: str) -> int:
    """Where the first branch ends that has none of its own."""
    inside = escaped = False
    for at, sign in enumerate(text):
        if escaped:
            escaped = False
        elif inside:
            escaped, inside = sign == "\\", sign != "]"
        elif sign == "[":
            inside = True
        elif sign == ")":
            return at
    return len(text)
