"""Openings by swap2 on the page, either way round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab_page import STONES, open_settings

pytestmark = [pytest.mark.browser, pytest.mark.fresh_page]


def click(page: Page, cell: str) -> None:
    page.locator(f'#board [data-cell="{cell}"]').click()


def test_you_place_three_stones_and_the_opponent_takes_the_better_colour(page: Page) -> None:
    page.goto("/#game=gomoku-standard&opponent=alphabeta:depth=1")
    open_settings(page)
    page.locator("#swap2").click()
    expect(page.locator("#swap2-words")).to_have_text("Place stone 1 of 3.")
    click(page, "h8")
    expect(page.locator("#swap2-words")).to_have_text("Place stone 2 of 3.")
    click(page, "a1")
    expect(page.locator("#swap2-words")).to_have_text("Place stone 3 of 3.")
    click(page, "i9")
    # Black is better off, so that you are white, which moves next.
    expect(page.locator("#swap2-words")).to_contain_text("takes black. You play white.")
    expect(page.locator("#you")).to_have_value("2")
    expect(page.locator("#status")).to_contain_text("(you) to move")
    expect(page.locator(STONES)).to_have_count(3)
    click(page, "j10")
    expect(page.locator(STONES)).to_have_count(5)


@pytest.mark.parametrize(("button", "stones", "you"), [("black", 4, "1"), ("white", 3, "2")])
def test_the_opponent_places_and_you_choose(page: Page, button: str, stones: int, you: str) -> None:
    page.goto("/#game=gomoku&you=2&opponent=alphabeta:depth=1")
    expect(page.locator("#status")).to_contain_text(re.compile("to move"))
    open_settings(page)
    page.locator("#swap2").click()
    page.locator(f"#take-{button}").click()
    expect(page.locator("#you")).to_have_value(you)
    expect(page.locator(STONES)).to_have_count(stones)
    expect(page.locator("#status")).to_contain_text("(you) to move")


def test_you_place_two_more_and_the_opponent_chooses(page: Page) -> None:
    page.goto("/#game=gomoku&you=2&opponent=alphabeta:depth=1")
    expect(page.locator("#status")).to_contain_text(re.compile("to move"))
    open_settings(page)
    page.locator("#swap2").click()
    page.locator("#place-two").click()
    expect(page.locator("#swap2-words")).to_have_text("Place stone 4 of 5.")
    click(page, "a1")
    expect(page.locator("#swap2-words")).to_have_text("Place stone 5 of 5.")
    click(page, "o15")
    expect(page.locator("#swap2-words")).to_contain_text("You play")
    expect(page.locator("#place-two")).to_be_hidden()


def test_only_where_the_rule_is_played(page: Page) -> None:
    page.goto("/#game=connect4")
    expect(page.locator("#status")).to_contain_text("to move")
    open_settings(page)
    expect(page.locator("#swap2")).to_be_hidden()
    page.goto("/#game=gomoku&you=12")
    page.locator("#swap2").click()
    page.locator("#new-game").click()
    expect(page.locator("#swap2-line")).to_be_hidden()
