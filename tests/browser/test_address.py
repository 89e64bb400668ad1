"""The address: a link, a reload or going back shows a position and leaves it as it is."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab_page import STONES, turn_to

pytestmark = pytest.mark.browser


def address(page: Page) -> dict[str, str]:
    return {name: value for name, (value,) in parse_qs(urlsplit(page.url).fragment).items()}


def wait_for_words(page: Page, words: str) -> None:
    expect(page.locator("#status")).to_contain_text(re.compile(words))


def answers_to(page: Page) -> list[str]:
    """The moves that are asked of an opponent from now on."""
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if r.url.endswith("/move") else None)
    return asked


def settle(page: Page) -> None:
    """Until the page has done what it does by itself."""
    expect(page.locator("#board .hole")).to_have_count(42)
    page.wait_for_timeout(500)


@pytest.mark.fresh_page
def test_a_reload_keeps_who_plays_and_the_position(page: Page) -> None:
    page.goto("/")
    wait_for_words(page, r"\(you\) to move")
    assert address(page) == {}
    page.locator("#you").select_option("12")
    page.locator("#opponent").select_option("level:n=4")
    page.locator("#evaluator").select_option("center-window")
    for stones, key in enumerate("443", 1):
        page.keyboard.press(key)
        expect(page.locator(STONES)).to_have_count(stones)
    held = {"moves": "443", "you": "12", "opponent": "level:n=4", "evaluator": "center-window"}
    assert address(page) == held
    asked = answers_to(page)
    page.reload()
    settle(page)
    assert address(page) == held
    chosen = {name: page.locator(f"#{name}").input_value() for name in held if name != "moves"}
    assert chosen == {name: held[name] for name in chosen}
    assert asked == []


@pytest.mark.fresh_page
def test_a_link_shows_the_position_and_the_opponent_moves_when_asked(page: Page) -> None:
    asked = answers_to(page)
    page.goto("/#moves=443&opponent=nobody&evaluator=none")
    settle(page)
    wait_for_words(page, r"Yellow \(Level 3\) to move")
    turn_to(page, "tree")
    expect(page.locator("#let-move")).to_be_hidden()
    turn_to(page, "play")
    settle(page)
    expect(page.locator(STONES)).to_have_count(3)
    assert asked == []
    page.locator("#let-move").click()
    wait_for_words(page, r"Red \(you\) to move")
    expect(page.locator(STONES)).to_have_count(4)
    expect(page.locator("#let-move")).to_be_hidden()
    assert len(asked) == 1


def test_going_back_leads_to_the_page_before(page: Page) -> None:
    page.goto("/#")
    wait_for_words(page, r"\(you\) to move")
    page.keyboard.press("4")
    expect(page.locator(STONES)).to_have_count(2)
    wait_for_words(page, r"\(you\) to move")
    moves = address(page)["moves"]
    for name in ("tournament", "tree"):
        turn_to(page, name)
    page.go_back()
    expect(page.locator('section.page[data-page="tournament"]')).to_be_visible()
    settle(page)
    assert address(page) == {"moves": moves, "page": "tournament"}
    expect(page.locator(STONES)).to_have_count(2)
    page.go_back()
    expect(page.locator('section.page[data-page="play"]')).to_be_visible()
    assert address(page) == {"moves": moves}


@pytest.mark.fresh_page
@pytest.mark.parametrize(
    ("link", "words", "holes"),
    [
        ("moves=zzz", "'z' is not a column", 42),
        ("game=drop:12x3:4&moves=66", "66", 36),
        ("game=drop:99x99:4&moves=1", "400 cells at most", 42),
    ],
)
def test_a_bad_link_leaves_a_board_to_play_on(
    page: Page, link: str, words: str, holes: int
) -> None:
    page.goto(f"/#{link}")
    wait_for_words(page, words)
    expect(page.locator(".hole")).to_have_count(holes)
    expect(page.locator("#status")).to_have_class("error")
    page.locator('[data-cell="b1"]').click(force=True)
    expect(page.locator(STONES)).to_have_count(2)


def test_a_link_holds_the_whole_game_and_where_the_board_is(page: Page) -> None:
    page.goto("/#moves=4453&at=2&page=review")  # as older links name the page
    expect(page.locator(STONES)).to_have_count(2)
    expect(page.locator("#moves .played")).to_have_count(4)
    assert address(page) == {"moves": "4453", "at": "2"}
    page.locator("#step-last").click()
    expect(page.locator(STONES)).to_have_count(4)
    assert address(page) == {"moves": "4453"}
