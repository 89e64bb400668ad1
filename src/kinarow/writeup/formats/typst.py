"""Documents as Typst source, and by it as PDF."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from kinarow.errors import MissingExtraError
from kinarow.evaluation.written.notations import typst_string
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
from kinarow.writeup.formats.missing_letters import about, without_font
from kinarow.writeup.formats.tex import tex_as_typst

_PAGE = """
#set page(paper: "a4", margin: (x: 2.2cm, y: 2.2cm), numbering: "1")
#set text(font: "Libertinus Serif", size: 10.5pt, lang: "en")
#show raw: set text(font: "DejaVu Sans Mono", size: 8.5pt)
#show heading.where(level: 1): set block(above: 1.6em, below: 0.8em)
#show heading.where(level: 2): set block(above: 1.3em, below: 0.7em)
#show table: set text(size: 9pt)
#set par(justify: false)
#show figure.caption: set text(size: 9pt)
#show math.equation: set block(breakable: true)
#show math.equation.where(block: true): set align(left)
"""


_GALLERY = "37%"
"""How wide pictures beside each other are: no wider, so that they fit where a page has room."""

_LONG = 6
"""Rows of a table that may go on over several pages."""


def require_typst() -> None:
    """Complain before the work is done, not after."""
    try:
        import typst  # noqa: F401
    except ImportError:
        raise MissingExtraError("a PDF", "report", "; HTML and Markdown need nothing") from None


def as_pdf(document: Document) -> bytes:
    """The same document gives the same bytes; with letters that Typst's own fonts lack, on machines
    with the same fonts."""
    return pdf_and_remark(document)[0]


def pdf_and_remark(document: Document) -> tuple[bytes, str]:
    """The pages, and what must be said of them: letters for which there is no font are boxes."""
    require_typst()
    import typst

    text = as_typst(document)
    # Typst's own fonts, so that pages look alike on every machine; others only where they must.
    needs_more = bool(without_font(text, system_fonts=False))
    lacking = without_font(text, system_fonts=True) if needs_more else ""
    remark = about(lacking) if lacking else ""
    with tempfile.TemporaryDirectory() as folder:
        for figure in document.figures():
            Path(folder, f"{figure.name}.svg").write_text(figure.svg, encoding="utf-8")
        main = Path(folder, "main.typ")
        said = f"{remark[0].upper()}{remark[1:]}." if remark else ""
        main.write_text(as_typst(document, said), encoding="utf-8")
        made = typst.compile(str(main), root=folder, ignore_system_fonts=not needs_more)
    assert isinstance(made, bytes)
    return made, remark


def as_typst(document: Document, remark: str = "") -> str:
    """The source, with a remark below the title; it looks for pictures in its own folder."""
    author = f"author: {typst_string(document.author)}, " if document.author else ""
    parts = [
        f"#set document(title: {typst_string(document.title)}, {author}date: none)",
        _PAGE,
        f'#text(size: 20pt, weight: "bold", {typst_string(document.title)})\n',
    ]
    for line, style in (
        (document.author, "size: 11.5pt"),
        (document.subtitle, "fill: luma(35%)"),
        (document.date, "size: 9pt, fill: luma(35%)"),
        (remark, "size: 9pt, fill: rgb(60%, 0%, 0%)"),
    ):
        if line:
            parts.append(f"#text({style}, {typst_string(line)})\n")
    for block, following in zip_longest(document.blocks, document.blocks[1:]):
        stays = isinstance(block, Paragraph) and isinstance(following, DocumentTable | Figure)
        written = "\n".join(_parts(block))
        # An introduction is not left behind on the page before.
        parts.append(f"#block(sticky: true)[{written}]\n" if stays else written)
    return "\n".join(parts)


def _parts(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"#heading(level: {level}, {typst_string(text)})\n"
        case Paragraph(spans):
            yield f"#par[{_inline(spans)}]\n"
        case Bullets(items, numbered):
            listed = ", ".join(f"[{_inline(item)}]" for item in items)
            yield f"#{'enum' if numbered else 'list'}({listed})\n"
        case Code(text, language):
            code = f"raw({typst_string(text)}, lang: {typst_string(language)}, block: true)"
            yield f"#block(fill: luma(96%), inset: 8pt, radius: 3pt, width: 100%, {code})\n"
        case Formula():
            yield f"{block.typst}\n"
        case DocumentTable():
            yield f"#{_table(block)}\n"
        case Figure():
            yield f"#{_figure(block, f'{block.width}%')}\n"
        case Gallery(figures):
            cells = ", ".join(_figure(figure, "100%") for figure in figures)
            yield f"#grid(columns: ({_GALLERY}, {_GALLERY}), gutter: 14pt, {cells})\n"
        case Beside(figure, blocks):
            inner = "".join(part for inner in blocks for part in _parts(inner))
            cells = f"{_figure(figure, '100%')}, [{inner}]"
            yield f"#grid(columns: (32%, 1fr), gutter: 14pt, {cells})\n"


def _figure(figure: Figure, width: str) -> str:
    name, alt = typst_string(f"{figure.name}.svg"), typst_string(figure.alt)
    picture = f"image({name}, alt: {alt}, width: {width})"
    if not figure.caption:
        return f"block(breakable: false, {picture})"
    caption = f"text(size: 9pt, {typst_string(figure.caption)})"
    return f"block(breakable: false, stack(spacing: 6pt, {picture}, {caption}))"


def _table(table: DocumentTable) -> str:
    align = ", ".join(table.align(n) for n in range(len(table.header)))
    cells = [f"strong({typst_string(cell)})" for cell in table.header]
    header = f"table.header({', '.join(cells)})"
    rows = ", ".join(
        f"raw({typst_string(cell)})" if n in table.code and cell else f"text({typst_string(cell)})"
        for row in table.rows
        for n, cell in enumerate(row)
    )
    breakable = "true" if len(table.rows) > _LONG else "false"
    made = (
        f"block(breakable: {breakable}, table(columns: {len(table.header)}, align: ({align},), "
        "stroke: (x, y) => (bottom: if y == 0 { 0.7pt } else { 0.3pt + luma(75%) }), "
        "inset: (x: 5pt, y: 3.5pt), "
        f"{header}{', ' if rows else ''}{rows}))"
    )
    if not table.caption:
        return made
    caption = f"strong({typst_string(table.caption)})"
    return f"block(breakable: {breakable}, stack(spacing: 5pt, {caption}, {made}))"


def _inline(spans: Spans) -> str:
    makers = {"plain": "text", "strong": "strong", "emphasis": "emph", "code": "raw"}
    return "".join(
        tex_as_typst(span.text)
        if span.style == "math"
        else f"#{makers[span.style]}({typst_string(span.text)})"
        for span in spans
    )
