"""An author's words in Markdown, as blocks of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kinarow.writeup.document import Block, Bullets, Code, Heading, Paragraph, Span, Spans, Style

if TYPE_CHECKING:
    from markdown_it.token import Token

_STYLES: dict[str, Style] = {"strong_open": "strong", "em_open": "emphasis"}


def blocks_of(text: str) -> tuple[Block, ...]:
    """Paragraphs, lists, headings and code; what else Markdown has is kept as its words."""
    from markdown_it import MarkdownIt

    return tuple(_blocks(MarkdownIt("commonmark", {"html": False}).parse(text)))


def _blocks(tokens: Sequence[Token]) -> Iterator[Block]:
    items: list[list[Span]] = []
    codes: list[Code] = []  # inside a list they come after it
    depth, opened, numbered = 0, "", False
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            numbered = token.type == "ordered_list_open" if not depth else numbered
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
            if not depth:
                yield Bullets(tuple(map(tuple, items)), numbered)
                yield from codes
                items, codes = [], []
        elif token.type == "list_item_open":
            items.append([])
        elif token.type.endswith("_open"):
            opened = token.type
        elif token.type in ("fence", "code_block"):
            code = Code(token.content.rstrip("\n"), token.info.strip() or "text")
            if depth:
                codes.append(code)
            else:
                yield code
        elif token.type == "inline":
            spans = _spans(token.children or ())
            if depth:
                items[-1] += [Span(" "), *spans] if items[-1] else spans
            elif opened == "heading_open":
                yield Heading("".join(span.text for span in spans), 2)
            else:
                yield Paragraph(spans)


def _spans(tokens: Sequence[Token]) -> Spans:
    spans: list[Span] = []
    styles: list[Style] = ["plain"]
    address = ""
    for token in tokens:
        if token.type in _STYLES:
            styles.append(_STYLES[token.type])
        elif token.type in ("strong_close", "em_close"):
            styles.pop()
        elif token.type in ("softbreak", "hardbreak"):
            spans.append(Span(" "))
        elif token.type == "code_inline":
            spans.append(Span(token.content, "code"))
        elif token.type == "link_open":
            address = str(token.attrs.get("href", ""))
        elif token.type == "link_close":
            spans.append(Span(f" ({address})"))
        elif token.content:
            spans.append(Span(token.content, styles[-1]))
    return tuple(spans)
