"""The page of the search tree, and the same lesson as slides."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from kinarow.api.lessons import lesson, textbook_lesson
from kinarow.game import Position
from kinarow.search.lesson.slides import lesson_html
from tests.browser.accessibility import expect_no_complaints

pytestmark = pytest.mark.browser

STONES = "#board [data-disc]:not(.ghost *)"


def open_tree(page: Page, link: str = "moves=44&page=tree&you=12") -> None:
    page.goto(f"/#{link}")
    expect(page.locator("#status")).to_contain_text(re.compile("to move"))


def step_to(page: Page, number: int) -> None:
    page.locator(".lesson-range").fill(str(number))
    expect(page.locator(".counters").first).to_contain_text(f"Step {number + 1} of")


def test_a_search_is_stepped_node_by_node_and_the_board_follows(page: Page) -> None:
    told = lesson(Position.from_moves("44"), depth=2)
    open_tree(page)
    page.locator("#grow-tree").click()
    words, labels = page.locator(".lesson-words"), page.locator(".lesson-tree .value")
    expect(words).to_have_text(told.words[0])
    expect(labels).to_have_text(["MAX"])
    with page.expect_download() as saved:
        page.locator("#tree-slides").click()
    assert saved.value.path().read_text() == lesson_html(told)
    for number in (1, 2, 3):
        page.get_by_label("Next step").click()
        expect(words).to_have_text(told.words[number])
    expect(page.locator(STONES)).to_have_count(3)  # the value came up to where one stone more is
    expect(labels).to_have_text(["-20", "≤ -20", "MAX"])
    expect(page.locator(".number-line")).to_have_attribute("aria-label", "Alpha −∞, beta -20")
    page.locator(".tree-place").press("ArrowLeft")
    expect(words).to_have_text(told.words[2])
    expect(page.locator(STONES)).to_have_count(4)
    page.get_by_label("Last step").click()
    expect(words).to_have_text(told.words[-1])
    # Wherever the focus is: once the arrows took the game back, and with it the tree went.
    page.locator("#tree-title").click()
    page.keyboard.press("ArrowLeft")
    expect(words).to_have_text(told.words[-2])
    page.keyboard.press("End")
    expect(words).to_have_text(told.words[-1])
    expect(page.locator(".counters")).to_have_text(
        f"Step {len(told.steps)} of {len(told.steps)}: {told.looked_at} of {told.looked_at} nodes "
        f"looked at, {told.cut_off} of {told.cut_off} branches cut off."
    )
    expect(page.locator(STONES)).to_have_count(2)


@pytest.mark.fresh_page
def test_what_is_cut_is_drawn_as_cut_and_its_node_as_a_bound(page: Page) -> None:
    """Fault: a cut node's number was shown as its value, and nothing of alpha and beta."""
    open_tree(page)
    page.locator("#tree-of").select_option("textbook")
    cut = next(n for n, step in enumerate(textbook_lesson().steps) if step.kind == "cut")
    expect(page.locator(".scissors")).to_have_count(0)
    step_to(page, cut)
    expect(page.locator(".scissors")).to_have_count(2)
    expect(page.locator(".lesson-words")).to_contain_text("the value is at most +2")
    expect(page.locator(".lesson-tree .value.here")).to_have_text("≤ +2")
    expect(page.locator(".number-line .window")).to_have_class("window void")
    page.get_by_label("Last step").click()
    expect(page.locator(".lesson-tree .value.max")).to_have_text("+3")


def test_the_tree_goes_with_its_position(page: Page) -> None:
    """Fault: it stayed on the screen when the position, or who judges it, had changed."""
    open_tree(page)
    tree, nodes = page.locator("#tree"), page.locator(".lesson-tree")
    page.locator("#grow-tree").click()
    expect(nodes).to_have_count(1)
    step_to(page, 2)
    page.locator('nav button[data-page="play"]').click()
    expect(page.locator(STONES)).to_have_count(2)  # not where the search was
    page.locator('nav button[data-page="tree"]').click()
    expect(nodes).to_have_count(1)  # the same position, so it is still its tree
    expect(page.locator(STONES)).to_have_count(4)
    page.keyboard.press("4")
    expect(page.locator(STONES)).to_have_count(3)
    expect(tree).to_be_empty()
    page.locator("#grow-tree").click()
    expect(nodes).to_have_count(1)
    page.locator('nav button[data-page="play"]').click()
    page.locator("#evaluator").select_option("center-window")
    page.locator('nav button[data-page="tree"]').click()
    expect(tree).to_be_empty()


def test_a_tree_that_comes_too_late_is_not_shown(page: Page) -> None:
    late: list[Route] = []
    page.route("**/api/v1/lesson", lambda route: late.append(route))
    open_tree(page)
    with page.expect_request("**/api/v1/lesson"):
        page.locator("#grow-tree").click()
    page.keyboard.press("4")
    expect(page.locator(STONES)).to_have_count(3)
    with page.expect_request_finished(lambda request: request.url.endswith("/lesson")):
        late[0].continue_()
    with page.expect_response("**/api/v1/position"):
        page.locator('nav button[data-page="play"]').click()  # the lesson has been heard by then
    expect(page.locator("#tree")).to_be_empty()


@pytest.mark.fresh_page
@pytest.mark.parametrize(
    ("shown", "looked"), [("both", ["13", "11"]), ("orders", ["9", "13"])], ids=["both", "orders"]
)
def test_two_searches_side_by_side(page: Page, shown: str, looked: list[str]) -> None:
    open_tree(page)
    page.locator("#tree-of").select_option("textbook")
    page.locator("#tree-show").select_option(shown)
    less, more = sorted(looked, key=int)
    words = page.locator("#tree-words")
    expect(words).to_contain_text(f"value +3 from {less} nodes instead of {more}")
    page.get_by_label("Last step").click()
    counters = page.locator(".counters")
    expect(counters).to_have_count(2)
    for pane, nodes in enumerate(looked):
        expect(counters.nth(pane)).to_contain_text(f": {nodes} of {nodes} nodes looked at")
    expect_no_complaints(page)


@pytest.mark.fresh_page
def test_the_cut_is_guessed(page: Page) -> None:
    open_tree(page)
    page.locator("#tree-of").select_option("textbook")
    question = page.locator(".guess")
    page.get_by_label("Guess the cut").click()
    for _ in range(11):  # to where b1 is worth 2, which MIN would take
        page.get_by_label("Next step").click()
    expect(question).to_contain_text("MIN can get +2 here; MAX has +3 elsewhere.")
    page.get_by_label("It is looked at").click()
    expect(question).to_contain_text("No: the rest is cut off. 0 of 1 right.")
    expect(page.locator(".scissors")).to_have_count(2)
    while not page.get_by_label("It is looked at").is_visible():
        page.get_by_label("Next step").click()
    expect(question).to_contain_text("MIN can get +14 here")
    page.get_by_label("It is looked at").click()
    expect(question).to_contain_text("Right: the rest has to be looked at. 1 of 2 right.")


@pytest.mark.fresh_page
def test_a_projector_shows_the_tree_alone_and_large(page: Page) -> None:
    open_tree(page)
    page.locator("#tree-of").select_option("textbook")
    words, nav = page.locator(".lesson-words"), page.locator("nav")
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    before = words.evaluate(size)
    page.locator("#projector").click()
    expect(nav).to_be_hidden()
    assert words.evaluate(size) > 1.4 * before
    expect_no_complaints(page)
    counters = page.locator(".counters")
    for step, key in ((2, "Space"), (3, "PageDown"), (2, "PageUp")):
        page.keyboard.press(key)  # Space once left the projector
        expect(counters).to_contain_text(f"Step {step} of")
    page.keyboard.press("Escape")
    expect(nav).to_be_visible()


@pytest.mark.fresh_page
def test_a_search_plays_by_itself(page: Page) -> None:
    open_tree(page)
    page.locator("#tree-of").select_option("textbook")
    page.get_by_label("Speed").select_option("fast")
    play = page.locator(".lesson-controls").get_by_label("Play", exact=True)
    play.click()
    expect(page.locator(".lesson-words")).to_contain_text("The root is worth +3: MAX plays a.")
    expect(play).to_have_text("▶ play")


@pytest.mark.fresh_page
@pytest.mark.parametrize("game", ["tictactoe", "gomoku"])
def test_four_plies_and_large_boards_are_drawn_or_refused_in_words(page: Page, game: str) -> None:
    open_tree(page, f"game={game}&page=tree&you=12&moves=b2 a1")
    page.locator("#tree-depth").select_option("4")
    if game == "gomoku":
        expect(page.locator("#tree-words")).to_contain_text("reduce the depth")
        return
    expect(page.locator(".lesson-tree")).to_be_visible()
    step_to(page, 100)
    expect(page.locator(".lesson-tree .node.here")).to_be_in_viewport()


@pytest.mark.fresh_page
def test_slides_open_from_disk(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "lesson.html"
    file.write_text(lesson_html(textbook_lesson()))
    slides = page.context.new_page()  # the lab's own page may ask only the lab
    slides.goto(file.as_uri())
    expect(slides.locator("h1")).to_have_text("Alpha-beta")
    slides.keyboard.press("PageDown")
    expect(slides.locator(".lesson-words")).to_have_text(textbook_lesson().words[1])
    slides.get_by_label("Last step").click()
    expect(slides.locator(".lesson-words")).to_have_text(textbook_lesson().words[-1])
    expect(slides.locator(".scissors")).to_have_count(2)
