from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from kinarow.game import Position
from tests.browser.conftest import PATIENCE
from tests.browser.lab_page import stones, wait_for_turn

pytestmark = pytest.mark.browser

DOCUMENT = "3661535465557665173364"


def catching(page: Page, pattern: str) -> tuple[Callable[[], None], list[Route]]:
    """Requests to be caught from when on the first result is called. Chromium is told before the
    page is led anywhere: while it begins to catch them, one may slip through."""
    held: list[Route] = []
    begun: list[bool] = []

    def answer(route: Route) -> None:
        if begun:
            held.append(route)
        else:
            route.continue_()

    page.route(pattern, answer)
    return lambda: begun.append(True), held


def moves_of(page: Page) -> str:
    found = re.search(r"moves=(\d+)", page.url)
    return found[1] if found else ""


def click_column(page: Page, column: int) -> None:
    page.locator(f'[data-cell="{"abcdefg"[column - 1]}6"]').click(force=True)


def test_a_move_by_mouse_is_answered(page: Page) -> None:
    page.goto("/#")
    wait_for_turn(page)
    click_column(page, 4)
    expect(page.locator("[data-disc]")).to_have_count(2)
    wait_for_turn(page)
    assert moves_of(page).startswith("4")
    expect(page.locator('[data-disc="d1"]')).to_have_class(re.compile("side-1"))


def test_a_whole_game_by_keyboard(page: Page) -> None:
    page.goto("/#")
    page.locator("#opponent").select_option("alphabeta:depth=2")
    wait_for_turn(page)
    while True:
        position = Position.from_moves(moves_of(page))
        if position.ending() is not None:
            break
        stones = position.plies
        page.keyboard.press(position.move_text(position.legal_moves()[0]))
        page.wait_for_function(
            "before => document.querySelectorAll('[data-disc]').length > before", arg=stones
        )
        wait_for_turn(page)
    ending = Position.from_moves(moves_of(page)).ending()
    assert ending is not None
    expect(page.locator("#status")).to_contain_text("won" if ending.winner else "draw")
    expect(page.locator(".winning-line")).to_have_count(len(ending.lines))


@pytest.mark.fresh_page
def test_hovering_a_contribution_lights_its_cells_and_a_cell_its_contributions(page: Page) -> None:
    page.goto(f"/#moves={DOCUMENT}")
    expect(page.locator("#score")).to_have_text("−1250")
    page.locator(".group-head", has_text="3 of 4").click()
    page.locator(".contribution", has_text="d2–g5").hover()
    lit = page.locator("[data-lit]")
    expect(lit).to_have_count(4)
    cells = {lit.nth(i).get_attribute("data-lit") for i in range(4)}
    assert cells == {"d2", "e3", "f4", "g5"}
    page.locator("h1").hover()
    expect(lit).to_have_count(0)

    page.locator(".group-head", has_text="3 of 4").click()  # folded as it was
    for group in page.locator(".group-head").all():
        group.click()
    expect(page.locator(".contribution")).to_have_count(16)
    page.locator('[data-cell="g5"]').hover(force=True)
    touched = page.locator(".contribution.touched")
    expect(touched).to_have_count(2)
    assert "d2–g5" in "".join(touched.all_inner_texts())


@pytest.mark.fresh_page
def test_contributions_can_be_reached_by_keyboard(page: Page) -> None:
    page.goto("/#moves=44")
    wait_for_turn(page)
    head = page.locator(".group-head").first
    head.focus()
    expect(page.locator("[data-lit]").first).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator(".contribution").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".contribution").first).to_be_focused()
    expect(page.locator("[data-lit]")).to_have_count(4)


@pytest.mark.fresh_page
def test_a_link_and_a_reload_keep_the_position(page: Page) -> None:
    page.goto("/#moves=4453")
    expect(page.locator("[data-disc]")).to_have_count(4)
    page.reload()
    expect(page.locator("[data-disc]")).to_have_count(4)
    page.goto("/#moves=44")
    expect(page.locator("[data-disc]")).to_have_count(2)


def test_undo_and_new_game(page: Page) -> None:
    page.goto("/#moves=4453")
    wait_for_turn(page)
    page.locator("#undo").click()
    expect(page.locator("[data-disc]")).to_have_count(2)
    page.locator("#new-game").click()
    expect(page.locator("[data-disc]")).to_have_count(0)
    page.locator("#undo").click()
    expect(page.locator("[data-disc]")).to_have_count(0)


def test_playing_second_lets_the_opponent_begin(page: Page) -> None:
    page.goto("/#")
    wait_for_turn(page)
    page.locator("#you").select_option("2")
    expect(page.locator("[data-disc]")).to_have_count(1)
    wait_for_turn(page)
    page.keyboard.press("4")
    expect(page.locator("[data-disc]")).to_have_count(3)


def test_every_opponent_that_is_offered_can_play(page: Page) -> None:
    page.goto("/#moves=44")
    wait_for_turn(page)
    offered = page.locator("#opponent option").evaluate_all("all => all.map((one) => one.value)")
    assert len(offered) >= 20
    # Whether a user's function can be compiled is found out first, which takes the machine's time.
    own = ("eval=loops", "eval=uncompilable", "eval=mine.py")
    for player in (text for text in offered if not any(name in text for name in own)):
        asked = {"moves": "44", "player": player}
        answer = page.request.post("/api/v1/move", data=asked, timeout=PATIENCE)
        assert answer.status == 200, answer.text()
    page.locator("#opponent").select_option("level:n=3")
    page.keyboard.press("4")
    expect(page.locator("[data-disc]")).to_have_count(4)


@pytest.mark.fresh_page
def test_another_evaluator_gives_another_why(page: Page) -> None:
    page.goto("/#moves=113225334464434556")
    evaluator = page.locator("#evaluator")
    expect(evaluator.locator("option")).to_have_count(14)
    evaluator.select_option("center-window")
    expect(page.locator("#score")).to_have_text("−44")
    evaluator.select_option("phased-traps")
    page.locator(".group-head", has_text="position score").click()
    expect(page.locator("#contributions .note").first).to_contain_text("× 1 =")


def test_a_bad_link_is_explained(page: Page) -> None:
    page.goto("/#")
    wait_for_turn(page)
    page.evaluate("location.hash = 'moves=448'")
    expect(page.locator("#status")).to_contain_text("'8' is not a column")


@pytest.mark.fresh_page
def test_a_reason_that_is_asked_for_before_the_board_follows_stays(page: Page) -> None:
    catch, held = catching(page, "**/api/v1/position")
    page.goto("/#moves=121212&you=12")
    wait_for_turn(page)
    catch()
    with page.expect_request("**/api/v1/position"):
        page.keyboard.press("3")
    page.locator("#ask-why").click()
    reason = page.locator(".reason-lines")
    expect(reason).to_contain_text("Verdict: ")
    held[0].continue_()
    expect(page.locator("[data-disc]")).to_have_count(7)
    expect(reason).to_contain_text("Verdict: ")


def test_a_click_does_not_call_a_new_game_off(page: Page) -> None:
    """It was played on the game before."""
    catch, held = catching(page, "**/api/v1/position")
    page.goto("/#moves=4453&you=12")
    stones(page, 4)
    catch()
    page.locator("#new-game").click()
    page.keyboard.press("1")
    for route in held:
        route.continue_()
    page.unroute("**/api/v1/position")
    stones(page, 0)
    page.keyboard.press("1")
    stones(page, 1)
    page.locator("#settings-button").click()
    page.locator("#flip").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#settings-button")).to_be_focused()
