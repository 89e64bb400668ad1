"""Diagrams as SVG: one self-contained picture for documents and notebooks, legible in grey."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kinarow.drawing.diagram import CellMark, Diagram
from kinarow.game import Cell, Position, Side
from kinarow.game.geometry import column_letters

_CELL = 40
_RADIUS = 16
_DISC = 14  # smaller than its hole: in grey, a disc and the board may be equally dark
_MARGIN = 22

_BOARD, _HOLE = "#3a6a99", "#f6f5f2"
_LABEL = "#72767d"  # legible on white paper and on the dark page of a notebook
_DISCS = {Side.FIRST: ("#c93f3f", "#7d1717"), Side.SECOND: ("#f2c85b", "#86610a")}
_TONES = {"good": "#1d8a50", "bad": "#b8322e"}


def draw_svg(diagram: Diagram, title: str = "") -> str:
    """The picture as SVG text; the title is what a screen reader says.

    >>> from kinarow import Diagram, Position, draw_svg
    >>> draw_svg(Diagram.of(Position.from_moves("44")), "two stones").count("<svg")
    1
    """
    width = _MARGIN + diagram.columns * _CELL
    height = diagram.rows * _CELL + _MARGIN * (1 + bool(diagram.captions))
    title = title or f"A board of {diagram.columns} by {diagram.rows} cells"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        _rectangle(diagram),
        *_cells(diagram),
        *_labels(diagram),
        *(_line(diagram, line, "#ffffff", 5, 0.95) for line in diagram.lines),
        *_marks(diagram),
        *_numbers(diagram),
        "</svg>",
    ]
    return "\n".join(parts)


def position_svg(position: Position) -> str:
    """A position as a notebook shows it."""
    return draw_svg(Diagram.of(position), f"{position.spec.name}, {position.plies} stones")


def _rectangle(diagram: Diagram) -> str:
    width, height = diagram.columns * _CELL, diagram.rows * _CELL
    return f'<rect x="{_MARGIN}" width="{width}" height="{height}" rx="8" fill="{_BOARD}"/>'


def _centre(diagram: Diagram, cell: Cell) -> tuple[float, float]:
    return _MARGIN + (cell.column + 0.5) * _CELL, (diagram.rows - cell.row - 0.5) * _CELL


def _cells(diagram: Diagram) -> Iterator[str]:
    stones, heat = dict(diagram.stones), dict(diagram.heat)
    for row in range(diagram.rows):
        for column in range(diagram.columns):
            cell = Cell(column, row)
            x, y = _centre(diagram, cell)
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS}" fill="{_HOLE}"/>'
            if cell in stones:
                yield from _disc(x, y, stones[cell], is_last=cell == diagram.last)
            if heat.get(cell):
                tone = _TONES["good" if heat[cell] > 0 else "bad"]
                yield (
                    f'<rect x="{x - _CELL / 2:g}" y="{y - _CELL / 2:g}" width="{_CELL}" '
                    f'height="{_CELL}" fill="{tone}" opacity="{0.75 * abs(heat[cell]):.3f}"/>'
                )


def _disc(x: float, y: float, side: Side, is_last: bool) -> Iterator[str]:
    """A full dot in the first side's discs, a ring in the second's: they differ without colour."""
    fill, dark = _DISCS[side]
    edge = ("#1f2328", 3) if is_last else (dark, 1.5)
    yield (
        f'<circle cx="{x:g}" cy="{y:g}" r="{_DISC}" fill="{fill}" stroke="{edge[0]}" '
        f'stroke-width="{edge[1]}"/>'
    )
    if side is Side.FIRST:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="{dark}"/>'
    else:
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="none" stroke="{dark}" stroke-width="3"/>'
        )


def _labels(diagram: Diagram) -> Iterator[str]:
    below = diagram.rows * _CELL + 16
    for column in range(diagram.columns):
        x = _MARGIN + (column + 0.5) * _CELL
        name = column_letters(column)
        yield _text(x, below, f"{column + 1} {name}" if diagram.column_numbers else name)
        if column < len(diagram.captions):
            yield _text(x, below + _MARGIN, diagram.captions[column])
    for row in range(diagram.rows):
        yield _text(_MARGIN / 2, (diagram.rows - row - 0.5) * _CELL + 4, str(row + 1))


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{_LABEL}" text-anchor="middle">{escape(words)}</text>'


def _numbers(diagram: Diagram) -> Iterator[str]:
    for cell, words in diagram.numbers:
        x, y = _centre(diagram, cell)
        # Long numbers are drawn smaller, so that they stay within their cell.
        size = min(13, 2.6 * _RADIUS / max(1, len(words)) / 0.6)
        yield (
            f'<text x="{x:g}" y="{y + size / 3:.4g}" font-size="{size:.4g}" fill="#1f2328" '
            f'text-anchor="middle">{escape(words)}</text>'
        )


def _marks(diagram: Diagram) -> Iterator[str]:
    for mark in diagram.marks:
        if len(mark.cells) > 1:
            yield _line(diagram, mark.cells, "#ffffff", 7, 0.8)  # stands out from every disc
            yield _line(diagram, mark.cells, _TONES[mark.tone], 4, 1, dashed=mark.tone == "bad")
        else:
            yield _ring(diagram, mark)


def _line(
    diagram: Diagram,
    cells: tuple[Cell, ...],
    colour: str,
    width: float,
    opacity: float,
    *,
    dashed: bool = False,
) -> str:
    """What is bad is dashed, so that it differs without colour."""
    (x1, y1), (x2, y2) = _centre(diagram, cells[0]), _centre(diagram, cells[-1])
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round" opacity="{opacity}"'
        + (' stroke-dasharray="7 8"/>' if dashed else "/>")
    )


def _ring(diagram: Diagram, mark: CellMark) -> str:
    x, y = _centre(diagram, mark.cells[0])
    tone, dashes = _TONES[mark.tone], ' stroke-dasharray="7 8"' if mark.tone == "bad" else ""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS + 2}" fill="none" stroke="{tone}" '
        f'stroke-width="3"{dashes}/>'
    )
