"""Grades for the terminal and for notebooks."""

from __future__ import annotations

from collections.abc import Iterator

from kinarow.arena.ratings.elo import Estimate
from kinarow.drawing.chart import chart_svg, chart_text
from kinarow.drawing.notebook import table, words
from kinarow.drawing.text import ASCII, UNICODE, Charset
from kinarow.grading.blunder_chart import blunder_chart
from kinarow.grading.grades import THIRDS, Grade

_HEAD = ("", "positions", "keeps the result %", "best move %", "mean loss")


def grade_text(grade: Grade, charset: Charset = UNICODE) -> str:
    """The table by phase, what was thrown away, and where in the game that happened."""
    lines = [_title(grade)]
    for first, *others in (_HEAD, *_rows(grade)):
        widths = (10, *[20] * (len(others) - 1))
        cells = (f"{cell:>{width}}" for cell, width in zip(others, widths, strict=True))
        lines.append(f"{first:<10}{''.join(cells)}")
    lines += _summary(grade)
    chart = blunder_chart(grade)
    if len(chart.bars) > 1:
        lines += map(charset.plain, chart_text(chart, *("#-" if charset is ASCII else "█─")))
    return "\n".join(lines)


def grade_html(grade: Grade) -> str:
    """As a notebook shows it."""
    chart = blunder_chart(grade)
    parts = [words(_title(grade), strong=True), table(_HEAD, _rows(grade))]
    parts += map(words, _summary(grade))
    if len(chart.bars) > 1:
        # The chart is drawn for white paper.
        paper = "display: inline-block; background: white; border-radius: 8px"
        parts.append(f'<div style="{paper}">{chart_svg(chart)}</div>')
    return "".join(parts)


def _title(grade: Grade) -> str:
    return f"{grade.player}, {len(grade.moves)} positions"


def _rows(grade: Grade) -> Iterator[tuple[str, ...]]:
    by_phase = [(phase, grade.in_phase(phase)) for phase in THIRDS]
    for name, moves in (*by_phase, ("all", list(grade.moves))):
        if moves:
            loss = grade.mean_loss(moves)
            weak, strong = percent(grade.weak(moves)), percent(grade.strong(moves))
            yield name, str(len(moves)), weak, strong, f"{loss.value:.2f} ± {loss.error:.2f}"


def _summary(grade: Grade) -> Iterator[str]:
    kinds = ", ".join(f"{kind} {count}" for kind, count in grade.blunders.most_common())
    thrown_away = f"results thrown away: {percent(grade.blunder_rate())} %"
    yield thrown_away + (f": {kinds}" if kinds else "")
    agreement = grade.agreement()
    if agreement is not None:
        correlation = f"{agreement.value:.2f} ± {agreement.error:.2f}"
        yield f"the evaluator orders the moves (1 perfect, 0 chance): {correlation}"


def percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"
