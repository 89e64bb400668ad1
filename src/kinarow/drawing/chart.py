"""Charts as data: values with their intervals, drawn in the terminal and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

_BAR, _WHISKER, _LABEL, _GRID = "#3a6a99", "#1f2328", "#5c6168", "#d9d8d4"
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 520, 258, 52, 34, 62
_TEXT_BAR = 30


@dataclass(frozen=True, slots=True)
class Bar:
    """A value and where it lies with some certainty."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars beside each other, in percent."""

    title: str
    bars: tuple[Bar, ...]
    across: str = ""
    """What the labels are."""
    legend: str = ""
    """What bars and lines are."""

    @property
    def top(self) -> float:
        """The end of the scale: a round number above all intervals."""
        highest = max((bar.high for bar in self.bars), default=1.0)
        return next((t for t in (1, 2, 5, 10, 20, 50) if highest <= t), 100)


def chart_text(chart: Chart, full: str = "█", rest: str = "─") -> Sequence[str]:
    """The chart as lines: a bar for each value, a thin line to the end of its interval."""
    width = max((len(bar.label) for bar in chart.bars), default=0)
    lines = [chart.title]
    for bar in chart.bars:
        filled = round(bar.value / chart.top * _TEXT_BAR)
        reach = round(bar.high / chart.top * _TEXT_BAR)
        drawn = full * filled + rest * max(0, reach - filled)
        numbers = f"{bar.value:5.1f} % ({bar.low:.1f}–{bar.high:.1f})"
        lines.append(f"  {bar.label:>{width}} {drawn:<{_TEXT_BAR}} {numbers}")
    return lines


def chart_words(chart: Chart) -> str:
    """What a screen reader says of the chart."""
    numbers = "; ".join(f"{bar.label}: {bar.value:.1f} %" for bar in chart.bars)
    return f"{chart.title}. {numbers}"


def chart_svg(chart: Chart) -> str:
    """The chart as SVG text."""
    said = chart_words(chart)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="{escape(said)}" '
        'font-family="system-ui, sans-serif" font-size="12">',
        f"<title>{escape(said)}</title>",
        f'<text x="{_LEFT}" y="18" font-size="14" font-weight="600">{escape(chart.title)}</text>',
        *_scale(chart),
        *_bars(chart),
        "</svg>",
    ]
    return "\n".join(parts)


def _height(chart: Chart, value: float) -> float:
    return (_HEIGHT - _TOP - _BOTTOM) * min(max(value, 0.0), chart.top) / chart.top


def _scale(chart: Chart) -> Iterator[str]:
    base = _HEIGHT - _BOTTOM
    for quarter in range(5):
        value = chart.top * quarter / 4
        y = base - _height(chart, value)
        yield f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - 8}" stroke="{_GRID}"/>'
        yield _text(_LEFT - 6, y + 4, f"{value:g} %", "end")
    yield _text((_LEFT + _WIDTH) / 2, _HEIGHT - 24, chart.across)
    yield _text(_WIDTH / 2, _HEIGHT - 6, chart.legend, size=11)


def _bars(chart: Chart) -> Iterator[str]:
    base, step = _HEIGHT - _BOTTOM, (_WIDTH - _LEFT - 8) / max(1, len(chart.bars))
    for number, bar in enumerate(chart.bars):
        middle = _LEFT + (number + 0.5) * step
        wide, high = step * 0.62, _height(chart, bar.value)
        yield (
            f'<rect x="{middle - wide / 2:.1f}" y="{base - high:.1f}" width="{wide:.1f}" '
            f'height="{high:.1f}" fill="{_BAR}"/>'
        )
        low, top = (base - _height(chart, value) for value in (bar.low, bar.high))
        whisker = f"M{middle:.1f} {low:.1f}V{top:.1f}"
        yield f'<path d="{whisker}" stroke="{_WHISKER}" stroke-width="1.5"/>'
        yield _text(middle, base + 16, bar.label)


def _text(x: float, y: float, words: str, anchor: str = "middle", size: int = 12) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {place} fill="{_LABEL}">{escape(words)}</text>'
