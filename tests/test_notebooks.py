"""The notebooks for courses run from top to bottom, and what they end with can be shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.strategies import SOAKING

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))


def cells(notebook: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return found


@pytest.fixture
def output_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, dict[str, Any]], str]:
    """How the documentation site runs a cell."""
    monkeypatch.syspath_prepend(NOTEBOOKS[0].parents[2] / "tools")
    found: Callable[[str, dict[str, Any]], str] = import_module("notebook_outputs").output_of
    return found


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, output_of: Callable[[str, dict[str, Any]], str]) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    sources = ["".join(cell["source"]) for cell in cells(notebook) if cell["cell_type"] == "code"]
    outputs = [output_of(source, names) for source in sources]
    assert sum("<svg" in output or "<table" in output for output in outputs) >= 2


@pytest.mark.slow
@pytest.mark.skipif(not SOAKING, reason="make soak runs them in a kernel of Jupyter's")
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_in_jupyter(notebook: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    cells = nbformat.read(notebook, as_version=4)
    NotebookClient(cells, timeout=600).execute()


def test_they_are_kept_without_outputs() -> None:
    """Outputs are made by whoever runs them; kept ones would grow stale."""
    assert NOTEBOOKS
    for notebook in NOTEBOOKS:
        assert not any(cell.get("outputs") for cell in cells(notebook)), notebook.name
