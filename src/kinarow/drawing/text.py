"""Diagrams for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from kinarow.drawing.diagram import Diagram
from kinarow.game import Cell, Side
from kinarow.game.geometry import column_letters


@dataclass(frozen=True, slots=True)
class Charset:
    """The characters a board is drawn with: the marks differ, whatever the colours do."""

    first: str
    second: str
    empty: str
    side: str
    bottom: str
    left_corner: str
    right_corner: str

    def mark(self, side: Side | None) -> str:
        return {Side.FIRST: self.first, Side.SECOND: self.second, None: self.empty}[side]

    def plain(self, words: str) -> str:
        """Words with mathematical signs, as far as these characters go."""
        return words.translate(_ASCII_SIGNS) if self.first == "X" else words

    def marks(self, holds: str) -> str:
        """What cells hold, written `X`, `O` and `.`, in these characters."""
        return holds.translate(str.maketrans("XO.", self.first + self.second + self.empty))


_ASCII_SIGNS = str.maketrans("−·×₀₁₂₃₄₅₆₇₈₉⌊⌋–…ÉéΣ", "-*x0123456789[]-.EeS") | {
    ord(sign): words
    for sign, words in {
        "≤": "<=", "≥": ">=", "α": "alpha", "β": "beta", "∞": "inf", "─": "-", "═": "=", "╳": "x",
    }.items()
}  # fmt: skip

UNICODE = Charset("●", "○", "·", "│", "─", "└", "┘")
ASCII = Charset("X", "O", ".", "|", "-", "+", "+")

_LONGEST_LABEL = 2

STYLES = {Side.FIRST: "bold red", Side.SECOND: "bold yellow"}


def charset_for(encoding: str) -> Charset:
    """The finest characters that an output's encoding has."""
    try:
        "●○·│─└┘".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def draw(diagram: Diagram, charset: Charset = UNICODE) -> Text:
    """The board; cells of winning lines stand in brackets, the last move in parentheses, and on
    empty cells the characters that the diagram has for them."""
    stones, labels = dict(diagram.stones), dict(diagram.numbers)
    in_lines = {cell for line in diagram.lines for cell in line}
    margin = len(str(diagram.rows))
    width = max([3, *(1 + len(caption) for caption in diagram.captions)])
    left, right = " " * ((width - 3) // 2), " " * ((width - 2) // 2)
    text = Text()
    for row in range(diagram.rows - 1, -1, -1):
        text.append(f"{row + 1:>{margin}} {charset.side}", style="dim")
        for column in range(diagram.columns):
            cell = Cell(column, row)
            side = stones.get(cell)
            around = "[]" if cell in in_lines else "()" if cell == diagram.last else "  "
            style = STYLES[side] if side else "dim"
            text.append(left + around[0])
            label = "" if side else labels.get(cell, "")[:_LONGEST_LABEL]
            if label:
                text.append(f"{label:<2}{right}")
                continue
            text.append(charset.mark(side), style=style).append(around[1] + right)
        text.append(f"{charset.side}\n", style="dim")
    bottom = charset.bottom * width * diagram.columns
    text.append(f"{' ' * margin} {charset.left_corner}{bottom}{charset.right_corner}", style="dim")
    for style, names in _under_the_board(diagram).items():
        line = "".join(f"{name:^{width}}" for name in names)
        text.append(f"\n{' ' * (margin + 2)}{line}".rstrip(), style=style)
    return text


def _under_the_board(diagram: Diagram) -> dict[str, Sequence[str]]:
    """What stands under the columns, line by line, each with its style."""
    lines: dict[str, Sequence[str]] = {"dim": list(map(column_letters, range(diagram.columns)))}
    if diagram.column_numbers:
        lines["bold"] = [str(column + 1) for column in range(diagram.columns)]
    if diagram.captions:
        lines["none"] = diagram.captions
    return lines
