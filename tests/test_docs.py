"""What the documentation says is what the program does: its examples are run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
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
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```\w+ file=(\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def console_examples(page: Path) -> Iterator[tuple[str, str]]:
    """Each `$ kinarow …` of a page with what is printed under it."""
    for language, text in BLOCK.findall(page.read_text()):
        for example in re.split(r"^\$ ", text, flags=re.MULTILINE) if language == "console" else ():
            command, _, output = example.partition("\n")
            if command.startswith("kinarow "):
                yield command, output


def check_example(run: Run, page: str, command: str, output: str) -> None:
    done = run(*command.split()[1:])
    printed = done.out + (done.err if done.code else "")  # else it only says how far it is
    same = doctest.OutputChecker().check_output(output.replace("…", "..."), printed, ELLIPSIS)
    assert same, f"{page}: `{command}` printed\n{printed}\nand the page shows\n{output}"


@pytest.mark.parametrize(
    ("page", "command", "output"),
    [
        (page.name, *example)
        for page in PAGES
        if page not in GUIDES
        for example in console_examples(page)
    ],
)
def test_commands_print_what_the_page_shows(run: Run, page: str, command: str, output: str) -> None:
    check_example(run, page, command, output)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_guides_work_from_their_first_command_to_their_last(
    run: Run, guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an empty folder, with the files that the guide says to write."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILE.findall(guide.read_text()):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    examples = list(console_examples(guide))
    assert examples
    for command, output in examples:
        check_example(run, guide.name, command, output)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_on_pages(page: Path) -> None:
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
