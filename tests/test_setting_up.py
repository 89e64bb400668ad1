"""`make` on a machine with a Python that is too old says so, and nothing else."""

from __future__ import annotations

import ast
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parent.parent / "tools" / "set_up.py"


@pytest.fixture
def set_up() -> ModuleType:
    described = spec_from_file_location("set_up", FILE)
    assert described is not None
    assert described.loader is not None
    module = module_from_spec(described)
    described.loader.exec_module(module)
    return module


def test_an_old_python_can_read_it() -> None:
    ast.parse(FILE.read_text(encoding="utf-8"), feature_version=(3, 6))
    assert "__future__" not in FILE.read_text(encoding="utf-8")  # 3.6 does not know annotations


def test_an_old_python_is_told(
    set_up: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 18))
    monkeypatch.setattr(sys, "version", "3.9.18 (main)")
    assert set_up.main(".") == 1
    said = capsys.readouterr().out
    assert "needs Python 3.11 or newer, this is 3.9.18" in said
    assert "PYTHON=" in said


@pytest.mark.parametrize(
    ("line", "news"),
    [
        (
            "Downloading numba-0.68.1-cp311-cp311-linux_x86_64.whl (3.8 MB)",
            "  numba 0.68.1, 3.8 MB",
        ),
        ("Processing /wheels/numpy-2.4.6-cp311-cp311-linux_x86_64.whl", "  numpy 2.4.6"),
        ("Installing collected packages: a, b, c", "  installing 3 packages …"),
        ("Requirement already satisfied: pip", ""),
    ],
)
def test_what_pip_says_in_fewer_words(set_up: ModuleType, line: str, news: str) -> None:
    assert set_up._news(line) == news
