"""The lab's other pages: scores, review, evaluators, tournament, tree; any width, any scheme."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from kinarow.evaluation import CENTER_WINDOW, OPEN_LINES, Evaluator
from kinarow.evaluation.evaluator import written_out
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.evaluation.written.source import to_python
from kinarow.game import Position
from kinarow.grading.agreement import agreement as agreement_of
from kinarow.grading.agreement import decided_positions
from tests.browser.accessibility import expect_no_complaints
from tests.browser.lab_page import turn_to, wait_for_turn

pytestmark = pytest.mark.browser


def test_a_whole_game_by_mouse_by_two_people(page: Page) -> None:
    page.goto("/#")
    wait_for_turn(page)
    page.locator("#you").select_option("12")
    for stones, column in enumerate("1212121", 1):
        page.locator(f'[data-cell="{"abcdefg"[int(column) - 1]}6"]').click(force=True)
        expect(page.locator("#board [data-disc]:not(.ghost *)")).to_have_count(stones)
    expect(page.locator("#status")).to_contain_text("won along")
    expect(page.locator(".winning-line")).to_have_count(1)


def test_scores_under_every_column_both_kinds(page: Page) -> None:
    page.goto("/#moves=44&coach=always")
    scores = page.locator(".move-score")
    expect(scores).to_have_count(7)
    exact = page.locator(".move-score .exact")
    # Pons' scores −3 −3 −2 +1 −2 −3 −3: yellow wins with stones 38 and 40, red with stone 41.
    expect(exact).to_have_text(["L18", "L18", "L19", "W20", "L19", "L18", "L18"])
    expect(page.locator(".legend")).to_contain_text("plies ahead")
    expect(page.locator(".move-score.best")).to_have_count(1)
    expect(page.locator(".move-score.best")).to_have_attribute(
        "title", re.compile("wins: red's stone number 21 decides, if both play perfectly")
    )


@pytest.mark.fresh_page
def test_what_a_move_changes_is_told_without_asking(page: Page) -> None:
    page.goto("/#moves=44")
    wait_for_turn(page)
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if "/position" in r.url else None)
    page.locator('[data-cell="d4"]').hover(force=True)
    expect(page.locator("#changes p")).to_contain_text(re.compile(r"^4: .* → "))
    expect(page.locator(".ghost [data-disc]")).to_have_attribute("data-disc", "d3")
    assert asked == []


@pytest.mark.fresh_page
def test_heat_and_threats(page: Page) -> None:
    page.goto("/#moves=112233")
    wait_for_turn(page)
    page.locator("#layer").select_option("threats")
    threats = page.locator("[data-threat]")
    expect(threats).to_have_count(2)
    page.locator("#layer").select_option("heat")
    expect(page.locator("[data-heat]").first).to_be_attached()


def test_games_without_gravity(page: Page) -> None:
    page.goto("/#")
    wait_for_turn(page)
    for game, cells, cell in (("tictactoe", 9, "b2"), ("gomoku", 225, "h8")):
        page.locator("#game").select_option(game)
        expect(page.locator("#board [data-cell]")).to_have_count(cells)
        wait_for_turn(page)
        page.locator(f'[data-cell="{cell}"]').click(force=True)
        expect(page.locator(f'#board [data-disc="{cell}"]')).to_have_count(1)
        expect(page.locator("#board g.disc")).to_have_count(2)


@pytest.mark.fresh_page
def test_a_size_is_chosen_by_steppers(page: Page) -> None:
    page.goto("/#")
    wait_for_turn(page)
    page.locator("#game").select_option("own")
    expect(page.locator("#size-words")).to_have_text("7 × 6, 4 in a row, stones fall.")
    expect(page.locator("#game")).to_have_value("connect4")  # until another one is played
    for step in ("More columns", "More columns", "More rows"):
        page.get_by_label(step).click()
    for _ in range(6):
        page.get_by_label("Longer lines").click()
    expect(page.locator("#size-words")).to_have_text("No line is as long as that.")
    expect(page.locator("#play-size")).to_be_disabled()
    for _ in range(6):
        page.get_by_label("Shorter lines").click()
    page.locator("#play-size").click()
    expect(page.locator(".hole")).to_have_count(63)
    expect(page.locator("#game option:checked")).to_have_text("9 × 7, 4 in a row")
    page.locator("#game").select_option("own")
    page.locator("#size-gravity").uncheck()
    page.locator("#play-size").click()
    expect(page.locator("#board svg")).to_have_class("strokes")


def test_back_takes_back(page: Page) -> None:
    page.goto("/#")
    wait_for_turn(page)
    page.locator("#you").select_option("12")
    for stones, key in enumerate("445", 1):
        page.keyboard.press(key)
        expect(page.locator("#board [data-disc]")).to_have_count(stones)
    page.go_back()
    expect(page.locator("#board [data-disc]")).to_have_count(2)
    page.go_forward()
    expect(page.locator("#board [data-disc]")).to_have_count(3)


@pytest.mark.fresh_page
def test_a_slider_changes_moves_formula_and_agreement(page: Page) -> None:
    page.goto("/#moves=4453&page=evaluators")
    wait_for_turn(page)
    expect(page.locator("#formula math")).to_be_visible()
    moves, agreement = page.locator("#ranking .opinions li"), page.locator("#agreement")
    here = Position.from_moves("4453")
    positions = list(decided_positions(here.spec))
    before = f"{round(100 * agreement_of(CENTER_WINDOW, positions))} %"
    expect(agreement).to_contain_text(f"perfect play {before} of 200 solved positions")
    expect(moves).to_have_count(7)
    expect(moves.first).to_have_text("5+19")
    expect(page.locator("#ranking .opinions .up, .opinions .down")).to_have_count(0)
    page.locator('input[type="number"][data-weight="own"]').first.fill("60")
    data = to_json(CENTER_WINDOW)
    data["terms"][0]["own"] = 60
    after = f"{round(100 * agreement_of(from_json(data), positions))} %"
    assert before != after
    expect(agreement).to_contain_text(f"{before} → {after}")
    expect(moves.first).to_have_text("4+13 → +121▲ from 4th to 1st")
    expect(page.locator('#ranking .opinions .down[data-move="5"]')).to_contain_text(
        "from 1st to 2nd"
    )
    expect(page.locator("#formula")).to_contain_text("60")
    expect_no_complaints(page)
    page.locator("#add-term").select_option("traps")
    expect(page.locator(".term")).to_have_count(4)
    page.locator('button[aria-label="Remove traps"]').click()
    expect(page.locator(".term")).to_have_count(3)
    page.locator("#reset-weights").click()
    expect(moves.first).to_have_text("5+19")


def test_weights_are_named_as_players_speak(page: Page) -> None:
    page.goto("/#page=evaluators")
    wait_for_turn(page)
    names = page.locator(".weight span")
    window = ["your full four", "your three", "your two", "their three", "their two"]
    expect(names).to_have_text(
        ["your stone", "their stone", *window, "your pattern", "their pattern"]
    )


@pytest.mark.fresh_page
def test_changed_weights_outlast_a_reload(page: Page) -> None:
    page.goto("/#page=evaluators")
    wait_for_turn(page)
    page.locator("#template").select_option("anchored-runs")
    weight, name = page.locator('input[type="number"][data-weight="own k-1"]'), "#evaluator-name"
    weight.fill("301")
    page.reload()
    expect(page.locator(name)).to_have_value("my anchored-runs")
    expect(weight).to_have_value("301")
    page.locator("#reset-weights").click()
    expect(weight).to_have_value("300")
    page.evaluate("localStorage.setItem('kinarow-evaluator-in-hand', '{')")
    page.reload()  # what cannot be read does no harm
    expect(page.locator(name)).to_have_value("my center-window")
    wait_for_turn(page)


@pytest.mark.fresh_page
def test_a_file_that_is_no_evaluator_is_named_with_its_mistake(page: Page, tmp_path: Path) -> None:
    page.goto("/#page=evaluators")
    wait_for_turn(page)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"name": "mine", "terms": [{"type": "traps", "own": 1}]}))
    page.locator("#evaluator-file").set_input_files(file)
    words = page.locator("#evaluator-words")
    expect(words).to_have_text("mine.json: the field kinarow is missing")
    whole = {"kinarow": "evaluator", "version": 1, **json.loads(file.read_text())}
    file.write_text(json.dumps(whole))
    page.locator("#evaluator-file").set_input_files(file)
    expect(page.locator("#evaluator-name")).to_have_value("mine")
    expect(words).to_have_text("")


def test_sliders_are_wide_enough_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/#page=evaluators")
    wait_for_turn(page)
    slider = page.locator('input[type="range"]').first.bounding_box()
    assert slider
    assert slider["width"] > 200


@pytest.mark.fresh_page
def test_an_evaluator_is_exported_as_the_python_that_defines_it(page: Page) -> None:
    page.goto("/#moves=4453&page=evaluators")
    wait_for_turn(page)
    page.locator('input[type="number"][data-weight="own"]').first.fill("60")
    written = {}
    for kind in ("json", "python"):
        with page.expect_download() as download:
            page.locator(f"#export-{kind}").click()
        written[kind] = Path(download.value.path()).read_text()
    assert to_python(from_json(json.loads(written["json"]))) == written["python"]
    assert "Column(column='center', own=60" in written["python"]


@pytest.mark.fresh_page
def test_an_evaluator_is_written_up(page: Page) -> None:
    # To solve two hundred positions of this game takes longer than all of its report.
    refused = {"error": "not solved here"}
    page.route("**/api/v1/opinion", lambda route: route.fulfill(status=400, json=refused))
    page.goto("/#game=drop:4x4:3&moves=12&page=evaluators")
    wait_for_turn(page)
    page.locator('input[type="number"][data-weight="own"]').first.fill("60")
    with page.expect_download() as download:
        page.locator("#write-report").click()
    expect(page.locator("#report-result")).to_contain_text("report.html")
    written = Path(download.value.path()).read_text()
    assert "my center-window: an evaluation function for drop:4x4:3" in written
    assert "A board of drop:4x4:3 after 2 stones" in written
    assert 'column.own</td><td class="right">+60<' in written


def test_a_tournament_is_watched_through_pauses_and_lost_requests(
    page_with_a_clock: Page,
) -> None:
    """The page is told how a tournament stands, or that it cannot be told."""
    page = page_with_a_clock
    game = {"first": "x", "second": "y", "moves": "44", "winner": None, "reason": ""}
    elo = {"value": 0, "low": -9, "high": 9}
    encounter = {
        "a": "x", "b": "y", "games": 1, "wins": 0, "ties": 1, "losses": 0, "points": 0.5,
        "elo": elo, "sprt": {"llr": -0.01, "low": -2.94, "high": 2.94, "verdict": None},
    }  # fmt: skip
    standing = {"player": "x", "elo": elo, "points": 0.5, "games": 1}
    now = {
        "id": "abc", "mine": True, "state": "running", "failure": "",
        "game": "drop:7x6:4", "players": ["x", "y"], "first": 0,
        "scheduled": 9, "games": 1, "standings": [standing], "encounters": [encounter],
        "records": [game],
    }  # fmt: skip

    def answer(route: Route) -> None:
        if now["state"] == "lost":
            route.fulfill(status=400, json={"error": "the lab is busy"})
        else:
            route.fulfill(json=now)

    page.route("**/api/v1/tournaments/abc", answer)
    page.goto("/#page=tournament&tournament=abc")
    words, games = page.locator("#tournament-words"), page.locator("#records button")
    expect(words).to_have_text("1 of 9 games, running")
    expect(page.locator(".duels")).to_contain_text("LLR −0.01 (−2.94, 2.94)")
    games.first.focus()
    now |= {"games": 2, "records": [game, game]}
    page.clock.fast_forward(1500)
    expect(games).to_have_count(2)
    expect(games.nth(1)).to_be_focused()  # the newest is the first
    told = [("lost", "the lab is busy"), ("paused", "paused"), ("running", "running")]
    for state, said in told:
        now["state"] = state
        page.clock.fast_forward(6000)
        expect(words).to_contain_text(said)
    expect(games.nth(1)).to_be_focused()


@pytest.mark.fresh_page
def test_a_tournament_runs_to_its_end_across_a_reload(page: Page) -> None:
    page.goto("/")
    wait_for_turn(page)
    turn_to(page, "tournament")
    page.locator("#rounds").fill("1")
    page.locator("#begin-tournament").click()
    expect(page.locator("#tournament-words")).to_contain_text("of 2 games")
    page.reload()
    expect(page.locator("#tournament-words")).to_contain_text("2 of 2 games, done")
    expect(page.locator(".crosstable tr")).to_have_count(3)
    expect(page.locator("#standings")).to_contain_text("LLR")
    page.goto("/")  # it is found again by those who have lost its address
    turn_to(page, "tournament")
    expect(page.locator("#tournament-words")).to_have_text("")
    newest = page.locator("#earlier option").nth(1)
    expect(newest).to_contain_text("Connect Four, 2 of 2 games, done")
    page.locator("#earlier").select_option(newest.get_attribute("value"))
    expect(page.locator("#tournament-words")).to_contain_text("2 of 2 games, done")
    expect(page.locator("#opponent")).to_be_hidden()  # nobody plays against anybody here
    game = page.locator("#records button").first
    first, second = game.inner_text().rsplit(" ", 1)[0].split(" – ")
    game.click()
    expect(page.locator('section.page[data-page="play"]')).to_be_visible()
    expect(page.locator("#game")).to_have_value("connect4")
    named = f"(Red, {re.escape(first)}|Yellow, {re.escape(second)}), won|draw"
    expect(page.locator("#status")).to_contain_text(re.compile(named))
    expect(page.locator("#review-words")).to_contain_text(re.compile("looked at|moves:"))
    turn_to(page, "tournament")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#delete-tournament").click()
    expect(page.locator("#tournament-words")).to_have_text("Deleted.")
    expect(page.locator("#standings")).to_be_empty()
    expect(page.locator("#delete-tournament")).to_be_disabled()


@pytest.mark.fresh_page
def test_sliders_begin_with_the_function_itself(page: Page) -> None:
    """Powers of ten stay what they are on every board until one of their weights is moved; then
    they are written out for the board that is shown."""
    page.goto("/#game=tictactoe&page=evaluators")
    wait_for_turn(page)
    fields = page.locator('input[type="number"][data-weight^="own"]')

    def in_hand() -> Evaluator:
        with page.expect_download() as download:
            page.locator("#export-json").click()
        return from_json(json.loads(Path(download.value.path()).read_text()))

    page.locator("#template").select_option("open-lines")
    for game, full in (("tictactoe", 1000), ("connect4", 10_000), ("gomoku", 100_000)):
        page.locator("#game").select_option(game)
        target = Position.start(game).spec.target
        expect(fields).to_have_count(target)
        for i in range(target):
            expect(fields.nth(i)).to_have_value(str(full // 10**i))
        assert in_hand().terms == OPEN_LINES.terms
        fields.first.fill(str(full))  # touched, but not changed
        assert in_hand().terms == written_out(OPEN_LINES, target).terms
        page.locator("#reset-weights").click()


WHOLE = json.dumps({"template": "saved", "original": to_json(OPEN_LINES), "current": {"terms": 3}})


@pytest.mark.fresh_page
@pytest.mark.parametrize("kept", ["{", "null", "[]", "7", '"open-lines"', '{"terms": []}', WHOLE])
def test_what_the_browser_kept_and_cannot_be_read_is_ignored(page: Page, kept: str) -> None:
    for key in ("kinarow-evaluator", "kinarow-evaluator-in-hand"):
        page.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(kept)})")
    page.goto("/#moves=4453&page=evaluators")
    wait_for_turn(page)
    expect(page.locator("#evaluator-name")).to_have_value("my center-window")
    expect(page.locator('#template optgroup[label="saved"]')).to_have_count(0)
    expect(page.locator('input[type="number"][data-weight="own"]').first).to_have_value("6")


@pytest.mark.fresh_page
def test_a_saved_evaluator_outlasts_a_reload(page: Page) -> None:
    page.goto("/#moves=4453&page=evaluators")
    wait_for_turn(page)
    weight = page.locator('input[type="number"][data-weight="own"]').first
    weight.fill("60")
    page.locator("#save-evaluator").click()
    page.locator("#reset-weights").click()
    expect(weight).to_have_value("6")
    page.reload()
    page.locator("#template").select_option("saved:my center-window")
    expect(weight).to_have_value("60")
    expect(page.locator("#evaluator-name")).to_have_value("my center-window")


@pytest.mark.fresh_page
def test_a_browser_that_keeps_nothing_can_be_used(page: Page) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    page.goto("/#moves=4453&page=evaluators")
    wait_for_turn(page)
    page.locator('input[type="number"][data-weight="own"]').first.fill("60")
    expect(page.locator("#ranking .opinions .up")).not_to_have_count(0)
    page.locator("#save-evaluator").click()
    expect(page.locator("#evaluator-words")).to_contain_text("export it as JSON instead")
