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
    edited.write_text(GOOD)
    yield edited
    edited.write_text(GOOD)


def returning(what: str) -> str:
    return GOOD.replace("7", what)


def plays_on(page: Page, stones: int) -> None:
    """Clicks, Undo, steps and New game do what they do, and a reload shows the same board."""
    seen = page.locator(STONES)
    expect(seen).to_have_count(stones)
    page.locator('#board [data-cell="a1"]').click(force=True)
    expect(seen).to_have_count(stones + 1)
    page.locator("#step-back").click()
    expect(seen).to_have_count(stones)
    page.locator("#step-on").click()
    expect(seen).to_have_count(stones + 1)
    page.reload()
    expect(seen).to_have_count(stones + 1)
    expect(page.locator("#status")).to_contain_text("to move")
    page.locator("#undo").click()
    expect(seen).to_have_count(stones)


def test_a_file_that_fails_leaves_the_last_version_that_worked(page: Page, file: Path) -> None:
    warning, state = (
        page.locator("#file-warning"),
        page.locator('#file-state [data-file="mine.py"]'),
    )
    score = page.locator("#score")
    page.goto("/#moves=4453&evaluator=mine.py&you=12")
    expect(score).to_have_text("+7")
    expect(warning).to_be_hidden()
    place = page.locator("#board").bounding_box()
    for text, words in (
        (GOOD.replace("opponent)", "opponent"), "mine.py, line 1: SyntaxError"),
        (returning("seven"), "mine.py, line 2: NameError: name 'seven' is not defined, on"),
        (returning("None"), "mine.py, line 1: evaluate returned None (NoneType), not a number, on"),
        (
            returning("1 / (int((board == 1).sum()) - 9)"),
            "mine.py, line 2: ZeroDivisionError: division by zero, on",
        ),
        (None, "there is no file"),
    ):
        file.unlink() if text is None else file.write_text(text)
        expect(warning).to_contain_text(words)
        expect(warning).to_contain_text("the last that worked, is in use")
        expect(warning).not_to_contain_text("drop:7x6:4")
        expect(warning.locator("svg")).to_have_count(int(words.endswith("on")))
        expect(score).to_have_text("+7")
        assert page.locator("#board").bounding_box() == place
        plays_on(page, 4)
    file.write_text(returning("8"))
    expect(score).to_have_text("+8")
    expect(state).to_contain_text("in use, saved")
    expect(warning).to_be_hidden()


def test_a_file_that_fails_on_one_board_is_judged_by_another(page: Page, file: Path) -> None:
    """No board of the trial is as full as this one."""
    warning = page.locator("#file-warning")
    file.write_text("import numpy as np\n" + returning("[8, 9][int((board[0] == 0).sum() < 1)]"))
    page.goto("/#moves=4453&evaluator=mine.py&you=12")
    expect(page.locator("#score")).to_have_text("+8")
    full = "if (board[:, 0] == [2, 1, 2, 1, 2, 1]).all(): return opponent.seven"
    file.write_text(GOOD.replace("return 7", f"{full}\n    return 5"))
    expect(page.locator("#score")).to_have_text("+5")
    page.goto("/#moves=111111&evaluator=mine.py&you=12")
    expect(page.locator("#score")).to_have_text("+8")
    expect(warning).to_contain_text("AttributeError")
    expect(warning.locator("svg .disc")).to_have_count(6)


def test_a_loop_without_end_leaves_the_board(page: Page, file: Path) -> None:
    page.goto("/#moves=44&evaluator=mine.py&opponent=alphabeta:depth=2&brain=mine.py")
    expect(page.locator("#score")).to_have_text("+7")
    file.write_text(GOOD.replace("return 7", "while True: pass"))
    expect(page.locator("#file-warning")).to_contain_text("did not end within 5 seconds")
    page.locator('#board [data-cell="a1"]').click(force=True)
    expect(page.locator(STONES)).to_have_count(4)  # the opponent, who thinks with it, has answered
    expect(page.locator("#status")).to_contain_text("(you) to move")


def test_a_function_that_is_random_is_told_beside_its_score(page: Page, file: Path) -> None:
    file.write_text(f"import random\n\n\n{GOOD.replace('return 7', 'return 5 + random.random()')}")
    page.goto("/#moves=4453&evaluator=mine.py&you=12")
    sentence = page.locator("#why-sentence")
    expect(sentence).to_contain_text("for the same board: it is random or keeps state.")
    expect(sentence).not_to_contain_text("mostly")
    file.write_text(GOOD.replace("7", "10**20"))
    page.reload()
    expect(sentence).to_contain_text("mine.py returned 1e+20, clipped to +100000000000000")


def test_a_function_in_which_no_stone_counts_is_told_so(page: Page, file: Path) -> None:
    """Fault: "play a stone", with four on the board."""
    file.write_text(returning("0"))
    page.goto("/#moves=4453&evaluator=mine.py&you=12")
    sentence = page.locator("#why-sentence")
    expect(sentence).to_have_text("By mine.py no stone counts here.")
    page.goto("/#moves=&evaluator=mine.py&you=12")
    expect(sentence).to_have_text("Nothing counts yet: play a stone.")
