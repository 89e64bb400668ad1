"""Results as HTML for notebooks: words, tables and pictures, legible on light and dark pages.

Whatever is printed is escaped here and nowhere else. Colours are those of the page, so that nothing
needs to know whether it is light or dark; signs say the same as the colours do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_LINE = "1px solid rgba(128, 128, 128, 0.4)"
_CELL = "padding: 2px 10px; border: none"


def words(text: str, *, strong: bool = False) -> str:
    """A line of text."""
    weight = "; font-weight: 600" if strong else ""
    return f'<p style="margin: 4px 0{weight}">{escape(text)}</p>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, text_columns: int = 1) -> str:
    """A table; the first columns hold text and stand left, all others hold numbers."""

    def line(cells: Sequence[str], tag: str, style: str) -> str:
        sides = ("left" if place < text_columns else "right" for place in range(len(cells)))
        inside = "".join(
            f'<{tag} style="{_CELL}; text-align: {side}">{escape(cell)}</{tag}>'
            for cell, side in zip(cells, sides, strict=True)
        )
        return f'<tr style="background: none; {style}">{inside}</tr>'

    top = line(head, "th", f"border-bottom: {_LINE}")
    body = "".join(line(row, "td", "") for row in rows)
    numbers = "font-variant-numeric: tabular-nums; border-collapse: collapse; margin: 4px 0"
    return f'<table style="{numbers}"><thead>{top}</thead><tbody>{body}</tbody></table>'


def beside(picture: str, *parts: str) -> str:
    """A picture, and parts to the right of it, or below where the page is narrow."""
    return (
        '<div style="display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start">'
        f'<div>{picture}</div><div style="flex: 1 1 20em; overflow-x: auto">{"".join(parts)}</div>'
        "</div>"
    )
