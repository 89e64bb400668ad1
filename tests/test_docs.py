"""What the documentation says is what the program does: its examples are run."""

from __future__ import annotations

import doctest
import importlib
import math
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kinarow
from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position
from kinarow.search import alphabeta, minimax
from kinarow.search.deepening import search
from kinarow.search.limits import Limits
from tests.running import Run
from tests.sandbox.attacking import needs_any_sandbox
from tests.strategies import SOAKING

ROOT = Path(__file__).parent.parent
GUIDES = ROOT / "docs" / "guides"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.py)\n")
"""How a block begins that shows a whole file."""
LONG = (
    "kinarow report",
    "kinarow compare",
    "kinarow tune",
    "kinarow learn",
    "kinarow match alphabeta:eval=my_eval.py,depth=4",
    "kinarow tournament alphabeta:eval=idea.py",
)
"""Commands that take long and of which no other example needs a file: `make soak` runs them."""
BUSY = re.compile(r"^Warning: the machine was busy with other work.*\n", re.MULTILINE)
"""What marking a class adds on such a machine."""
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def console_examples(page: Path) -> Iterator[tuple[str, str]]:
    """Each `$ kinarow …` of a page with what is printed under it."""
    for language, text in BLOCK.findall(page.read_text()):
        for example in re.split(r"^\$ ", text, flags=re.MULTILINE) if language == "console" else ():
            command, _, output = example.partition("\n")
            if command.startswith("kinarow "):
                yield command, output


def lay_out(page: Path, folder: Path) -> None:
    """The files that a page shows and, for a guide, those that lie beside it; for others, the
    examples."""
    if page.parent == GUIDES:
        shutil.copytree(GUIDES, folder, dirs_exist_ok=True)
    else:
        shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples")
    for _, text in BLOCK.findall(page.read_text()):
        if shown := FILE.match(text):
            (folder / shown[1]).write_text(text)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page(
    page: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its commands, one after the other in one folder, then its Python, then its programs."""
    if any(command.startswith("kinarow grade-class") for command, _ in console_examples(page)):
        needs_any_sandbox()
    # A busy machine is spoken of, which is true and not on the page.
    monkeypatch.setattr("kinarow.classroom.classroom._SECONDS_WORTH_TELLING", math.inf)
    monkeypatch.chdir(tmp_path)
    lay_out(page, tmp_path)
    for command, output in console_examples(page):
        if command.startswith(LONG) and not SOAKING:
            continue
        done = run(*command.split()[1:])
        printed = done.out + (done.err if done.code else "")  # else it only says how far it is
        printed = BUSY.sub("", printed)
        same = doctest.OutputChecker().check_output(output.replace("…", "..."), printed, ELLIPSIS)
        assert same, f"`{command}` printed\n{printed}\nand the page shows\n{output}"
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=ELLIPSIS)
    assert failures == 0
    for language, text in BLOCK.findall(page.read_text()):
        if language == "python" and 'if __name__ == "__main__":' in text:
            (tmp_path / "program.py").write_text(text)
            program = [sys.executable, "program.py"]
            assert subprocess.run(program, stdout=subprocess.PIPE, check=True).stdout


@pytest.mark.slow
def test_python_examples_in_docstrings() -> None:
    tried, package = 0, Path(kinarow.__path__[0])
    for file in sorted(package.rglob("*.py")):
        if ">>> " in file.read_text():  # to import all the others takes longer than all examples
            parts = file.relative_to(package.parent).with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            failures, attempted = doctest.testmod(importlib.import_module(name))
            assert failures == 0, name
            tried += attempted
    assert tried >= 5


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.slow
def test_the_ladder_on_the_page_is_the_ladder() -> None:
    """The table of docs/search.md, counted again."""
    position = Position.from_moves("4453")
    count: dict[str, Callable[[int], int]] = {
        "minimax": lambda depth: minimax(position, OPEN_LINES, depth).nodes,
        "alphabeta-plain": lambda depth: alphabeta(position, OPEN_LINES, depth).nodes,
        "alphabeta, table off": lambda depth: (
            search(position, OPEN_LINES, Limits(depth=depth), use_table=False).nodes
        ),
        "alphabeta": lambda depth: search(position, OPEN_LINES, Limits(depth=depth)).nodes,
    }
    page = (ROOT / "docs" / "search.md").read_text()
    for rung, nodes in count.items():
        is_slow = rung in ("minimax", "alphabeta-plain") and not SOAKING
        counted = " | ".join(f"{nodes(depth):,}" for depth in ((2, 4) if is_slow else (2, 4, 6)))
        assert f"| {rung} | {counted} |" in page
