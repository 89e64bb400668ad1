"""An author's words in Markdown, as blocks of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from kinarow.writeup.document import (
    Block,
    Bullets,
    Code,
    Heading,
    Paragraph,
    Span,
    Spans,
    Style,
)
from kinarow.writeup.formats.tex import is_tex, tex_formula, unescaped

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_STYLES: dict[str, Style] = {"strong_open": "strong", "em_open": "emphasis"}


def blocks_of(text: str) -> tuple[Block, ...]:
    """Paragraphs, lists, headings, code, and mathematics between dollars; what else Markdown has is
    kept as its words."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False})
    reader.inline.ruler.before("escape", "math", _mathematics)
    return tuple(_blocks(reader.parse(text)))


_BETWEEN_DOLLARS: Final = re.compile(
    r"\$\$(?P<alone>(?:[^$\\]|\\.)+?)\$\$"
    r"|\$(?=[^ \t\n])(?P<inside>(?:[^$`\\]|\\.)+?)(?<=[^ \t\n])\$(?!\d)",
    re.DOTALL,
)
"""As Pandoc has it, so that `$5 and $6` are no formula."""


def _mathematics(state: StateInline, silent: bool) -> bool:
    """A rule of the reader of lines: what is between dollars is taken as it is."""
    found = _BETWEEN_DOLLARS.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("math", "", 0)
        token.content = unescaped(found["alone"] or found["inside"]).strip()
        token.markup = "$$" if found["alone"] else "$"
    state.pos = found.end()
    return True


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
        elif token.type == "fence" and token.info.strip() == "math" and not depth:
            yield tex_formula(token.content) or Code(token.content.rstrip("\n"), "latex")
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
                yield Heading("".join(map(_plain, spans)), 2)
            else:
                yield from _paragraphs(token.children or ())


def _paragraphs(tokens: Sequence[Token]) -> Iterator[Block]:
    """A paragraph, divided by the formulas that stand on lines of their own."""
    words: list[Token] = []
    for token in tokens:
        alone = tex_formula(token.content) if token.markup == "$$" else None
        if alone is None:
            words.append(token)
            continue
        yield from _words(words)
        yield alone
        words = []
    yield from _words(words)


def _words(tokens: Sequence[Token]) -> Iterator[Block]:
    spans = _spans(tokens)
    if any(span.text.strip() for span in spans):
        yield Paragraph(spans)


def _plain(span: Span) -> str:
    return f"${span.text}$" if span.style == "math" else span.text


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
        elif token.type == "math":
            known = is_tex(token.content)
            written = token.content if known else f"{token.markup}{token.content}{token.markup}"
            spans.append(Span(written, "math" if known else "code"))
        elif token.type == "code_inline":
            spans.append(Span(token.content, "code"))
        elif token.type == "link_open":
            address = str(token.attrs.get("href", ""))
        elif token.type == "link_close":
            spans.append(Span(f" ({address})"))
        elif token.content:
            spans.append(Span(token.content, styles[-1]))
    return tuple(spans)
