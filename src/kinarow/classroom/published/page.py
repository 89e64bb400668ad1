"""A page as one file: nothing is loaded from elsewhere; it opens from disk, in light and dark."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

from kinarow.arena.ratings.elo import Estimate
from kinarow.drawing.lab_colours import lab_colours

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def between(estimate: Estimate) -> str:
    """An interval, as it stands behind its number."""
    return f'<span class="error">({estimate.low:.1f}–{estimate.high:.1f})</span>'


def page(
    title: str, words: Sequence[str], body: str, data: Mapping[str, object] | None = None
) -> bytes:
    """With some words below its title; `data` is for the script of the pages with games."""
    here = files("kinarow.classroom.published")
    style = lab_colours() + (here / "class_page.css").read_text(encoding="utf-8")
    said = "".join(f'<p class="quiet">{escape(line)}</p>' for line in words)
    scripts = ""
    if data is not None:
        script = (here / "class_page.js").read_text(encoding="utf-8")
        # What a student wrote may hold the end of a script.
        written = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
        scripts = (
            f'<script type="application/json" id="data">{written}</script>\n'
            f"<script>{script}</script>"
        )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>{style}</style></head>\n<body>"
        f'<header><h1><span class="logo" aria-hidden="true">●●●</span> {escape(title)}</h1>{said}'
        f"</header>\n<main>{body}</main>\n{scripts}</body></html>\n"
    ).encode("utf-8", "backslashreplace")
