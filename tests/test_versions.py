"""The version is the same wherever it is said, and is one that was written up."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import kinarow

ROOT = Path(__file__).parent.parent


def test_the_citation_and_the_changelog_name_this_version() -> None:
    cited = re.search(r"(?m)^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    titles = re.findall(r"(?m)^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert cited is not None
    assert cited[1] == kinarow.__version__
    newest = titles[1] if titles[0] == "Unreleased" else titles[0]
    assert newest == kinarow.__version__


def test_the_oldest_python_is_the_same_in_every_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    declared = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert declared[0] == oldest
    set_up = (ROOT / "tools" / "set_up.py").read_text(encoding="utf-8")
    assert f"OLDEST = ({oldest.replace('.', ', ')})" in set_up
    assert f"Python ≥ {oldest}" in (ROOT / "README.md").read_text(encoding="utf-8")
    tested = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert f'"{declared[0]}"' in tested
    assert f'"{declared[-1]}"' in tested
