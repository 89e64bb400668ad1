"""What a search found, for the terminal and for notebooks."""

from __future__ import annotations

from rich.text import Text

from kinarow.drawing import Diagram, draw_svg
from kinarow.drawing.notebook import beside, words
from kinarow.drawing.text import UNICODE, Charset, draw
from kinarow.search.result import SearchResult


def result_text(result: SearchResult, charset: Charset = UNICODE) -> Text:
    """The board after the move, its score and the line that is expected, and what it took."""
    text = draw(_diagram(result), charset)
    text.append(f"\n{result.words(charset.mark)}", style="bold")
    return text.append(f"\n{result.effort}", style="dim")


def result_html(result: SearchResult) -> str:
    """As a notebook shows it."""
    said = result.words()
    picture = draw_svg(_diagram(result), said)
    return beside(picture, words(said, strong=True), words(result.effort))


def _diagram(result: SearchResult) -> Diagram:
    return Diagram.of(result.position.play(result.move), result.move)
