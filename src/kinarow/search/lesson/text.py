"""The steps of a lesson in the terminal: a sentence, and alpha and beta on a number line."""

from __future__ import annotations

from rich.text import Text

from kinarow.drawing.text import Charset
from kinarow.score import WIN, Score, is_proven
from kinarow.search.lesson.lesson import Lesson
from kinarow.search.lesson.tree_picture import label_of

_WIDTH = 48
_STYLES = {"cut": "bold red", "done": "bold", "update": "", "enter": "dim", "leaf": ""}


def step_text(lesson: Lesson, number: int, charset: Charset) -> Text:
    """A step, counted from 0: how far it is, its sentence and the window between alpha and beta."""
    step = lesson.steps[number]
    text = Text()
    text.append(f"{number + 1:>4}/{len(lesson.steps)} ", style="dim")
    text.append(charset.plain(lesson.words[number]), style=_STYLES[step.kind])
    if lesson.algorithm == "alphabeta" and step.kind != "done":
        line = charset.plain(number_line(step.low, step.high, *spread(lesson)))
        text.append(f"\n          {line}", style="dim")
    return text


def spread(lesson: Lesson) -> tuple[Score, Score]:
    """The least and the greatest opinion that a lesson speaks of: the ends of its number line."""
    said = [s.score for s in lesson.steps if s.score is not None and not is_proven(s.score)]
    return (min(said), max(said)) if said else (0, 0)


def number_line(low: Score, high: Score, least: Score, most: Score) -> str:
    """Alpha and beta as an interval; where they have met or passed, what lies between is void."""
    left, right = (_place(score, least, most) for score in (low, high))
    signs = ["═" if left <= place <= right else "─" for place in range(_WIDTH)]
    if low >= high:
        signs[right : left + 1] = "╳" * (left + 1 - right)
    alpha = "-∞" if low <= -WIN else label_of(low, None)
    beta = "+∞" if high >= WIN else label_of(high, None)
    return f"α {alpha:>7} {''.join(signs)} β {beta}"


def _place(score: Score, least: Score, most: Score) -> int:
    """Where a score lies on the line; proven ones and none at all at its ends."""
    if is_proven(score):
        return 0 if score < 0 else _WIDTH - 1
    share = (score - least) / (most - least) if most > least else 0.5
    return round(1 + share * (_WIDTH - 3))
