"""Explanations for the terminal, for notebooks and as Markdown: the same steps, the same sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from kinarow.drawing import Diagram, draw_svg
from kinarow.drawing.notebook import beside, table, words
from kinarow.drawing.text import UNICODE, Charset, draw
from kinarow.evaluation.explanation.explain import Contribution, Explanation, RatedSquare, Step
from kinarow.score import Score, signed


def explanation_text(explanation: Explanation, charset: Charset = UNICODE) -> Text:
    """The board, each step with what counted and the running total, and the score."""
    text = draw(Diagram.of(explanation.position), charset)
    if explanation.counted:
        text.append("\n\n").append(charset.plain(explanation.counted), style="dim")
    _append_squares(text, explanation.squares, charset)
    everything = explanation.contributions
    cells_width = max((len(_cells(c)) for c in everything), default=0)
    holds_width = max((2 * len(c.holds) for c in everything), default=0)
    names_width = 8 if explanation.move else 0
    if explanation.by_calls:
        names_width = 3 + max((len(c.term) for c in everything), default=0)
    points, totals = (
        iter(in_column(numbers, width))
        for numbers, width in (
            ([c.points for c in everything], 10),
            ([c.total for c in everything], 11),
        )
    )
    for step in explanation.steps:
        text.append("\n\n").append(charset.plain(_title(step)), style="bold")
        if step.note:
            text.append(charset.plain(f"   {step.note}"), style="dim")
        for c in step.contributions:
            name = f"{c.term:<{names_width}}" if names_width else ""
            holds = " ".join(charset.marks(c.holds))
            text.append(f"\n  {name}{_cells(c):<{cells_width}}   {holds:<{holds_width}}")
            text.append(f" {next(points)}", style="green" if c.points > 0 else "red")
            text.append(f" {next(totals)}".rstrip(), style="dim")
    said = explanation.words_for(charset.mark(explanation.side))
    text.append("\n\n").append(said, style="bold")
    for remark in explanation.remarks:
        text.append("\n").append(charset.plain(remark.words), style="bold red")
    if explanation.claim:
        text.append("\n").append(charset.plain(explanation.claim), style="dim")
    return text


def in_column(numbers: Sequence[Score], width: int) -> list[str]:
    """Numbers below each other, point under point, as wide as the widest and no less than this."""
    written = [signed(number) for number in numbers]
    after = max((len(_after_point(text)) for text in written), default=0)
    aligned = [text + " " * (after - len(_after_point(text))) for text in written]
    width = max((width, *map(len, aligned)))
    return [f"{text:>{width}}" for text in aligned]


def _after_point(text: str) -> str:
    """What stands behind the digits before the point."""
    return text.lstrip("+-0123456789")


def _append_squares(text: Text, squares: Sequence[RatedSquare], charset: Charset) -> None:
    if not squares:
        return
    rows = [_SQUARE_HEADER, *map(square_row, squares[:MOST_SQUARES])]
    widths = [max(len(row[n]) for row in rows) for n in range(4)]
    text.append("\n")
    for row in rows:
        numbers = "  ".join(f"{row[n]:>{widths[n]}}" for n in range(1, 4))
        line = f"\n  {row[0]:<{widths[0]}}  {numbers}  {row[4]}".rstrip()
        text.append(charset.plain(line), style="dim" if row is _SQUARE_HEADER else "")
    if words := squares_left_out(squares):
        text.append(f"\n  {words}", style="dim")


_SQUARE_HEADER = ("square", "value", "reached by", "to centre", "")
MOST_SQUARES = 16
"""How many squares are listed; of more, the best."""


def square_row(square: RatedSquare) -> tuple[str, str, str, str, str]:
    """Its name, its value, how many of its eight numbers reach it, its distance to the centre,
    and why it is chosen or not."""
    value = "infinity" if square.value is None else signed(square.value)
    distance = f"{square.from_centre:.2f}"
    return square.cell.name, value, str(square.at_largest), distance, square.standing


def squares_left_out(squares: Sequence[RatedSquare]) -> str:
    left = len(squares) - MOST_SQUARES
    return f"and {left} more squares, none of them better" if left > 0 else ""


def explanation_svg(explanation: Explanation) -> str:
    """The board with everything that counts drawn onto it."""
    diagram = Diagram.of(explanation.position).explained(explanation)
    return draw_svg(diagram, explanation.words)


def explanation_html(explanation: Explanation) -> str:
    """As a notebook shows it: the board beside the sum."""
    parts = [words(explanation.words, strong=True)]
    parts += [words(remark.words, strong=True) for remark in explanation.remarks]
    parts += [words(explanation.claim)] if explanation.claim else []
    parts += [words(explanation.counted)] if explanation.counted else []
    if explanation.squares:
        rows = [square_row(square) for square in explanation.squares[:MOST_SQUARES]]
        parts.append(table(_SQUARE_HEADER, rows, text_columns=1))
    for step in explanation.steps:
        parts.append(words(_title(step) + (f" ({step.note})" if step.note else "")))
        lines = [
            (_cells(c), UNICODE.marks(c.holds), signed(c.points), signed(c.total))
            for c in step.contributions
        ]
        if lines:
            parts.append(table(("cells", "hold", "points", "total"), lines, text_columns=2))
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
    if explanation.counted:
        yield from ("", explanation.counted)
    if explanation.squares:
        yield from ("", f"| {' | '.join(_SQUARE_HEADER)} |", "|---|---:|---:|---:|---|")
        for square in explanation.squares[:MOST_SQUARES]:
            yield f"| {' | '.join(square_row(square))} |"
        if left_out := squares_left_out(explanation.squares):
            yield from ("", left_out)
    for step in explanation.steps:
        yield ""
        yield from _step(step)
    yield ""
    yield f"**Score: {score}**"
    if explanation.claim:
        yield from ("", explanation.claim)
    for remark in explanation.remarks:
        yield from ("", f"**{remark.words}**")


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
    return f"{step.title}: {'infinity' if step.points is None else signed(step.points)}"


def _cells(contribution: Contribution) -> str:
    return " ".join(map(str, contribution.cells))
