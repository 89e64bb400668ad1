"""The colours of the lab, for pages that open from disk."""

from __future__ import annotations

import re
from importlib.resources import files


def lab_colours() -> str:
    """What the lab's style says of them, where they are written once."""
    css = (files("kinarow") / "web" / "static" / "lab.css").read_text(encoding="utf-8")
    found = re.search(r":root \{.*?\n\}\n", css, re.DOTALL)
    return found.group(0) if found else ""
