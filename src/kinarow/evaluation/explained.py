"""Explanations for the terminal, for notebooks and as Markdown: the same steps, the same sums."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from kinarow.drawing import Diagram, draw_svg
from kinarow.drawing.notebook import beside, table, words
from kinarow.drawing.text import UNICODE, Charset, draw
from kinarow.evaluation.explain import Contribution, Explanation, Step
from kinarow.score import signed


def explanation_text(explanation: Explanation, charset: Charset = UNICODE) -> Text:
    """The board, each step with what counted and the running total, and the score."""
    text = draw(Diagram.of(explanation.position), charset)
    everything = explanation.contributions
    cells_width = max((len(_cells(c)) for c in everything), default=0)
    holds_width = max((2 * len(c.holds) for c in everything), default=0)
    for step in explanation.steps:
        text.append("\n\n").append(charset.plain(_title(step)), style="bold")
        if step.note:
            text.append(charset.plain(f"   {step.note}"), style="dim")
        for c in step.contributions:
            name = f"{c.term:<8}" if explanation.move else ""
            holds = " ".join(charset.marks(c.holds))
            text.append(f"\n  {name}{_cells(c):<{cells_width}}   {holds:<{holds_width}}")
            text.append(f" {signed(c.points):>10}", style="green" if c.points > 0 else "red")
            text.append(f" {signed(c.total):>11}", style="dim")
    who = charset.mark(explanation.side)
    said = explanation.words.replace(f" for {explanation.side.mark}", f" for {who}", 1)
    return text.append("\n\n").append(said, style="bold")


def explanation_svg(explanation: Explanation) -> str:
    """The board with everything that counts drawn onto it."""
    diagram = Diagram.of(explanation.position).explained(explanation)
    return draw_svg(diagram, explanation.words)


def explanation_html(explanation: Explanation) -> str:
    """As a notebook shows it: the board beside the sum."""
    parts = [words(explanation.words, strong=True)]
    for step in explanation.steps:
        parts.append(words(_title(step) + (f" ({step.note})" if step.note else "")))
        rows = [
            (_cells(c), UNICODE.marks(c.holds), signed(c.points), signed(c.total))
            for c in step.contributions
        ]
        if rows:
            parts.append(table(("cells", "hold", "points", "total"), rows, text_columns=2))
    return beside(explanation_svg(explanation), *parts)


def markdown(explanation: Explanation, charset: Charset = UNICODE) -> str:
    """A position and how its score comes about, step by step."""
    return "\n".join(_lines(explanation, charset))


def _lines(explanation: Explanation, charset: Charset) -> Iterator[str]:
    score = "infinity" if explanation.score is None else signed(explanation.score)
    chosen = f", which plays {explanation.move}" if explanation.move else ""
    yield f"## {explanation.evaluator} for {explanation.side.mark}{chosen}: {score}"
    yield ""
    yield "```text"
    yield draw(Diagram.of(explanation.position), charset).plain
    yield "```"
    for step in explanation.steps:
        yield ""
        yield from _step(step)
    yield ""
    yield f"**Score: {score}**"


def _step(step: Step) -> Iterator[str]:
    yield f"### {_title(step)}"
    if step.note:
        yield ""
        yield step.note
    if step.contributions:
        yield ""
        yield "| term | cells | hold | points | total |"
        yield "|---|---|---|---:|---:|"
        for c in step.contributions:
            points, total = signed(c.points), signed(c.total)
            term = c.term.replace("|", "\\|")
            yield f"| {term} | {_cells(c)} | `{c.holds}` | {points} | {total} |"


def _title(step: Step) -> str:
    return f"{step.title}: {signed(step.points)}"


def _cells(contribution: Contribution) -> str:
    return " ".join(map(str, contribution.cells))
