"""The page of reviews: what it says of each move, how far it is, and how it is cancelled."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser


def test_the_loser_loses_sooner_and_the_winner_wins_later(page: Page) -> None:
    page.goto("/#game=drop:4x4:3&moves=41243&page=review")
    expect(page.locator("#board [data-disc]")).to_have_count(5)
    page.locator("#begin-review").click()
    moves, words = page.locator(".reviewed"), page.locator("#review-words")
    expect(words).to_have_text("5 moves: 1 wins later than needed, 2 lose sooner than needed.")
    expect(moves.nth(0)).to_contain_text("wins 3 moves later")
    expect(moves.nth(1)).to_contain_text("loses 3 moves sooner")


THREATENED = "h8 a1 h9 a2 h10 h12 h11 a3"
"""The last move leaves ● four in a row with one end open."""


def review_gomoku(page: Page, answer: Callable[[Route], None]) -> None:
    page.route("**/api/v1/review", answer)
    page.goto(f"/#game=gomoku-standard&moves={THREATENED}&page=review")
    expect(page.locator("#board [data-disc]")).to_have_count(8)
    page.locator("#begin-review").click()


def test_what_is_not_solved_is_told_with_what_is_plain_to_see(page: Page) -> None:
    def hurry(route: Route) -> None:
        asked = json.loads(route.request.post_data or "")
        route.continue_(post_data=json.dumps({**asked, "seconds": 0.05}))

    review_gomoku(page, hurry)
    moves, words = page.locator(".reviewed"), page.locator("#review-words")
    expect(words).to_have_text("8 moves: 1 overlooks what the next stone decides, 7 not solved.")
    expect(page.locator("#cancel-review")).to_be_hidden()
    expect(moves.nth(0)).to_contain_text("not solved")
    expect(moves.nth(0)).to_contain_text("in the opinion of open-lines, ")
    expect(moves.nth(7)).to_contain_text("not solved, but it lets the opponent win at once")
    page.locator("#next-mistake").click()
    expect(words).to_contain_text("○ played a3 here: not solved, but it lets the opponent")
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
