"""One name, one thing."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import kinarow

SOURCES = Path(kinarow.__file__).parent


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
