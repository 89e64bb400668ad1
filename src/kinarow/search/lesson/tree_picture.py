"""Search trees as text and SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from rich.text import Text

from kinarow.drawing.text import Charset
from kinarow.score import Score, in_words
from kinarow.search.lesson.node import Bound, TreeNode

WIDTH, HEIGHT, _LEVEL = 58, 26, 74
_PRUNED = 'stroke="#b9b9b9" stroke-dasharray="3 3"'
_BEST = 'stroke="#72767d" stroke-width="3.5"'
_OTHER = 'stroke="#72767d"'
SIGNS: Final[dict[Bound, str]] = {"exact": "", "lower": "≥ ", "upper": "≤ "}


def draw_tree(root: TreeNode, charset: Charset) -> Text:
    """The tree, one node a line; the best move of each node is marked, pruned ones are dim."""
    text = Text()
    plain = charset.first == "X"
    for node, guide, is_best in _lines(root, plain=plain):
        text.append(guide, style="dim")
        if node.score is None or node.bound is None:
            text.append(f"{node.name} pruned\n", style="dim")
            continue
        kind = ("max" if node.maximising else "min") if node.children else "leaf"
        star = " *" if is_best else ""
        style = "bold" if is_best or node is root else ""
        value = f"{charset.plain(SIGNS[node.bound])}{in_words(node.score)}"
        text.append(f"{node.name} {kind} {value}{star}\n", style=style)
    text.rstrip()
    return text


def _lines(root: TreeNode, *, plain: bool) -> Iterator[tuple[TreeNode, str, bool]]:
    """Each node with the guide lines before it, and whether it is its parent's best."""
    inner, last, through, blank = (
        ("|- ", "`- ", "|  ", "   ") if plain else ("├─ ", "└─ ", "│  ", "   ")
    )

    def below(node: TreeNode, indent: str) -> Iterator[tuple[TreeNode, str, bool]]:
        for i, child in enumerate(node.children):
            is_last = i == len(node.children) - 1
            yield child, indent + (last if is_last else inner), child is node.chosen
            yield from below(child, indent + (blank if is_last else through))

    yield root, "", False
    yield from below(root, "")


def tree_svg(root: TreeNode) -> str:
    """The tree from the root down, pruned branches dashed."""
    at = dict(places(root))
    width = max(x for x, _ in at.values()) + WIDTH
    height = max(y for _, y in at.values()) + HEIGHT + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label="A search tree" '
        'font-family="system-ui, sans-serif" font-size="11">',
        "<title>A search tree: values are passed up, dashed branches were pruned</title>",
    ]
    for node in root.walk():
        x, y = at[id(node)]
        for child in node.children:
            cx, cy = at[id(child)]
            look = _PRUNED if child.pruned else _BEST if child is node.chosen else _OTHER
            parts.append(
                f'<line x1="{x + WIDTH / 2:g}" y1="{y + HEIGHT:g}" x2="{cx + WIDTH / 2:g}" '
                f'y2="{cy:g}" {look}/>'
            )
            mx, my = (x + cx + WIDTH) / 2, (y + HEIGHT + cy) / 2
            parts.append(
                f'<text x="{mx + 4:g}" y="{my:g}" fill="#72767d">{escape(child.name)}</text>'
            )
        parts.append(_node(node, x, y))
    parts.append("</svg>")
    return "\n".join(parts)


def label_of(score: Score, bound: Bound | None) -> str:
    """What is written into a node: short, for there is little room."""
    return (SIGNS[bound] if bound else "") + in_words(score).replace(" at stone ", "@")


def _node(node: TreeNode, x: float, y: float) -> str:
    if node.score is None or node.bound is None:
        return f'<circle cx="{x + WIDTH / 2:g}" cy="{y + 6:g}" r="5" fill="none" stroke="#b9b9b9"/>'
    fill = "#f7d9d7" if node.maximising else "#fbefc9"
    shape = f'rx="{2 if node.maximising else 12}"'
    label = escape(label_of(node.score, node.bound))
    return (
        f'<rect x="{x + 2:g}" y="{y:g}" width="{WIDTH - 4}" height="{HEIGHT}" {shape} '
        f'fill="{fill}" stroke="#5c6168"/>'
        f'<text x="{x + WIDTH / 2:g}" y="{y + 17:g}" text-anchor="middle">{label}</text>'
    )


def places(root: TreeNode) -> Iterator[tuple[int, tuple[float, float]]]:
    """Leaves side by side, parents over the middle of their children."""
    next_leaf = 0.0

    def place(node: TreeNode, level: int) -> Iterator[tuple[int, tuple[float, float]]]:
        nonlocal next_leaf
        if not node.children:
            x = next_leaf
            next_leaf += WIDTH / 2 if node.pruned else WIDTH
        else:
            found: list[float] = []
            for child in node.children:
                for key, (cx, cy) in place(child, level + 1):
                    if key == id(child):
                        found.append(cx)
                    yield key, (cx, cy)
            x = (found[0] + found[-1]) / 2
        yield id(node), (x, 8.0 + level * _LEVEL)

    yield from place(root, 0)
