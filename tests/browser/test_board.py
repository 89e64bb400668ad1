"""The board itself: numbers under columns and on cells, flipping, zooming, walking by keyboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import cycle
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position, Side
from tests.browser.conftest import PATIENCE
from tests.browser.lab_page import STONES, open_settings, show, tell, wait_for_turn, worth

pytestmark = pytest.mark.browser

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def with_numbers(page: Page) -> None:
    """Whoever wants numbers in the place of bars has them from the beginning."""
    page.add_init_script("localStorage.setItem('kinarow-settings', '{\"numbers\": true}')")


def zoom_of(page: Page) -> float:
    return float(page.evaluate("document.querySelector('#board').style.getPropertyValue('--zoom')"))


@pytest.mark.fresh_page
def test_under_every_column_what_the_move_changes(page: Page) -> None:
    with_numbers(page)
    page.goto("/#moves=445&you=12&coach=always")  # yellow is to move: the numbers are for it
    position = Position.from_moves("445")
    before = OPEN_LINES.evaluate(position, Side.SECOND)
    changes = [
        OPEN_LINES.evaluate(position.play(m), Side.SECOND) - before for m in position.legal_moves()
    ]
    assert len(set(changes)) > 2
    shown = page.locator(".move-score .change")
    expect(shown).to_have_text([f"{c:+d}".replace("-", "−") if c else "0" for c in changes])


@pytest.mark.fresh_page
def test_words_on_the_cells_where_there_is_no_gravity(page: Page) -> None:
    page.goto("/#game=tictactoe&moves=a1+b1&coach=always&evaluator=open-lines")
    page.locator("#numbers").check()
    numbers = page.locator("[data-number]")
    expect(numbers).to_have_count(7)
    # Solved by hand: X at a1, O at b1. These three win, the others draw.
    expect(page.locator("[data-number] .exact")).to_have_count(7)
    for cell in ("a2", "a3", "b2"):
        expect(page.locator(f'[data-number="{cell}"] .exact')).to_have_text("W")
        expect(page.locator(f'[data-number="{cell}"]')).to_have_class(re.compile("best"))
    for cell in ("b3", "c1", "c2", "c3"):
        expect(page.locator(f'[data-number="{cell}"] .exact')).to_have_text("=")
    expect(page.locator('[data-number="b2"] .change')).to_have_text("+120")
    expect(page.locator(".move-score")).to_have_count(0)
    page.locator("#numbers").uncheck()
    expect(page.locator('[data-number="b2"] .meter-share')).to_have_count(1)
    expect(page.locator("[data-number] .change")).to_have_count(0)


def test_a_large_board_has_values_on_the_best_and_says_what_is_not_solved(page: Page) -> None:
    """The page is told of two moves that are better than all others."""
    cells = [f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 16)]
    scores = {cell: 0 for cell in cells if cell != "h8"} | {"h9": 30, "i9": 20}
    page.route("**/api/v1/analysis", lambda r: tell(r, {"depth": 3, "scores": scores}))
    page.route("**/api/v1/exact", lambda r: tell(r, worth("h9", None)))
    page.goto("/#game=gomoku&moves=h8&you=12&coach=always")
    numbers, legend = page.locator("[data-number]"), page.locator(".legend")
    expect(legend).to_contain_text("Exact: not solved in time")
    expect(legend).to_contain_text("The 2 best moves are shown; point at any cell for its value.")
    expect(numbers).to_have_count(2)
    expect(page.locator("[data-number] .exact")).to_have_count(0)
    expect(page.locator('[data-number="h9"] .heuristic')).to_have_text("+30")
    page.locator('[data-cell="a1"]').hover(force=True)
    expect(page.locator('[data-number="a1"] .meter-share')).to_have_count(1)
    expect(numbers).to_have_count(3)
    page.locator("h1").hover()
    expect(numbers).to_have_count(2)
    # Forty moves that lose once hid the board; if one wins, it is all there is to see.
    solved = [worth("o15", None), *(worth(cell, -1) for cell in cells[:40])]
    page.unroute("**/api/v1/exact")
    page.route("**/api/v1/exact", lambda r: tell(r, *solved))
    page.goto("/#game=gomoku&moves=g8&you=12&coach=always")
    expect(legend).to_contain_text("Exact: 40 of 224")
    expect(page.locator('[data-number="h9"], [data-number="i9"]')).to_have_count(2)
    expect(numbers).to_have_count(2)
    solved.append(worth("b9", 1))
    page.goto("/#game=gomoku&moves=g9&you=12&coach=always")
    expect(legend).to_contain_text("The winning moves are shown")
    expect(page.locator('[data-number="b9"] .exact.win')).to_have_text("W")
    expect(numbers).to_have_count(1)


@pytest.mark.fresh_page
def test_numbers_stay_within_their_rings(page: Page) -> None:
    scores = {"a1": -190, "b1": -1000, "c1": -2400, "a2": -990}
    page.route("**/api/v1/analysis", lambda r: tell(r, {"depth": 3, "scores": scores}))
    page.route("**/api/v1/exact", lambda route: tell(route))
    with_numbers(page)
    page.goto("/#game=place:9x9:5&coach=always")
    number = page.locator('[data-number="a1"]')
    expect(number).to_have_text("−190")
    text, ring = (number.locator(s).bounding_box() for s in ("text", ".ring"))
    assert text
    assert ring
    assert ring["x"] + 2 < text["x"]
    assert text["x"] + text["width"] < ring["x"] + ring["width"] - 2


def test_disagreement_is_marked_on_the_cell(page: Page) -> None:
    """The page is told of a favourite that loses, and of a move that draws."""

    ahead = {"depth": 3, "scores": {"b1": 30, "c1": 5, "a2": 0}, "note": "In plain Python"}
    page.route("**/api/v1/analysis", lambda route: tell(route, ahead))
    exact = [worth("b1", -1), worth("c1", 0), worth("a2", None)]
    page.route("**/api/v1/exact", lambda route: tell(route, *exact))
    page.goto("/#game=place:3x2:3&moves=a1+b2+c2&you=12&coach=always")
    expect(page.locator("[data-number]")).to_have_count(3)
    expect(page.locator('[data-number="a2"] .exact')).to_have_text("–")
    # While one is not solved nobody knows which is best.
    expect(page.locator("[data-number].wrong")).to_have_count(0)
    expect(page.locator(".legend")).to_contain_text("2 of 3 moves solved in time. In plain Python.")
    exact[2] = worth("a2", -1)
    show(page, "place:3x2:3", "c2", "b2", "a1", you="12", coach="always")  # the same stones
    expect(page.locator('[data-number="b1"]')).to_have_class(re.compile("wrong"))
    expect(page.locator('[data-number="c1"]')).to_have_class(re.compile("best"))
    expect(page.locator(".legend")).to_contain_text("throws the result away")


@pytest.mark.fresh_page
@pytest.mark.parametrize("game", ["", "game=tictactoe&"])
def test_flipping_shows_the_other_side_and_stays_in_the_address(page: Page, game: str) -> None:
    page.goto(f"/#{game}moves={'a1+b1' if game else '12'}&coach=always")
    wait_for_turn(page)

    def where(cell: str) -> tuple[float, float]:
        box = page.locator(f'[data-cell="{cell}"]').bounding_box()
        assert box
        return round(box["x"]), round(box["y"])

    last = "c" if game else "g"
    before, corner = where("a1"), where(f"{last}{3 if game else 1}")
    page.keyboard.press("f")
    expect(page.locator("#flip")).to_have_attribute("aria-pressed", "true")
    assert where("a1") == corner
    assert "flip=1" in page.url
    page.reload()
    wait_for_turn(page)
    assert where("a1") == corner
    page.locator('[data-cell="b2"]').click(force=True)  # a click means the cell that is seen
    expect(page.locator('#board [data-disc="b2"]')).to_have_count(1)
    wait_for_turn(page)
    if not game:  # what is under a column stays under it
        left = "document.querySelector('.move-score[data-move=\"1\"]').getBoundingClientRect().x"
        assert abs(page.evaluate(left) - where("a1")[0]) < 20
    open_settings(page)
    page.locator("#flip").click()
    assert where("a1") == before
    assert "flip" not in page.url


@pytest.mark.fresh_page
@pytest.mark.parametrize(("game", "fits"), [("gomoku", True), ("place:20x20:5", False)])
def test_a_large_board_on_a_phone_begins_whole_or_near_and_zooms(
    page: Page, game: str, fits: bool
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/#game={game}")
    wait_for_turn(page)
    box = page.locator('[data-cell="h8"]').bounding_box()
    assert box
    assert box["width"] >= 20
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    begun = zoom_of(page)
    assert (begun == 1) == fits
    open_settings(page)
    page.locator("#zoom-in").click()
    assert zoom_of(page) > begun
    page.locator("#zoom-all").click()
    assert zoom_of(page) == 1
    whole = page.locator("#board svg").bounding_box()
    assert whole
    assert whole["width"] <= 390
    expect(page.locator("#zoom-out")).to_be_disabled()


def test_a_finger_points_before_it_plays_on_small_cells(chromium: Browser, lab: str) -> None:
    phone = {"width": 390, "height": 844}
    context = chromium.new_context(base_url=lab, viewport=phone, has_touch=True)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page = context.new_page()
    page.goto("/#game=gomoku&you=12")
    wait_for_turn(page)
    page.locator('[data-cell="h8"]').tap(force=True)
    expect(page.locator("#status")).to_have_text("Tap h8 again to play there.")
    expect(page.locator('.ghost [data-disc="h8"]')).to_have_count(1)
    expect(page.locator(STONES)).to_have_count(0)
    page.locator('[data-cell="h8"]').tap(force=True)
    expect(page.locator(STONES)).to_have_count(1)
    context.close()


def is_in_sight(page: Page, cell: str) -> bool:
    box, board = (page.locator(s).bounding_box() for s in (f'[data-cell="{cell}"]', "#board"))
    assert box
    assert board
    across = board["x"] - 1 <= box["x"] <= board["x"] + board["width"] - box["width"] + 1
    return across and (
        board["y"] - 1 <= box["y"] <= board["y"] + board["height"] - box["height"] + 1
    )


def test_a_wide_board_begins_where_stones_come_to_lie(page: Page) -> None:
    page.goto("/#game=drop:40x10:4&you=12")
    wait_for_turn(page)
    assert is_in_sight(page, "t1")
    assert is_in_sight(page, "t10")  # there is room for the whole height


def test_a_tall_board_shows_the_last_stone(page: Page) -> None:
    page.goto("/#game=drop:9x40:4&you=12")
    wait_for_turn(page)
    assert is_in_sight(page, "e1")
    page.evaluate("document.querySelector('#board').scrollTo(0, 0)")
    assert not is_in_sight(page, "e1")
    page.keyboard.press("5")
    expect(page.locator(STONES)).to_have_count(1)
    assert is_in_sight(page, "e1")


def test_the_wheel_zooms_and_a_drag_moves_without_playing(page: Page) -> None:
    page.goto("/#game=gomoku")
    wait_for_turn(page)
    board = page.locator("#board").bounding_box()
    assert board
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    page.wait_for_function("document.querySelector('#board').classList.contains('zoomed')")
    before = page.evaluate("document.querySelector('#board').scrollLeft")
    page.mouse.down()
    page.mouse.move(x - 80, y, steps=4)
    page.mouse.up()
    assert page.evaluate("document.querySelector('#board').scrollLeft") > before + 40
    expect(page.locator(STONES)).to_have_count(0)
    page.mouse.click(x, y)
    expect(page.locator(STONES)).to_have_count(2)


@pytest.mark.fresh_page
def test_a_whole_game_without_gravity_by_keyboard(page: Page) -> None:
    page.goto("/#game=tictactoe")
    wait_for_turn(page)
    page.locator("#you").select_option("12")
    page.locator("#you").press("Tab")
    page.locator("#board").focus()
    expect(page.locator("[data-cursor]")).to_have_attribute("data-cursor", "b2")
    page.keyboard.press("Enter")
    walk = {"ArrowDown": "b1", "ArrowLeft": "a1", "ArrowUp": "a2"}
    for stones, (key, cell) in enumerate(walk.items(), 2):
        expect(page.locator(STONES)).to_have_count(stones - 1)
        page.keyboard.press(key)
        expect(page.locator("[data-cursor]")).to_have_attribute("data-cursor", cell)
        expect(page.locator("#cell-words")).to_contain_text(f"{cell}, empty")
        page.keyboard.press("Enter")
        expect(page.locator(STONES)).to_have_count(stones)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")  # c3 after a2 by the second: ● holds b2, a1 and c3
    expect(page.locator("#status")).to_contain_text("won along")


@pytest.mark.fresh_page
def test_walking_brings_hidden_cells_into_sight(page: Page) -> None:
    page.goto("/#game=gomoku")
    wait_for_turn(page)
    page.locator("#board").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-cursor]")).to_have_attribute("data-cursor", "o8")
    cursor, board = (page.locator(s).bounding_box() for s in ("[data-cursor]", "#board"))
    assert cursor
    assert board
    assert cursor["x"] + cursor["width"] <= board["x"] + board["width"] + 2
    page.keyboard.press("0")
    assert zoom_of(page) == 1


def hint(page: Page) -> Locator:
    page.locator("#hint").click()
    return page.locator("#status")


def test_a_hint_is_exact_where_the_position_is_solved(page: Page) -> None:
    page.goto("/#moves=64")  # by open-lines 3 is the best move; it loses
    wait_for_turn(page)
    expect(hint(page)).to_have_text("Hint: 4 or 6 draws (exact).")
    expect(page.locator(".ghost [data-disc]")).to_have_attribute("data-disc", re.compile("d2|f2"))


def test_a_hint_says_how_much_of_it_is_exact(page: Page) -> None:
    """The page is told what the evaluator and the solver make of three moves."""
    ahead = {"depth": 3, "scores": {"b1": 30, "c1": 5, "a2": 0}}
    page.route("**/api/v1/analysis", lambda route: tell(route, ahead))
    line = ["b1", "c1"]
    choice = {"move": "b1", "cell": "b1", "score": 40, "depth": 5, "line": line}
    page.route("**/api/v1/move", lambda route: route.fulfill(json=choice))
    solved: dict[str, int | None] = {}
    page.route(
        "**/api/v1/exact",
        lambda route: tell(route, *(worth(move, exact) for move, exact in solved.items())),
    )
    guess = "a guess of threats"
    orders = cycle((("a1", "b2", "c2"), ("c2", "b2", "a1")))  # the same stones, asked for anew
    for b1, c1, a2, words in (
        (None, None, None, f"b1, {guess} 5 plies ahead: +40"),
        (-1, None, None, f"c1, {guess} 3 plies ahead: +5"),  # not what is known to lose
        (-1, 0, None, "c1 draws (exact); not every move is solved"),
        (None, -1, 1, "a2 wins (exact)"),
        (-2, -2, -1, "every move loses (exact); a2 lasts longest"),
        (0, 0, 0, "every move draws (exact)"),
    ):
        solved |= {"b1": b1, "c1": c1, "a2": a2}
        show(page, "place:3x2:3", *next(orders), you="12")
        wait_for_turn(page)
        expect(hint(page)).to_have_text(f"Hint: {words}.")


@pytest.mark.parametrize(
    ("game", "positions", "legal"),
    [
        ("connect4", ("44", "45"), "1234567"),
        ("place:3x2:3", (("a1", "b2", "c2"), ("c2", "b2", "a1")), ("a2", "b1", "c1")),
    ],
    ids=["connect4", "place"],
)
def test_colours_follow_the_outcome(
    page: Page, game: str, positions: Sequence[Sequence[str]], legal: Sequence[str]
) -> None:
    """The page is told that all moves lose, then of some that win and draw, then of draws."""
    exact = [worth(move, -2) for move in legal]
    page.route("**/api/v1/analysis", lambda route: tell(route))
    page.route("**/api/v1/exact", lambda route: tell(route, *exact))

    def colours(kind: str) -> set[str]:
        """Of the numbers of a kind, and of the rings around the best of them."""
        found = page.locator(f":is(.move-score, .number){kind}")
        what = "all => all.map((one) => getComputedStyle(one)[one.localName === 'span' ? 'color' : "
        what += "one.localName === 'rect' ? 'stroke' : 'fill'])"
        ring = "all => all.map((one) => getComputedStyle(one).borderTopColor)"
        rings = found.evaluate_all(ring) if game == "connect4" else []
        return {*found.locator(".exact, .ring").evaluate_all(what), *rings}

    def named(colour: str) -> str:
        style = f"getComputedStyle(document.body).getPropertyValue('--{colour}')"
        return str(
            page.evaluate(
                f"{{ const one = document.body.appendChild(document.createElement('i'));"
                f"one.style.color = {style}; const found = getComputedStyle(one).color;"
                f"one.remove(); found }}"
            )
        )

    def the_best_are(shown: str, colour: str) -> None:
        expect(page.locator(":is(.move-score, .number).best").first).to_contain_text(shown)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert colours(".best") == {named(colour)}

    one, another = positions
    show(page, game, *one, you="12", coach="always")
    the_best_are("L", "bad")
    expect(page.locator(".legend")).to_contain_text("Every move loses.")
    exact[0], exact[1] = worth(legal[0], 0), worth(legal[1], 3, moves=4)
    show(page, game, *another, you="12", coach="always")
    the_best_are("W4", "good")
    expect(page.locator(".legend")).not_to_contain_text("Every move loses.")
    exact[1] = worth(legal[1], 0)
    show(page, game, *one, you="12", coach="always")
    the_best_are("=", "text")
