"""One name, one thing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import kinarow

SOURCES = Path(kinarow.__file__).parent


def test_no_two_modules_share_a_name() -> None:
    """But for the files of commands, which are named after them (docs/decisions/009)."""
    names = Counter(
        file.name
        for file in SOURCES.rglob("*.py")
        if file.name != "__init__.py" and file.parent.name != "cli"
    )
    assert {name for name, count in names.items() if count > 1} == set()
