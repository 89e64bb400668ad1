"""The page of reviews: what it says of each move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_loser_loses_sooner_and_the_winner_wins_later(page: Page) -> None:
    page.goto("/#moves=42311653743754351&page=review")
    page.locator("#begin-review").click()
    last = page.locator(".reviewed").nth(16)
    expect(last).to_contain_text("loses 12 moves sooner", timeout=60_000)
    expect(page.locator(".reviewed.slower").first).to_contain_text("wins 1 move later")
    words = page.locator("#review-words")
    expect(words).to_contain_text("4 win later and 4 lose sooner than needed")
