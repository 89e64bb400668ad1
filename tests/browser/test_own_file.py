"""A function of one's own that is edited while the page is open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab_page import STONES

pytestmark = [pytest.mark.browser, pytest.mark.fresh_page]

GOOD = "def evaluate(board, me, opponent):\n    return 7\n"


@pytest.fixture
def file(edited: Path) -> Iterator[Path]:
    yield edited
    edited.write_text(GOOD)


def test_a_broken_file_is_told_and_leaves_the_board(page: Page, file: Path) -> None:
    warning, stones = page.locator("#file-warning"), page.locator(STONES)
    file.write_text(GOOD)
    page.goto("/#moves=4453&evaluator=mine.py&you=12")
    expect(page.locator("#score")).to_have_text("+7")
    expect(warning).to_be_hidden()
    file.write_text(GOOD.replace("opponent)", "opponent"))
    page.locator("#board").press("1")
    expect(stones).to_have_count(5)
    expect(warning).to_contain_text("mine.py, line 1: SyntaxError")
    page.reload()
    expect(stones).to_have_count(5)
    expect(page.locator("#score")).to_have_text("+7")
    expect(warning).to_contain_text("mine.py, line 1: SyntaxError")
    file.write_text(GOOD.replace("7", "8"))
    page.reload()
    expect(page.locator("#score")).to_have_text("+8")
    expect(warning).to_be_hidden()


def test_a_function_that_fails_leaves_the_board(page: Page, file: Path) -> None:
    file.write_text(GOOD)
    page.goto("/#moves=44&evaluator=mine.py&you=12")
    expect(page.locator("#score")).to_have_text("+7")
    file.write_text(GOOD.replace("7", "seven"))
    page.reload()
    expect(page.locator("#status")).to_contain_text("mine.py, line 2: NameError")
    expect(page.locator(STONES)).to_have_count(2)


def test_a_function_that_is_random_is_told_beside_its_score(page: Page, file: Path) -> None:
    file.write_text(f"import random\n\n\n{GOOD.replace('return 7', 'return 5 + random.random()')}")
    page.goto("/#moves=4453&evaluator=mine.py&you=12")
    sentence = page.locator("#why-sentence")
    expect(sentence).to_contain_text("for the same board: it is random or keeps state.")
    expect(sentence).not_to_contain_text("mostly")
    file.write_text(GOOD.replace("7", "10**20"))
    page.reload()
    expect(sentence).to_contain_text("mine.py returned 1e+20, clipped to +100000000000000")
