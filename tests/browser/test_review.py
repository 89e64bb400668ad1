"""Reviews on the page of playing: what they say of each move, how far they are, another try."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lab_page import STONES, stones

pytestmark = pytest.mark.browser

BLUNDERS = "44444265555532"
"""A game in which red throws a win away with the seventh stone."""


def test_the_loser_loses_sooner_and_the_winner_wins_later(page: Page) -> None:
    page.goto("/#game=drop:4x4:3&moves=41243")
    stones(page, 5)
    page.locator("#begin-review").click()
    played, words = page.locator(".played"), page.locator("#review-words")
    expect(words).to_have_text("5 moves: 1 wins later than needed, 2 lose sooner than needed.")
    expect(played.nth(0)).to_have_text("4?")
    expect(played.nth(0)).to_have_attribute("title", re.compile("wins 3 moves later"))
    expect(played.nth(1)).to_have_attribute("title", re.compile("loses 3 moves sooner"))
    played.nth(1).click()
    expect(page.locator("#coach-words")).to_have_text(re.compile(r"^1\? loses 3 moves sooner \(L"))


THREATENED = "h8 a1 h9 a2 h10 h12 h11 a3"
"""The last move leaves black four in a row with one end open."""


def review_gomoku(page: Page, answer: Callable[[Route], None]) -> None:
    page.route("**/api/v1/review", answer)
    page.goto(f"/#game=gomoku-standard&moves={THREATENED}")
    stones(page, 8)
    page.locator("#begin-review").click()


def test_what_is_not_solved_is_told_with_what_is_plain_to_see(page: Page) -> None:
    def hurry(route: Route) -> None:
        asked = json.loads(route.request.post_data or "")
        route.continue_(post_data=json.dumps({**asked, "seconds": 0.05}))

    review_gomoku(page, hurry)
    played, words = page.locator(".played"), page.locator("#review-words")
    said = page.locator("#coach-words")
    expect(words).to_have_text("8 moves: 1 overlooks what the next stone decides, 7 not solved.")
    expect(page.locator("#cancel-review")).to_be_hidden()
    expect(played.nth(7)).to_have_text("a3??")
    expect(said).to_contain_text("not solved, but it lets the opponent win at once")
    played.nth(0).click()
    expect(said).to_contain_text("not solved; in the opinion of threats, ")
    page.locator("#next-mistake").click()
    expect(words).to_contain_text("white played a3: not solved, but it lets the opponent")
    page.locator('#board [data-cell="h7"]').click()
    expect(words).to_contain_text("Right: h7")


def test_a_review_says_how_far_it_is_and_can_be_cancelled(page: Page) -> None:
    review_gomoku(page, lambda _: None)  # an answer that does not come
    words, cancel = page.locator("#review-words"), page.locator("#cancel-review")
    expect(words).to_have_text("0 of 8 moves looked at …")
    cancel.click()
    expect(words).to_have_text("Cancelled after 0 of 8 moves.")
    expect(cancel).to_be_hidden()
    page.unroute("**/api/v1/review")
    page.locator("#begin-review").click()  # and begun again
    expect(words).to_contain_text("8 moves: 1 overlooks")


@pytest.mark.fresh_page
def test_a_review_finds_the_blunder_and_lets_one_try_again(page: Page) -> None:
    page.goto(f"/#moves={BLUNDERS}")
    page.locator("#begin-review").click()
    words, played = page.locator("#review-words"), page.locator(".played")
    expect(words).to_contain_text("2 throw the result away")
    expect(played).to_have_count(len(BLUNDERS))
    expect(page.locator(".played.blunder")).to_have_count(2)
    expect(page.locator("#graph .spot.blunder")).to_have_count(2)
    played.nth(6).click()
    expect(page.locator("#coach-words")).to_contain_text("6?? throws the win away")
    page.locator("#try-again").click()
    stones(page, 6)
    expect(words).to_contain_text("Try a better move")
    page.keyboard.press("6")
    expect(words).to_contain_text("that was played")
    page.keyboard.press("1")
    expect(words).to_contain_text("Look again")
    page.keyboard.press("2")
    stones(page, 7)  # what was found is on the board, and the game can go on from there
    expect(words).to_have_text("Right: 2 keeps the win.")
    expect(page.locator("#let-move")).to_be_visible()
    page.locator("#back-to-game").click()
    stones(page, len(BLUNDERS))
    expect(page.locator(".played.blunder")).to_have_count(2)


@pytest.mark.fresh_page
def test_a_review_keeps_to_what_is_on_the_board(page: Page) -> None:
    page.goto(f"/#moves={BLUNDERS}")
    page.locator("#begin-review").click()
    words = page.locator("#review-words")
    expect(words).to_contain_text("2 throw the result away")
    page.locator("#next-mistake").click()  # from the end on to the first
    stones(page, 6)
    expect(words).to_contain_text("Try a better move")
    expect(page.locator("#graph")).to_be_empty()  # it would tell
    page.locator("#last-mistake").click()
    expect(page.locator(STONES)).not_to_have_count(6)
    page.locator(".played").first.click()  # looking elsewhere ends the try
    stones(page, 1)
    expect(words).to_contain_text("2 throw the result away")
    page.keyboard.press("ArrowRight")
    stones(page, 2)
    page.keyboard.press("End")
    stones(page, len(BLUNDERS))
    page.keyboard.press("Home")
    stones(page, 0)
    page.locator("#game").select_option("tictactoe")
    expect(page.locator(".played")).to_have_count(0)
    expect(page.locator("#graph")).to_be_empty()
    expect(page.locator("#next-mistake")).to_be_hidden()


@pytest.mark.fresh_page
def test_trying_again_hides_what_would_give_the_answer_away(page: Page) -> None:
    """Until one asks for it, looks elsewhere or has found it."""
    page.goto(f"/#moves={BLUNDERS}&coach=always")
    page.locator("#begin-review").click()
    words, played = page.locator("#review-words"), page.locator(".played")
    expect(words).to_contain_text("2 throw the result away")
    for ends in ("asked", "left", "found"):
        played.nth(6).click()
        page.locator("#try-again").click()
        stones(page, 6)
        expect(page.locator("#scores")).to_contain_text("hidden while you try")
        expect(page.locator(".move-score, .legend")).to_have_count(0)
        expect(page.locator("#ask-why")).to_be_hidden()
        page.keyboard.press("Tab")  # who comes to the board by keyboard walks over it
        page.locator("#board").focus()
        page.keyboard.press("ArrowRight")  # nor is it told to those who hear the page
        expect(page.locator("#cell-words")).to_have_text(
            re.compile(r"^[a-g]\d, (red|yellow|empty)\. (A stone falls to [a-g]\d\. )?$")
        )
        page.keyboard.press("1")
        expect(words).to_contain_text("Look again")
        expect(page.locator(".move-score")).to_have_count(0)
        if ends == "asked":
            page.locator("#show-values").click()
            expect(words).to_have_text("You had to play 2.")
        elif ends == "left":
            played.first.click()
        else:
            page.keyboard.press("2")
        expect(page.locator(".move-score .exact")).to_have_count(7)
        expect(page.locator("#scores")).not_to_contain_text("hidden")
