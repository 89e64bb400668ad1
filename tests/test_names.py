"""One name, one thing."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import kinarow

SOURCES = Path(kinarow.__file__).parent
ROOT = Path(__file__).parent.parent
OTHERWISE = re.compile(r"(kee\w+|kept) the outcome|outcome away|away the outcome")
"""Other words for what grades print as `keeps the result` and `results thrown away`."""


def test_no_two_classes_share_a_name() -> None:
    """But for those of the agent for Kaggle, which is one file that imports nothing of kinarow."""
    names = Counter(
        node.name
        for file in SOURCES.rglob("*.py")
        if file.name != "kaggle_agent.py"
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in names.items() if count > 1} == set()


def test_results_are_kept_or_thrown_away_wherever_that_is_told() -> None:
    """Faults: the lab gave outcomes away, reports kept them, and grades spoke of results."""
    read = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    read += [file for kind in ("*.py", "*.js", "*.html") for file in SOURCES.rglob(kind)]
    assert len(read) > 100
    told = {file.name: OTHERWISE.findall(file.read_text(encoding="utf-8")) for file in read}
    assert {name: words for name, words in told.items() if words} == {}
