"""What the documentation says is what the program does: its examples are run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import kinarow
from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position
from kinarow.search import alphabeta, minimax
from kinarow.search.compiled import search
from kinarow.search.limits import Limits
from tests.running import Run

ROOT = Path(__file__).parent.parent
GUIDES = ROOT / "docs" / "guides"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.py)\n")
"""How a block begins that shows a whole file."""
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def console_examples(page: Path) -> Iterator[tuple[str, str]]:
    """Each `$ kinarow …` of a page with what is printed under it."""
    for language, text in BLOCK.findall(page.read_text()):
        for example in re.split(r"^\$ ", text, flags=re.MULTILINE) if language == "console" else ():
            command, _, output = example.partition("\n")
            if command.startswith("kinarow "):
                yield command, output


@pytest.fixture(scope="module")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """A folder for each page, where its commands are run one after the other, with the files that
    it shows and, for a guide, those that lie beside it; for others, the examples."""

    @cache
    def made(page: Path) -> Path:
        folder = tmp_path_factory.mktemp(page.stem)
        if page.parent == GUIDES:
            shutil.copytree(GUIDES, folder, dirs_exist_ok=True)
        else:
            shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples")
        for _, text in BLOCK.findall(page.read_text()):
            if shown := FILE.match(text):
                (folder / shown[1]).write_text(text)
        return folder

    return made


@pytest.mark.parametrize(
    ("page", "command", "output"),
    [
        pytest.param(page, command, output, id=f"{page.stem}-{command}")
        for page in PAGES
        for command, output in console_examples(page)
    ],
)
def test_commands_print_what_the_page_shows(
    run: Run,
    folder_of: Callable[[Path], Path],
    monkeypatch: pytest.MonkeyPatch,
    page: Path,
    command: str,
    output: str,
) -> None:
    monkeypatch.chdir(folder_of(page))
    done = run(*command.split()[1:])
    printed = done.out + (done.err if done.code else "")  # else it only says how far it is
    same = doctest.OutputChecker().check_output(output.replace("…", "..."), printed, ELLIPSIS)
    assert same, f"{page.name}: `{command}` printed\n{printed}\nand the page shows\n{output}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_examples_on_pages(
    page: Path, folder_of: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder_of(page))
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=ELLIPSIS)
    assert failures == 0


def test_the_program_of_the_teachers_guide(folder_of: Callable[[Path], Path]) -> None:
    """After the commands of the page, whose games it finds."""
    page = GUIDES / "teacher.md"
    (program,) = [text for kind, text in BLOCK.findall(page.read_text()) if kind == "python"]
    file = folder_of(page) / "program.py"
    file.write_text(program)
    command = [sys.executable, file.name]
    done = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=True)
    students = [line.split()[0] for line in done.stdout.splitlines()]
    assert students == ["alice", "bob", "carol", "dave", "erin", "frank"]


def test_python_examples_in_docstrings() -> None:
    tried = 0
    for module in pkgutil.walk_packages(kinarow.__path__, "kinarow."):
        failures, attempted = doctest.testmod(importlib.import_module(module.name))
        assert failures == 0, module.name
        tried += attempted
    assert tried >= 5


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


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
        counted = " | ".join(f"{nodes(depth):,}" for depth in (2, 4, 6))
        assert f"| {rung} | {counted} |" in page
