"""What the documentation site needs beyond docs/*.md: the pages at the project's root, notebooks as
pages, and the lists of decisions and of public names, so that nobody keeps either by hand."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from notebook_outputs import output_of

ROOT = Path(__file__).resolve().parent.parent
_PAGES = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "MEASUREMENTS.md", "SECURITY.md")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not in docs/."""
    for name in _PAGES:
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=_as_seen_from_docs(text)))
    files.append(File.generated(config, "reference.md", content=_reference()))
    files.append(File.generated(config, "decisions/index.md", content=_decisions()))
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=_notebook(path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links that lead out of docs/, or to a notebook, lead to the added pages."""
    markdown = re.sub(r"\]\((\S*notebooks/[\w-]+)\.ipynb\)", r"](\1.md)", markdown)
    up = "../" * page.file.src_uri.count("/")
    return re.sub(rf"\]\((?:\.\./)+({'|'.join(_PAGES)})", rf"]({up}\1", markdown)


def _as_seen_from_docs(text: str) -> str:
    return re.sub(r"\]\(docs/decisions/?\)", "](decisions/index.md)", text).replace("](docs/", "](")


def _decisions() -> str:
    lines = ["# Decisions", "", "Choices that are hard to undo, and why they were made.", ""]
    for path in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        title = path.read_text(encoding="utf-8").splitlines()[0].lstrip("# ")
        lines.append(f"- [{title}]({path.name})")
    return "\n".join(lines)


def _notebook(path: Path) -> str:
    """A notebook's text and code and, where there is time to run it, what it shows."""
    parts = [f"[Download this notebook]({path.name}), to run it."]
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        if os.environ.get("RUN_NOTEBOOKS"):
            parts.append(f'<div class="output">{output_of(text, names)}</div>')
    parts[:2] = parts[1::-1]  # the title first
    return "\n\n".join(parts)


def _reference() -> str:
    import kinarow

    parts = ["# Reference", "", "Every name of `from kinarow import …`, with an example.", ""]
    for name in sorted(kinarow.__all__, key=str.lower):
        value = getattr(kinarow, name)
        module = getattr(value, "__module__", None)
        if module and module.startswith("kinarow") and getattr(value, "__name__", "") == name:
            parts.append(f"::: {module}.{name}\n")
    return "\n".join(parts)
