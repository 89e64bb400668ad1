"""An author's words in Markdown, as blocks of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kinarow.report.document import Block, Bullets, Code, Heading, Paragraph, Span, Spans, Style

if TYPE_CHECKING:
    from markdown_it.token import Token

_STYLES: dict[str, Style] = {"strong_open": "strong", "em_open": "emphasis"}


def blocks_of(text: str) -> tuple[Block, ...]:
    """Paragraphs, lists, headings and code; what else Markdown has is kept as its words."""
    from markdown_it import MarkdownIt

    return tuple(_blocks(MarkdownIt("commonmark", {"html": False}).parse(text)))


def _blocks(tokens: Sequence[Token]) -> Iterator[Block]:
    items: list[Spans] = []
    depth, opened = 0, ""
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
            if not depth and items:
                yield Bullets(tuple(items))
                items = []
        elif token.type.endswith("_open"):
            opened = token.type
        elif token.type in ("fence", "code_block"):
            yield Code(token.content.rstrip("\n"), token.info.strip() or "text")
        elif token.type == "inline":
            spans = _spans(token.children or ())
            if depth:
                items.append(spans)
            elif opened == "heading_open":
                yield Heading("".join(span.text for span in spans), 2)
            else:
                yield Paragraph(spans)


def _spans(tokens: Sequence[Token]) -> Spans:
    spans: list[Span] = []
    style: Style = "plain"
    for token in tokens:
        if token.type in _STYLES:
            style = _STYLES[token.type]
        elif token.type in ("strong_close", "em_close"):
            style = "plain"
        elif token.type in ("softbreak", "hardbreak"):
            spans.append(Span(" "))
        elif token.type == "code_inline":
            spans.append(Span(token.content, "code"))
        elif token.content:
            spans.append(Span(token.content, style))
    return tuple(spans)
