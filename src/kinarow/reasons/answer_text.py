"""Answers printed: in the terminal, as SVG, in Markdown and in notebooks."""

from __future__ import annotations

from rich.text import Text

from kinarow.drawing import Diagram, draw_svg, notebook
from kinarow.drawing.text import UNICODE, Charset, draw
from kinarow.reasons.answer import Why
from kinarow.reasons.reason_pictures import legend, reason_diagram


def why_text(why: Why, charset: Charset = UNICODE) -> Text:
    """The board with the first reason drawn onto it, then the words."""
    first = why.reasons[0] if why.reasons else None
    diagram = reason_diagram(first) if first else Diagram.of(why.position)
    text = draw(diagram, charset)
    signs = legend(first) if first else ""
    lines = [*([f"({signs})"] if signs else []), *why.words(charset.mark)]
    return text.append("".join(f"\n{line}" for line in lines))


def why_svg(why: Why) -> str:
    """The first reason as a picture."""
    first = why.reasons[0] if why.reasons else None
    diagram = reason_diagram(first) if first else Diagram.of(why.position)
    return draw_svg(diagram, " ".join(why.words()[:2]))


def why_markdown(why: Why) -> str:
    """The verdict and the reasons for a document: the board as a block, the parts as a list."""
    lines = why.words(UNICODE.mark)
    board = why_text(why).plain.split("\n")[: -len(lines)]
    listed = [f"- {line.strip()}" if line.startswith("  ") else f"\n{line}\n" for line in lines]
    return "\n".join(["```text", *board, "```", *listed])


def why_html(why: Why) -> str:
    """As a notebook shows it."""
    first, *rest = why.words()
    return notebook.beside(
        why_svg(why), notebook.words(first, strong=True), *map(notebook.words, rest)
    )
