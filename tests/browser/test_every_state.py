"""Every page and state: nothing for axe to complain about, nothing cut off on a phone or at 200 %,
and what a screen reader says of a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kinarow.game import GameSpec, Position
from kinarow.solver import Solver
from tests.browser.accessibility import expect_no_complaints
from tests.browser.lab_page import open_settings, stones, turn_to, wait_for_turn

pytestmark = pytest.mark.browser

PAGES = ["play", "learn", "evaluators", "tournament", "tree"]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
ZOOMED = {"width": 720, "height": 450}
"""What 1440×900 has room for at 200 %."""
CUT_OFF = """() => {
  const scrolls = (one) => one && (
    ["auto", "scroll"].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const sticksOut = (one) => {
    const { width, left, right } = one.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1);
  };
  return [...document.querySelectorAll("button, select, input, summary, a, h2, p, svg")]
    .filter((one) => one.checkVisibility() && !one.closest(".for-ears, h1"))
    .filter((one) => sticksOut(one) && !scrolls(one.parentElement))
    .map((one) => one.outerHTML.slice(0, 80));
}"""


def expect_to_fit(page: Page) -> None:
    """Nobody has to scroll sideways, and nothing sticks out."""
    for size in (PHONE, ZOOMED, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate(CUT_OFF) == []


@pytest.mark.fresh_page
def test_connect_four_on_every_page(page: Page) -> None:
    page.goto("/#moves=4453&coach=always")
    wait_for_turn(page)
    expect(page.locator(".move-score.best")).not_to_have_count(0)
    for name in PAGES:
        turn_to(page, name)
        if name == "tree":
            page.locator("#grow-tree").click()
            page.locator(".lesson-range").fill("9")
        if name == "learn":
            expect(page.locator("#learn-board .hole")).not_to_have_count(0)
        if name == "evaluators":
            expect(page.locator("#agreement b")).to_be_visible()
        expect_to_fit(page)
        expect_no_complaints(page)
    turn_to(page, "play")
    for group in page.locator(".group-head").all():
        group.click()
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    expect_no_complaints(page)


@pytest.mark.fresh_page
@pytest.mark.parametrize(
    ("game", "moves"), [("gomoku", "h8 h9 i8 g8"), ("tictactoe", "b2 a1"), ("drop:9x7:4", "5554")]
)
def test_other_boards(page: Page, game: str, moves: str) -> None:
    page.goto(f"/#game={game}&moves={moves}&coach=always")
    wait_for_turn(page)
    expect(page.locator("[data-number], .move-score").first).to_be_attached()
    expect_to_fit(page)
    open_settings(page)
    page.locator("#zoom-in").click()
    page.locator("#choose-size").click()
    expect_to_fit(page)
    expect_no_complaints(page)


def test_a_solved_win_is_shown_as_numbered_stones(page: Page) -> None:
    game = "drop:4x3:3"
    page.goto(f"/#game={game}&you=12&coach=always")
    page.locator("#show-line").click()
    plies = Solver(GameSpec.parse(game)).solve(Position.start(game)).plies
    assert plies
    numbers = [str(number) for number in range(1, plies + 1)]
    bar = page.get_by_role("group", name="The line as numbered stones")
    expect(page.locator(".stone-number.foreseen")).to_have_text(numbers[:1])
    bar.get_by_label("One stone more").focus()
    page.keyboard.press("End")
    expect(page.locator(".stone-number.foreseen")).to_have_text(numbers)
    expect(bar).to_contain_text(f"stone {plies} of {plies}")


@pytest.mark.fresh_page
def test_what_a_screen_reader_says_of_a_game(page: Page) -> None:
    page.goto("/#you=12&moves=121212&coach=after")
    stones(page, 6)
    game = page.get_by_role("region", name="The game", exact=True)
    for name in ("Game", "You play", "Opponent"):
        expect(game.get_by_role("combobox", name=name, exact=True)).to_be_visible()
    said, of_the_cell = game.get_by_role("status").first, page.locator("#cell-words")
    expect(said).to_have_text("Last move b3. Red (you) to move.")
    expect(game.get_by_role("img", name="7 by 6 board. Last move b3. Red")).to_be_visible()
    page.keyboard.press("Tab")
    game.get_by_role("application").focus()
    expect(of_the_cell).to_have_text("b3, yellow. ")
    page.keyboard.press("ArrowUp")
    expect(of_the_cell).to_have_text("b4, empty. ")
    page.keyboard.press("ArrowRight")
    expect(of_the_cell).to_have_text("c4, empty. A stone falls to c1. ")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Last move c1. Yellow (you) to move.")
    expect(of_the_cell).to_be_empty()  # it was said of the position before
    beside = page.get_by_role("region", name="The game, move by move")
    verdict = beside.get_by_role("status").first
    expect(verdict).to_have_text("3?? throws the win away: it loses now (W1 → L1).")
    assert '"3 throws the win away: it loses now."' in verdict.aria_snapshot()
    move = beside.get_by_role("list", name="Moves").get_by_role("button").nth(6)
    expect(move).to_have_accessible_name("Move 4, red 3, throws the win away: it loses now")
    page.keyboard.press("2")
    expect(said).to_have_text("Last move b4. Yellow (you) won along b4 b3 b2 b1.")
    ending = game.get_by_role("status").filter(has_text="won.")
    expect(ending).to_contain_text("Turning point: move 4")
