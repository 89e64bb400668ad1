"""Documents as Markdown, their pictures as files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from kinarow.writeup.document import (
    Beside,
    Block,
    Bullets,
    Code,
    Document,
    DocumentTable,
    Figure,
    Formula,
    Gallery,
    Heading,
    Paragraph,
    Span,
    Spans,
)

_LIST_SIGN = re.compile(r"^(\s*\d*)([-+.)])(?=\s)")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#$~])")


def as_markdown(document: Document, folder: str) -> str:
    """The text; pictures are looked for in a folder beside it."""
    lines = [f"# {_escaped(document.title)}", ""]
    for line in filter(None, (document.author, document.subtitle)):
        lines += [_escaped(line), ""]
    if document.date:
        lines += [f"*{document.date}*", ""]
    for block in document.blocks:
        lines += [*_lines(block, folder), ""]
    return "\n".join(lines)


def _lines(block: Block, folder: str) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * (level + 1)} {_escaped(text)}"
        case Paragraph(spans):
            yield _inline(spans)
        case Bullets(items, numbered):
            for number, item in enumerate(items, 1):
                yield f"{f'{number}.' if numbered else '-'} {_inline(item)}"
        case Code(text, language):
            fence = "`" * max(3, 1 + _longest_fence(text))
            yield from (f"{fence}{language}", text, fence)
        case Formula():
            yield from ("```math", block.latex, "```")
        case DocumentTable():
            yield from _table(block)
        case Figure():
            yield _picture(block, folder)
            if block.caption:
                yield from ("", f"*{_escaped(block.caption)}*")
        case Gallery(figures):
            for figure in figures:
                yield from (*_lines(figure, folder), "")
        case Beside(figure, blocks):
            yield from _lines(figure, folder)
            for inner in blocks:
                yield from ("", *_lines(inner, folder))


def _picture(figure: Figure, folder: str) -> str:
    return f"![{_escaped(figure.alt)}]({quote(folder)}/{figure.name}.svg)"


def _table(table: DocumentTable) -> Iterator[str]:
    if table.caption:
        yield from (f"**{_escaped(table.caption)}**", "")
    yield _row(map(_escaped, table.header))
    yield _row("---" if table.align(n) == "left" else "---:" for n in range(len(table.header)))
    for row in table.rows:
        yield _row(
            f"`{cell}`" if number in table.code and cell else _escaped(cell)
            for number, cell in enumerate(row)
        )


def _row(cells: Iterator[str] | map[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _inline(spans: Spans) -> str:
    return _LIST_SIGN.sub(r"\1\\\2", "".join(map(_span, spans)))


def _span(span: Span) -> str:
    if span.style == "code":
        return _code(span.text)
    if span.style == "math":
        return f"${span.text}$"
    mark = {"plain": "", "strong": "**", "emphasis": "*"}[span.style]
    words = span.text.strip()
    if not mark or not words:
        return _escaped(span.text)
    # Spaces inside the marks would make them no marks.
    before, _, after = span.text.partition(words)
    return f"{before}{mark}{_escaped(words)}{mark}{after}"


def _code(text: str) -> str:
    fence = "`" * (1 + _longest_fence(text))
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def _longest_fence(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
