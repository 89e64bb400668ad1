"""Documents as one HTML file: pictures and mathematics inside it, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

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
    Spans,
)
from kinarow.writeup.formats.tex import tex_as_mathml

_TAGS = {"plain": "", "strong": "strong", "emphasis": "em", "code": "code"}


def as_html(document: Document) -> str:
    style = (files("kinarow.writeup.formats") / "report.css").read_text(encoding="utf-8")
    title = escape(document.title)
    lines = {"author": document.author, "subtitle": document.subtitle, "date": document.date}
    below = "".join(f'<p class="{name}">{escape(line)}</p>' for name, line in lines.items() if line)
    author = f'<meta name="author" content="{escape(document.author)}">' if document.author else ""
    head = (
        f'<meta charset="utf-8"><title>{title}</title>{author}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style>"
    )
    body = "\n".join(part for block in document.blocks for part in _parts(block))
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body><main>\n<h1>{title}</h1>\n'
        f"{below}\n{body}\n"
        "</main></body></html>\n"
    )


def _parts(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"<h{level + 1}>{escape(text)}</h{level + 1}>"
        case Paragraph(spans):
            yield f"<p>{_inline(spans)}</p>"
        case Bullets(items, numbered):
            tag = "ol" if numbered else "ul"
            yield f"<{tag}>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</{tag}>"
        case Code(text, language):
            yield _code(text, language)
        case Formula():
            yield f'<div class="formula" tabindex="0">{block.mathml}</div>'
        case DocumentTable():
            yield _table(block)
        case Figure():
            yield _figure(block)
        case Gallery(figures):
            yield f'<div class="gallery">{"".join(map(_figure, figures))}</div>'
        case Beside(figure, blocks):
            inner = "\n".join(part for inner in blocks for part in _parts(inner))
            yield f'<div class="beside">{_figure(figure)}<div>{inner}</div></div>'


def _code(text: str, language: str) -> str:
    """Highlighted where the language is known."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return f'<pre tabindex="0">{escape(text)}</pre>'
    # The style "a11y" themes aim at is not shipped; "xcode" has enough contrast on white.
    inner = highlight(text, lexer, HtmlFormatter(noclasses=True, nowrap=True, style="xcode"))
    return f'<pre tabindex="0">{inner}</pre>'


def _figure(figure: Figure) -> str:
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    return f'<figure style="max-width: {figure.width}%">{figure.svg}{caption}</figure>'


def _table(table: DocumentTable) -> str:
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    head = "".join(
        f'<th scope="col" class="{table.align(n)}">{escape(cell)}</th>'
        for n, cell in enumerate(table.header)
    )
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td class="{table.align(n)}">'
            + (f"<code>{escape(cell)}</code>" if n in table.code else escape(cell))
            + "</td>"
            for n, cell in enumerate(row)
        )
        + "</tr>"
        for row in table.rows
    )
    return (
        f'<div class="wide" tabindex="0"><table>{caption}<thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _inline(spans: Spans) -> str:
    return "".join(
        tex_as_mathml(span.text)
        if span.style == "math"
        else f"<{tag}>{escape(span.text)}</{tag}>"
        if (tag := _TAGS[span.style])
        else escape(span.text)
        for span in spans
    )
