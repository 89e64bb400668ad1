"""A newcomer's minute, by mouse and by keyboard; the coach; what the end of a game leads on to."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import expect_no_complaints
from tests.browser.lab_page import STONES, click_cell, stones, wait_for_turn

pytestmark = pytest.mark.browser


def level_3_plays_the_middle(page: Page) -> None:
    """The opponent's moves are those of the game that is to be lost."""
    answers = {1: "4", 3: "4", 5: "4", 7: "4"}

    def answer(route: Route) -> None:
        asked = json.loads(route.request.post_data or "")
        assert asked["player"] == "level:n=3"
        assert "evaluator" not in asked  # who judges for you is not the opponent's brain
        move = answers[len(asked["moves"])]
        told = {"move": move, "cell": f"d{1 + len(asked['moves']) // 2}", "line": [], "score": 0}
        route.fulfill(json={**told, "reason": "", "depth": 1, "nodes": 1})

    page.route("**/api/v1/move", answer)


@pytest.mark.fresh_page
def test_a_newcomers_minute(page: Page) -> None:
    level_3_plays_the_middle(page)
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url.rsplit("/", 1)[-1]))
    page.goto("/")
    wait_for_turn(page)
    expect(page.locator("#status")).to_have_text("Red (you) to move.")
    expect(page.locator("#opponent option:checked")).to_have_text("Level 3")
    for count, cell in enumerate(("a6", "a6", "b6", "g6"), 1):
        click_cell(page, cell)
        stones(page, 2 * count)
    ending = page.locator("#ending")
    expect(ending).to_contain_text(
        "You lost. Turning point: move 4, you played 7: lets yellow win at once."
    )
    expect(ending).not_to_contain_text("column 4")  # the answer is for those who ask for it
    assert not {"exact", "analysis"} & set(asked)  # with the coach off, nothing is given away
    expect(page.locator(".move-score")).to_have_count(0)
    expect(page.locator(".winning-line")).to_have_count(1)
    page.locator("#try-turn").click()
    stones(page, 6)
    expect(page.locator("#scores")).to_contain_text("hidden while you try")
    click_cell(page, "b6")
    expect(page.locator("#review-words")).to_contain_text("Look again")
    click_cell(page, "d6")
    stones(page, 7)
    expect(page.locator("#review-words")).to_contain_text("Right: 4 keeps the longest defence.")
    page.locator("#ask-why").click()
    expect(page.locator(".reason-lines")).to_contain_text("Verdict: ")
    expect(page.locator(".reason-lines")).not_to_contain_text(" X ")
    page.locator("#watch-search").click()
    expect(page.locator('section.page[data-page="tree"]')).to_be_visible()
    stones(page, 7)
    page.locator("#grow-tree").click()
    for number in (2, 3):
        page.get_by_label("Next step").click()
        expect(page.locator(".counters")).to_contain_text(f"Step {number} of ")
        expect(page.locator(".lesson-words")).not_to_be_empty()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until that has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


@pytest.mark.fresh_page
def test_the_same_by_keyboard_alone(page: Page) -> None:
    level_3_plays_the_middle(page)
    page.goto("/")
    wait_for_turn(page)
    for count, key in enumerate("1127", 1):
        page.keyboard.press(key)
        stones(page, 2 * count)
    expect(page.locator("#ending")).to_contain_text("Turning point")
    expect_no_complaints(page)
    tab_to(page, "#show-answer")
    page.keyboard.press("Enter")
    expect(page.locator("#ending")).to_contain_text("You had to block in column 4.")
    page.keyboard.press("ArrowLeft")
    stones(page, 7)
    expect(page.locator("#coach-words")).to_contain_text("7? lets yellow win at once")
    # What is called the turning point is in the graph, and among the mistakes that can be gone to.
    expect(page.locator("#graph .spot")).to_have_count(2)
    expect(page.locator("#graph svg")).to_have_attribute(
        "aria-label", re.compile("red 7 lets yellow win at once")
    )
    page.locator("#last-mistake").click()
    expect(page.locator("#review-words")).to_contain_text("Move 4, you played 7")
    stones(page, 6)
    page.keyboard.press("End")
    stones(page, 8)
    tab_to(page, "#try-turn")
    page.keyboard.press("Enter")
    stones(page, 6)
    page.keyboard.press("4")
    expect(page.locator("#review-words")).to_contain_text("Right: 4 keeps the longest defence.")
    tab_to(page, "#ask-why")
    page.keyboard.press("Enter")
    expect(page.locator(".reason-lines")).to_contain_text("Verdict: ")
    tab_to(page, 'nav [data-page="tree"]')
    page.keyboard.press("Enter")
    tab_to(page, "#grow-tree")
    page.keyboard.press("Enter")
    expect(page.locator(".counters")).to_contain_text("Step 1 of ")
    tab_to(page, '[aria-label="Next step"]')
    for number in (2, 3):
        page.keyboard.press("Enter")
        expect(page.locator(".counters")).to_contain_text(f"Step {number} of ")
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    stones(page, 0)


def test_the_coach_speaks_after_a_move_and_not_before(page: Page) -> None:
    level_3_plays_the_middle(page)
    page.goto("/#moves=141424&coach=after")
    wait_for_turn(page)
    expect(page.locator(".move-score")).to_have_count(0)
    page.keyboard.press("7")
    stones(page, 8)
    expect(page.locator(".played").nth(6)).to_have_text("7?")
    page.goto("/#moves=1414&coach=off")
    stones(page, 4)
    page.get_by_label("always").check()
    expect(page.locator(".move-score")).to_have_count(7)
    expect(page.locator("#bar")).to_be_visible()
    page.get_by_label("off", exact=True).check()
    expect(page.locator(".move-score")).to_have_count(0)
    expect(page.locator("#bar")).to_be_hidden()
    page.keyboard.press("2")  # although the choice of a coach has the focus
    stones(page, 6)
    page.goto("/#moves=14&coach=always")
    stones(page, 2)
    page.keyboard.press("2")
    stones(page, 4)
    for ply in (3, 4):  # both are judged, and one's own is what is told
        expect(page.locator(f'.played[data-ply="{ply}"]')).not_to_have_attribute("title", "")
    expect(page.locator("#coach-words")).to_have_text(re.compile("^2"))


def test_a_full_column_is_said(page: Page) -> None:
    page.goto("/#moves=444444&you=12")
    wait_for_turn(page)
    click_cell(page, "d3")
    expect(page.locator("#status")).to_have_text("Column d is full.")
    page.keyboard.press("4")
    expect(page.locator("#status")).to_have_text("Column 4 is full.")
    expect(page.locator(STONES)).to_have_count(6)


def test_a_rematch_begins_anew(page: Page) -> None:
    page.goto("/#moves=121212&you=12")
    wait_for_turn(page)
    page.keyboard.press("1")
    expect(page.locator("#ending")).to_contain_text("Red won.")
    page.locator("#rematch").click()
    stones(page, 0)
    expect(page.locator("#ending")).to_be_hidden()
