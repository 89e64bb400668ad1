"""A lesson as a picture that moves by itself, step after step, over and over.

What is there in the end is visible from the start to programs that cannot move pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from kinarow.errors import KinarowError
from kinarow.score import WIN, Score, is_proven
from kinarow.search.lesson.lesson import Lesson
from kinarow.search.lesson.node import TreeNode
from kinarow.search.lesson.text import spread
from kinarow.search.lesson.tree_picture import HEIGHT, WIDTH, label_of, places

MOST_NODES_MOVING: Final = 200
_SECONDS_A_STEP = 2.0
_REST_SECONDS = 4.0
_MARGIN, _TOP = 16, 130
"""Around the tree, and above it for the sentence and the number line."""
_LEAST_WIDTH = 640
_LINE = (110, 420)
"""Where the number line begins, and how long it is."""
_FILLS = {True: "#f7d9d7", False: "#fbefc9"}
_INK, _QUIET, _CUT, _BLUE = "#24272c", "#72767d", "#a8322f", "#2f5d8a"


def lesson_svg(lesson: Lesson) -> str:
    """The lesson as one moving picture; only of a tree that can be taken in at a glance."""
    nodes = list(lesson.root.walk())
    if len(nodes) > MOST_NODES_MOVING:
        raise KinarowError(
            f"this tree has {len(nodes)} nodes, and a moving picture shows {MOST_NODES_MOVING} at "
            "most: reduce the depth, or write a page by --html"
        )
    return _Moving(lesson).svg()


class _Moving:
    """A picture under way."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.last = len(lesson.steps) - 1
        self.places = {key: (x, y + _TOP) for key, (x, y) in places(lesson.root)}
        widest = max(x for x, _ in self.places.values()) + WIDTH
        self.width = max(_LEAST_WIDTH, widest) + 2 * _MARGIN
        self.shift = (self.width - widest) / 2
        self.height = max(y for _, y in self.places.values()) + HEIGHT + _MARGIN
        self.entered: dict[int, int] = {}
        self.labels: dict[int, list[tuple[int, str]]] = {}
        self.cut_at: dict[int, int] = {}
        for number, step in enumerate(lesson.steps):
            key = id(step.node)
            self.entered.setdefault(key, number)
            if step.score is not None:
                self.labels.setdefault(key, []).append((number, label_of(step.score, step.bound)))
            if step.child is not None:  # what is known of it now is all that will be
                child, score = step.child, step.child.score or 0
                self.labels[id(child)].append((number, label_of(score, child.bound)))
            if step.kind == "cut":
                self.cut_at |= {id(c): number for c in step.node.children if c.pruned}

    def svg(self) -> str:
        title = f"{self.lesson.algorithm}: {self.lesson.summary}"
        total = len(self.lesson.steps) * _SECONDS_A_STEP + _REST_SECONDS
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width:g}" height="{self.height:g}" role="img" '
            f'aria-label={quoteattr(title)} font-family="system-ui, sans-serif" font-size="12">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{self.width:g}" height="{self.height:g}" rx="8" fill="#ffffff">',
            # The clock that all steps go by; it begins anew when it has come to its end.
            f'<animate id="clock" attributeName="opacity" from="1" to="1" dur="{total:g}s" '
            'begin="0s;clock.end"/></rect>',
            *self.sentences(),
        ]
        for node in self.lesson.root.walk():
            parts += [*self.edges(node), *self.box(node)]
        return "\n".join([*parts, "</svg>"])

    def during(self, inner: str, begin: int, end: int | None = None) -> str:
        """Something that is there from one step to another; without an end, to the last."""
        start = begin * _SECONDS_A_STEP
        if end is None:
            time = f'begin="clock.begin" dur="{start:g}s"'
            hidden = f'<set attributeName="visibility" to="hidden" {time}/>'
            return f"<g>{inner}{hidden if begin else ''}</g>"
        lasts = (end - begin) * _SECONDS_A_STEP
        shown = (
            f'<set attributeName="visibility" to="visible" begin="clock.begin+{start:g}s" '
            f'dur="{lasts:g}s"/>'
        )
        return f'<g visibility="hidden">{inner}{shown}</g>'

    def sentences(self) -> Iterator[str]:
        least, most = spread(self.lesson)
        for number, (step, words) in enumerate(
            zip(self.lesson.steps, self.lesson.words, strict=True)
        ):
            colour = _CUT if step.kind == "cut" else _INK
            lines = wrap(words, int(self.width / 8.2))
            inner = "".join(
                f'<text x="{_MARGIN}" y="{28 + 20 * row}" font-size="15" fill="{colour}">'
                f"{escape(line)}</text>"
                for row, line in enumerate(lines)
            )
            if self.lesson.algorithm == "alphabeta" and step.kind != "done":
                inner += "".join(_window(step.low, step.high, least, most))
            yield self.during(inner, number, None if number == self.last else number + 1)

    def edges(self, node: TreeNode) -> Iterator[str]:
        x, y = self.centre(node)
        for child in node.children:
            cx, cy = self.centre(child)
            ends = f'x1="{x:g}" y1="{y + HEIGHT:g}" x2="{cx:g}" y2="{cy:g}"'
            mx, my = x + 0.55 * (cx - x), y + HEIGHT + 0.55 * (cy - y - HEIGHT)
            if child.pruned:
                cross = f"M{mx - 5:g} {my - 5:g}l10 10m0 -10l-10 10"
                yield f'<line {ends} stroke="#c9c9c9" stroke-dasharray="3 3"/>'
                drawn = f'<path d="{cross}" fill="none" stroke="{_CUT}" stroke-width="2.5"/>'
                yield self.during(drawn, self.cut_at[id(child)])
                continue
            yield f'<line {ends} stroke="#c9c9c9"/>'
            wide = 3.5 if child is node.chosen else 1.2
            drawn = f'<line {ends} stroke="{_QUIET}" stroke-width="{wide}"/>'
            yield self.during(drawn, self.entered[id(child)])
            # Near the child, where edges are apart.
            side, anchor = (-4, "end") if cx < x else (4, "start")
            place = x + 0.8 * (cx - x) + side, y + HEIGHT + 0.8 * (cy - y - HEIGHT)
            name = f'x="{place[0]:g}" y="{place[1]:g}" text-anchor="{anchor}" fill="{_QUIET}"'
            yield f"<text {name}>{escape(child.name)}</text>"

    def box(self, node: TreeNode) -> Iterator[str]:
        x, y = self.centre(node)
        unseen = f'<circle cx="{x:g}" cy="{y + 5:g}" r="5" fill="#ffffff" stroke="#c9c9c9"/>'
        if node.pruned:
            yield unseen
            return
        place = f'x="{x - WIDTH / 2 + 2:g}" y="{y:g}" width="{WIDTH - 4}" height="{HEIGHT}"'
        fill = _FILLS[node.maximising] if node.children else "#ffffff"
        shape = f'<rect {place} rx="{2 if node.maximising else 12}"'
        entered = self.entered[id(node)]
        yield self.during(unseen, 0, entered) if entered else ""
        yield self.during(f'{shape} fill="{fill}" stroke="#5c6168"/>', entered)
        for number in self.here(node):
            frame = f'{shape} fill="none" stroke="{_BLUE}" stroke-width="3"/>'
            yield self.during(frame, number, number + 1)
        labels = self.labels[id(node)]
        if node.children:
            labels = [(entered, "MAX" if node.maximising else "MIN"), *labels]
        for (begin, label), after in zip(labels, [*labels[1:], None], strict=True):
            words = (
                f'<text x="{x:g}" y="{y + 17:g}" text-anchor="middle" fill="{_INK}">'
                f"{escape(label)}</text>"
            )
            yield self.during(words, begin, after[0] if after else None)

    def here(self, node: TreeNode) -> list[int]:
        """The steps, but for the last, at which the search is at a node."""
        return [n for n, step in enumerate(self.lesson.steps[:-1]) if step.node is node]

    def centre(self, node: TreeNode) -> tuple[float, float]:
        x, y = self.places[id(node)]
        return x + WIDTH / 2 + self.shift, y


def _window(low: Score, high: Score, least: Score, most: Score) -> Iterator[str]:
    """Alpha and beta as an interval on a number line."""
    begin, length = _LINE
    left, right = (_across(score, least, most) for score in (low, high))
    colour = _CUT if low >= high else _BLUE
    alpha = "−∞" if low <= -WIN else label_of(low, None)
    beta = "+∞" if high >= WIN else label_of(high, None)
    yield f'<path d="M{begin} 102h{length}" stroke="#c9c9c9" stroke-width="2"/>'
    yield (
        f'<rect x="{min(left, right):g}" y="98" width="{max(2, abs(right - left)):g}" height="8" '
        f'fill="{colour}" opacity="0.55"/>'
    )
    yield f'<path d="M{left:g} 92v20M{right:g} 92v20" stroke="{colour}" stroke-width="3"/>'
    yield f'<text x="{begin - 10}" y="106" text-anchor="end" fill="{_INK}">α {alpha}</text>'
    yield f'<text x="{begin + length + 10}" y="106" fill="{_INK}">β {beta}</text>'


def _across(score: Score, least: Score, most: Score) -> float:
    """Where a score lies on the number line; proven ones and none at all at its ends."""
    begin, length = _LINE
    if is_proven(score):
        return float(begin if score < 0 else begin + length)
    share = (score - least) / (most - least) if most > least else 0.5
    return begin + 12 + share * (length - 24)
