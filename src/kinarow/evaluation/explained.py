"""Explanations as Markdown: the worked example of a report."""

from __future__ import annotations

from collections.abc import Iterator

from kinarow.drawing.diagram import Diagram
from kinarow.drawing.text import UNICODE, Charset, draw
from kinarow.evaluation import Explanation, Step
from kinarow.game import Position
from kinarow.score import signed


def markdown(position: Position, explanation: Explanation, charset: Charset = UNICODE) -> str:
    """A position and how its score comes about, step by step."""
    return "\n".join(_lines(position, explanation, charset))


def _lines(position: Position, explanation: Explanation, charset: Charset) -> Iterator[str]:
    score = "infinity" if explanation.score is None else signed(explanation.score)
    chosen = f", which plays {explanation.move}" if explanation.move else ""
    yield f"## {explanation.evaluator} for {explanation.side.mark}{chosen}: {score}"
    yield ""
    yield "```text"
    yield draw(Diagram.of(position), charset).plain
    yield "```"
    for step in explanation.steps:
        yield ""
        yield from _step(step)
    yield ""
    yield f"**Score: {score}**"


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def _step(step: Step) -> Iterator[str]:
    yield f"### {step.title}: {signed(step.points)}"
    if step.note:
        yield ""
        yield step.note
    if step.contributions:
        yield ""
        yield "| term | cells | hold | points | total |"
        yield "|---|---|---|---:|---:|"
        for c in step.contributions:
            cells = " ".join(map(str, c.cells))
            points, total = signed(c.points), signed(c.total)
            yield f"| {_cell(c.term)} | {cells} | `{c.holds}` | {points} | {total} |"
