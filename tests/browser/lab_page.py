"""What tests of the lab's page do and look for again and again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from urllib.parse import urlencode

from playwright.sync_api import Page, Route, expect

STONES = "#board [data-disc]:not(.ghost *)"


def wait_for_turn(page: Page) -> None:
    expect(page.locator("#status")).to_contain_text(re.compile(r"\(you\) to move|won|draw"))


def turn_to(page: Page, name: str) -> None:
    page.locator(f'nav button[data-page="{name}"]').click()
    expect(page.locator(f'section.page[data-page="{name}"]')).to_be_visible()


def open_settings(page: Page) -> None:
    page.locator("#settings-button").click()
    expect(page.locator("#settings")).to_be_visible()


def stones(page: Page, count: int) -> None:
    expect(page.locator(STONES)).to_have_count(count)


def show(page: Page, game: str, *moves: str, **more: str) -> None:
    """Another position on a page that is open already, which then asks about it."""
    fields = {"game": game, "moves": " ".join(moves), **more}
    page.goto(f"/#{urlencode(fields)}")
    expect(page.locator("#moves .played")).to_contain_text(moves)


def click_cell(page: Page, cell: str) -> None:
    page.locator(f'#board [data-cell="{cell}"]').click(force=True)


def tell(route: Route, *lines: Mapping[str, object]) -> None:
    """Answer a question with a stream of lines."""
    route.fulfill(body="".join(json.dumps(line) + "\n" for line in lines))


def worth(move: str, exact: int | None, *, moves: int | None = None) -> dict[str, object]:
    """What the server says of a move's exact value."""
    outcome = None if exact is None else "win" if exact > 0 else "loss" if exact < 0 else "draw"
    return {
        "move": move, "cell": move, "exact": exact, "outcome": outcome,
        "moves": moves, "stone": None,
    }  # fmt: skip
