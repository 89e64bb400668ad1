"""Games with more than one line, and games that are pasted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import expect_no_complaints
from tests.browser.lab_page import stones

pytestmark = pytest.mark.browser


def test_another_move_does_not_lose_the_game(page: Page) -> None:
    page.goto("/#moves=445362&you=12")
    stones(page, 6)
    lines, back = page.locator("#lines button"), page.locator("#back-to-game")
    expect(lines).to_have_count(0)
    expect(back).to_be_hidden()
    page.locator('.played[data-ply="3"]').click()
    stones(page, 3)
    page.keyboard.press("1")
    stones(page, 4)
    expect(lines).to_have_text(["2… 3 6 2 the game"])
    page.keyboard.press("2")
    stones(page, 5)
    expect_no_complaints(page)
    back.click()
    stones(page, 6)
    expect(page.locator(".played")).to_have_count(6)
    expect(lines).to_have_text(["2… 1 2"])
    expect(back).to_be_hidden()
    lines.click()
    stones(page, 4)  # where it differs
    expect(page.locator(".played")).to_have_count(5)
    page.keyboard.press("End")
    stones(page, 5)
    page.locator("#undo").click()  # which is wanted no more
    stones(page, 4)
    expect(page.locator(".played")).to_have_count(4)
    expect(lines).to_have_text(["2… 3 6 2 the game"])
    page.locator("#new-game").click()
    stones(page, 0)
    expect(page.locator("#other-lines")).to_be_hidden()


def test_a_game_is_pasted_as_people_write_it(page: Page) -> None:
    page.goto("/#game=gomoku&moves=h8+h9+i8+g8&you=12")
    stones(page, 4)
    page.locator(".paste summary").click()
    field, words = page.locator("#import"), page.locator("#import-words")
    field.fill("h8 h9 z99")
    page.locator("#open-pasted").click()
    expect(words).to_contain_text("z99 is off the board")
    stones(page, 4)
    field.fill("(;SZ[15];B[hh];W[hg])")  # the beginning of the game on the page is another game
    field.press("Enter")
    stones(page, 2)
    expect(page.locator(".played")).to_have_text(["h8", "h9"])
    expect(words).to_be_empty()
    field.fill("1. h8h9, 2. i8g8 3. j8")
    field.press("Enter")
    stones(page, 5)
    page.locator(".paste summary").click()
