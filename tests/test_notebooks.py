"""The notebooks for courses run from top to bottom, and what they end with can be shown."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.strategies import SOAKING

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))


def cells(notebook: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return found


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does: what its last line is worth is what it shows."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)  # noqa: S102
    return None if last is None else eval(ast.unparse(last), names)  # noqa: S307


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    pictures = 0
    for cell in cells(notebook):
        if cell["cell_type"] == "code":
            value = shown("".join(cell["source"]), names)
            for form in ("_repr_html_", "_repr_svg_"):
                if hasattr(value, form):
                    assert "<" in getattr(value, form)()
                    pictures += 1
    assert pictures >= 2


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
