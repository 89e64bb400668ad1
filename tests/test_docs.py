"""What the documentation says is what the program does: its examples are run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
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
FILE = re.compile(r"# (\w+\.py)\n")
"""How a block begins that shows a whole file."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def console_examples() -> Iterator[tuple[str, str, str]]:
    """Each `$ kinarow …` of the pages with what is printed under it."""
    for page in PAGES:
        for language, text in BLOCK.findall(page.read_text()):
            for example in (
                re.split(r"^\$ ", text, flags=re.MULTILINE) if language == "console" else ()
            ):
                command, _, output = example.partition("\n")
                if command.startswith("kinarow "):
                    yield page.name, command, output


@pytest.fixture(scope="module")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A folder for each page, with the files that it shows; what its commands write stays there."""

    @cache
    def made(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        for page in PAGES:
            for _, text in BLOCK.findall(page.read_text()) if page.name == name else ():
                if shown := FILE.match(text):
                    (folder / shown[1]).write_text(text)
        return folder

    return made


@pytest.mark.parametrize(("page", "command", "output"), list(console_examples()))
def test_commands_print_what_the_page_shows(
    run: Run,
    page: str,
    command: str,
    output: str,
    folder_of: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder_of(page))
    done = run(*command.split()[1:])
    printed = done.out + done.err
    expected = output.replace("…\n", "...\n")
    same = doctest.OutputChecker().check_output(expected, printed, ELLIPSIS)
    assert same, f"{page}: `{command}` printed\n{printed}\nand the page shows\n{output}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_on_pages(
    page: Path, folder_of: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder_of(page.name))
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=ELLIPSIS)
    assert failures == 0


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
