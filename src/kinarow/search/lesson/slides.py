"""A lesson for slides: one page that opens from disk.

It carries the lab's own script and looks along, so that both draw alike.
"""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from typing import Final

from kinarow.drawing.lab_colours import lab_colours
from kinarow.search.lesson.branches import Order
from kinarow.search.lesson.lesson import Lesson

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_PAGE_STYLE = """
body { max-width: 76rem; margin: 0 auto; padding: 1rem 1.5rem; background: var(--page);
  color: var(--text); font: 18px/1.45 system-ui, sans-serif; }
h1 { margin: 0 0 0.3rem; font-size: 1.4rem; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
button, select { padding: 0.3rem 0.7rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background: var(--panel); color: inherit; font: inherit; cursor: pointer; }
button[aria-pressed="true"] { border-color: var(--accent); }
button:disabled { opacity: 0.55; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
"""
SHOWN_IN_SLIDES: Final[dict[str, list[tuple[bool, Order]]]] = {
    "alphabeta": [(True, "usual")],
    "minimax": [(False, "usual")],
    "both": [(False, "usual"), (True, "usual")],
    "orders": [(True, "good"), (True, "bad")],
}
"""What can be shown side by side: of each search whether it prunes, and its order of moves."""
_NAMES: Final = {"alphabeta": "Alpha-beta", "minimax": "Minimax"}
_ORDERS: Final = {
    "usual": "", "good": ", the best moves first", "bad": ", the worst moves first",
}  # fmt: skip


def title_of(lesson: Lesson) -> str:
    """What a lesson is of."""
    where = f" on {lesson.position.spec.name}" if lesson.position else ""
    return f"{_NAMES[lesson.algorithm]}{where}{_ORDERS[lesson.order]}"


def lesson_html(*lessons: Lesson) -> str:
    """One page with buttons to play and to step through a lesson, or through two side by side."""
    static = files("kinarow") / "web" / "static"
    style = lab_colours() + _PAGE_STYLE + (static / "lesson.css").read_text(encoding="utf-8")
    script = "".join(
        _inlined((static / name).read_text(encoding="utf-8"))
        for name in ("lesson_picture.js", "lesson_player.js")
    )
    told = [{"title": title_of(lesson), "lesson": lesson.to_json()} for lesson in lessons]
    data = json.dumps(told, separators=(",", ":")).replace("<", "\\u003c")
    title = escape(title_of(lessons[0]) if len(lessons) == 1 else "Two searches side by side")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title>\n<style>{style}</style></head>\n"
        f'<body><h1>{title}</h1><main id="lesson"></main>\n'
        f'<script type="application/json" id="data">{data}</script>\n'
        f'<script type="module">{script}\n'
        'new LessonPlayer(document.getElementById("lesson"), '
        'JSON.parse(document.getElementById("data").textContent));</script></body></html>\n'
    )


def _inlined(module: str) -> str:
    """A module as part of a larger one."""
    return re.sub(r"^export ", "", re.sub(r"^import .*\n", "", module, flags=re.M), flags=re.M)
