"""The page of puzzles: one is answered right, one wrong, and both are told why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from kinarow import Position, Puzzle, find_puzzles, puzzles_from_game
from tests.browser.lab_page import turn_to

pytestmark = pytest.mark.browser


@cache
def easy() -> Sequence[Puzzle]:
    return find_puzzles("connect4", theme="forced", difficulty=1)


def choose(page: Page) -> None:
    page.goto("/#page=learn")
    page.locator("#learn-game").select_option("drop:7x6:4")
    page.locator("#learn-theme").select_option("forced")
    page.locator("#learn-difficulty").select_option("1")
    expect(page.locator("#learn-list button")).to_have_count(len(easy()))
    expect(page.locator("#learn-board [data-disc]")).to_have_count(easy()[0].position.plies)


@pytest.mark.fresh_page
def test_a_puzzle_is_solved_by_a_click_and_the_next_one_missed_by_a_key(page: Page) -> None:
    choose(page)
    words, why, record = (page.locator(f"#learn-{name}") for name in ("words", "why", "record"))
    expect(words).to_contain_text("to move and win")
    page.locator(f'#learn-board [data-cell="{easy()[0].answers[0]}"]').click()
    expect(words).to_contain_text("Right: ")
    expect(why).to_contain_text("wins by threats")
    expect(page.locator("#learn-board [data-number]").first).to_be_visible()
    expect(record).to_have_text("Solved 1 · in a row 1 · best 1")
    page.locator("#learn-next").click()
    position = easy()[1].position
    expect(page.locator("#learn-board [data-disc]")).to_have_count(position.plies)
    wrong = next(m for m in position.legal_moves() if m not in easy()[1].answers)
    page.keyboard.press(position.move_text(wrong))
    # What is right is not told yet; found now, it counts no more.
    expect(words).to_have_text(
        f"{position.move_text(wrong)} is not it. Try again, or have the answer shown."
    )
    expect(record).to_have_text("Solved 1 · in a row 0 · best 1")
    page.keyboard.press(position.move_text(easy()[1].answers[0]))
    expect(words).to_contain_text("Right: ")
    expect(why).to_contain_text(re.compile("^(Red|Yellow) wins by threats"))
    page.reload()
    expect(record).to_have_text("Solved 1 · in a row 0 · best 1")


@pytest.mark.fresh_page
def test_an_answer_can_be_shown(page: Page) -> None:
    choose(page)
    page.locator("#learn-show").click()
    answer = easy()[0].position.move_text(easy()[0].answers[0])
    expect(page.locator("#learn-words")).to_have_text(f"It was {answer}.")
    page.locator('nav button[data-page="play"]').click()
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.fresh_page
def test_mistakes_of_a_reviewed_game_are_tried_again(page: Page) -> None:
    page.goto("/#page=learn")
    page.locator("#learn-theme").select_option("my mistakes")
    words = page.locator("#learn-words")
    expect(words).to_have_text("Review a game of yours: what went wrong in it comes here.")
    page.goto("/#moves=4455")
    page.locator("#you").select_option("12")
    page.locator("#begin-review").click()
    expect(page.locator("#review-words")).to_contain_text("2 throw the result away")
    turn_to(page, "learn")
    page.locator("#learn-theme").select_option("")
    page.locator("#learn-theme").select_option("my mistakes")
    expect(page.locator("#learn-list button")).to_have_count(2)
    expect(words).to_contain_text("Red to move and win")
    page.keyboard.press("5")
    expect(words).to_contain_text("5 is not it, and was played in your game.")
    (answer,) = puzzles_from_game("4455")[0].answers
    page.keyboard.press(Position.from_moves("44").move_text(answer))
    expect(words).to_contain_text("In your game you played 5.")
