"""What games look like and what sides are called; why in groups; phones, tablets, forced wins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kinarow.web.lab.worker_pool import TooLongError
from tests.browser.accessibility import expect_no_complaints
from tests.browser.lab_page import show, stones, tell, wait_for_turn, worth

pytestmark = pytest.mark.browser

GOMOKU = "h8+h9+i8+g8+j8+k8+i9+j10"


def test_a_side_has_one_name(page: Page) -> None:
    for game, moves, pieces, first, second in (
        ("connect4", "44", "discs", "red", "yellow"),
        ("gomoku", ("h8", "h9"), "stones", "black", "white"),
        ("tictactoe", ("b2", "a1"), "strokes", "X", "O"),
    ):
        show(page, game, *moves)
        expect(page.locator("#board svg")).to_have_class(pieces)
        expect(page.locator(f"#board .disc.{pieces}")).to_have_count(2)
        expect(page.locator("#status")).to_contain_text(f"{first.capitalize()} (you) to move.")
        expect(page.locator("#you option:checked")).to_have_text(f"You are {first}")
        expect(page.locator("#why-sentence")).to_contain_text(re.compile(f"{first}|{second}|even"))
        assert not re.search("[●○]", page.locator("main").inner_text())


def test_gomoku_is_played_on_crossings_with_star_points(page: Page) -> None:
    page.goto("/#game=gomoku&moves=h8+h9")
    wait_for_turn(page)
    expect(page.locator("#board .star")).to_have_count(5)
    page.keyboard.press("m")
    expect(page.locator(".stone-number")).to_have_text(["1", "2"])


def test_why_is_a_sentence_and_a_few_groups(page: Page) -> None:
    page.goto(f"/#game=gomoku&moves={GOMOKU}&evaluator=open-lines")
    wait_for_turn(page)
    groups = page.locator(".group")
    expect(groups.first).to_contain_text("lines with")
    assert groups.count() <= 5
    expect(page.locator(".contribution")).to_have_count(0)
    points = [
        abs(int(text.replace("−", "-")))
        for text in page.locator(".group .points").all_inner_texts()
    ]
    assert points == sorted(points, reverse=True)  # what decides comes first
    groups.first.locator("summary").hover()
    expect(page.locator("[data-lit]").first).to_be_attached()
    before = groups.first.bounding_box()
    page.locator('[data-cell="k9"]').hover(force=True)
    expect(page.locator("#changes p")).to_contain_text("k9")
    assert groups.first.bounding_box() == before  # nothing is pushed down


def test_the_bar_is_exact_where_that_is_known_and_as_high_as_the_board(page: Page) -> None:
    """By the evaluator one side is far ahead; exactly, the other one wins."""
    exact = [worth(str(column), 1 if column == 4 else -1, moves=9) for column in range(1, 8)]
    page.route("**/api/v1/exact", lambda route: tell(route, *exact))
    page.goto("/#moves=445362&coach=always")
    bar = page.locator("#bar")
    expect(bar).to_have_attribute("aria-label", "Exactly red wins")
    frame, box = page.locator("#board .frame").bounding_box(), bar.bounding_box()
    assert frame
    assert box
    assert abs(box["height"] - frame["height"]) < 4


FOUR = "h8+a1+h9+a3+h10+a5"


def test_a_forced_win_is_shown_as_numbered_stones(page: Page) -> None:
    page.goto(f"/#game=gomoku&moves={FOUR}&coach=always")
    expect(page.locator('[data-number="h11"] .exact, [data-number="h7"] .exact')).to_have_text("W2")
    page.locator("#show-line").click()
    numbers = page.locator(".ghost .stone-number")
    expect(numbers).to_have_text(["1"])
    more = page.get_by_label("One stone more")
    more.click()
    expect(numbers).to_have_text(["1", "2"])
    page.keyboard.press("ArrowRight")  # with the focus in the line's own bar
    expect(numbers).to_have_text(["1", "2", "3"])
    page.locator("#foreseen").get_by_text("Hide").click()
    expect(numbers).to_have_count(0)
    page.locator("#show-line").click()
    more.click()
    page.locator("#step-back").click()  # which always means the game
    stones(page, 5)
    expect(numbers).to_have_count(0)


def test_a_hint_is_one_stone_and_its_line_on_demand(page: Page) -> None:
    page.goto(f"/#game=gomoku&moves={FOUR}")
    stones(page, 6)
    ghosts, numbers = page.locator(".ghost [data-disc]"), page.locator(".ghost .stone-number")
    page.locator("#hint").click()
    expect(page.locator("#status")).to_have_text(re.compile(r"Hint: h(7|11) wins in 2 \(exact\)"))
    expect(ghosts).to_have_count(1)
    page.locator('#board [data-cell="c3"]').hover(force=True)
    page.mouse.move(0, 0)
    expect(ghosts).to_have_attribute("data-disc", re.compile("h7|h11"))
    expect(numbers).to_have_count(0)
    page.locator("#show-hinted").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(numbers).to_have_text(["1", "2"])
    page.keyboard.press("Escape")
    expect(ghosts).to_have_count(0)
    expect(page.locator("#foreseen")).to_be_hidden()


def test_what_does_not_meet_an_open_four_is_told(page: Page) -> None:
    page.goto("/#game=gomoku&moves=h8+a1+h9+a3+h10+a5+h11&you=2&coach=always")
    expect(page.locator(".legend")).to_contain_text("Every move loses.")
    expect(page.locator("[data-number] .exact.loss").first).to_be_attached()


@pytest.mark.fresh_page
def test_a_phone_has_the_board_the_buttons_and_the_moves_on_one_screen(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/#moves=4453")
    wait_for_turn(page)
    board, steps = (page.locator(s).bounding_box() for s in ("#board", ".steps"))
    sheet = page.locator(".page.play").bounding_box()
    assert board
    assert steps
    assert sheet
    assert board["y"] <= 160  # one line of controls before it
    assert board["width"] >= 360
    assert steps["y"] + steps["height"] <= sheet["y"] + 1
    assert sheet["y"] + 150 <= 844
    for button in page.locator(".steps button, .tabs button, #new-game").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
    expect(page.locator("#moves")).to_be_visible()
    expect(page.locator("#contributions")).to_be_hidden()
    page.get_by_role("button", name="Why", exact=True).click()
    expect(page.locator("#contributions")).to_be_visible()
    expect(page.locator("#moves")).to_be_hidden()
    page.locator("#settings-button").click()
    page.locator("#you").select_option("2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect_no_complaints(page)


def test_gomoku_on_a_phone_begins_with_its_row_numbers(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/#game=gomoku")
    wait_for_turn(page)
    label = page.locator(".label", has_text="15").bounding_box()
    assert label
    assert 0 <= label["x"] <= 390 - label["width"]
    assert 0 <= label["y"] <= 844


@pytest.mark.fresh_page
def test_light_or_dark_is_remembered(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    stones(page, 0)
    page.locator("#scheme").click()
    dark = "getComputedStyle(document.documentElement).colorScheme"
    assert page.evaluate(dark) == "dark"
    page.reload()
    stones(page, 0)
    assert page.evaluate(dark) == "dark"


def test_motion_is_for_those_who_want_it(page: Page) -> None:
    page.goto("/#moves=121212&you=12")
    stones(page, 6)
    page.keyboard.press("1")
    line = page.locator(".winning-line")
    expect(line).to_have_css("animation-name", "none")
    page.emulate_media(reduced_motion="no-preference")
    expect(line).to_have_css("animation-name", "draw")


def test_a_disc_falls_behind_the_wall(page: Page) -> None:
    animations = page.context.new_cdp_session(page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0.0001})
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/#you=12&moves=44")
    stones(page, 2)
    page.keyboard.press("4")
    disc, wall = page.locator('#board [data-disc="d3"]'), page.locator("#board .wall")
    expect(wall).to_have_count(1)
    is_behind = "disc => disc.compareDocumentPosition(document.querySelector('#board .wall')) & 4"
    assert disc.evaluate(is_behind)
    animations.send("Animation.setPlaybackRate", {"playbackRate": 1000})
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("1")
    expect(wall).to_have_count(0)
    animations.detach()


def test_buttons_are_under_the_middle_of_the_board_and_nothing_jumps(page: Page) -> None:
    page.goto("/#moves=44")
    stones(page, 2)
    frame = page.locator("#board .frame").bounding_box()
    first, last = (page.locator(one).bounding_box() for one in ("#step-first", "#hint"))
    assert frame
    assert first
    assert last
    middle = (first["x"] + last["x"] + last["width"]) / 2
    assert abs(middle - (frame["x"] + frame["width"] / 2)) < 2
    page.locator("#opponent").select_option("alphabeta:depth=4")
    expect(page.locator("#brain")).to_be_visible()
    page.locator("#hint").click()
    expect(page.locator("#show-hinted")).to_be_visible()
    assert page.locator("#board .frame").bounding_box() == frame
    assert page.locator("#step-first").bounding_box() == first
    # Where a proof takes too long, the hint is a guess, which needs more words.
    guess = "Hint: 4, a guess of the usual evaluator 12 plies ahead: +0.25."
    page.locator("#status").evaluate("(status, words) => (status.textContent = words)", guess)
    assert page.locator("#board .frame").bounding_box() == frame
    # Nor does a sentence about what went wrong, beside the button to try it again.
    for beside in ("#let-move", "#brain-label"):
        page.locator(beside).evaluate("one => (one.hidden = false)")
    page.locator("#status").evaluate(
        "(status, words) => { status.className = 'error'; status.textContent = words }",
        str(TooLongError(30)),
    )
    assert page.locator("#board .frame").bounding_box() == frame
