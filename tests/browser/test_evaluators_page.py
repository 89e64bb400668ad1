"""Evaluators of every kind as judges, opponents and entrants."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Request, expect

from kinarow.evaluation import CENTER_WINDOW
from kinarow.evaluation.written.json_files import to_json
from tests.browser.accessibility import expect_no_complaints

pytestmark = pytest.mark.browser

STONES = "#board [data-disc]:not(.ghost *)"


def wait_for_turn(page: Page) -> None:
    expect(page.locator("#status")).to_contain_text(re.compile(r"\(you\) to move"))


def asked_of(page: Page, path: str) -> list[Request]:
    found: list[Request] = []
    page.on("request", lambda r: found.append(r) if r.url.endswith(f"/api/v1/{path}") else None)
    return found


def evaluator_in(request: Request) -> object:
    return request.post_data_json["evaluator"]  # type: ignore[index]


@pytest.mark.fresh_page
def test_the_judge_is_not_the_opponents_brain_nor_switched_by_a_page(page: Page) -> None:
    """Fault: "Judged by" silently was what the opponent thought with, and opening the page of
    evaluators switched it."""
    page.goto("/#moves=4453&opponent=alphabeta:depth=4&evaluator=anchored-runs&brain=center-window")
    wait_for_turn(page)
    moves, positions = asked_of(page, "move"), asked_of(page, "position")
    page.keyboard.press("4")
    expect(page.locator(STONES)).to_have_count(6)
    assert [evaluator_in(request) for request in moves] == ["center-window"]
    page.locator('nav button[data-page="evaluators"]').click()
    expect(page.locator("#ranking .opinions li")).not_to_have_count(0)
    page.locator('input[type="number"][data-weight="own"]').first.fill("60")
    expect(page.locator("#ranking .opinions .up")).not_to_have_count(0)
    assert {str(evaluator_in(request)) for request in positions} == {"anchored-runs"}
    page.locator("#opponent").select_option("level:n=1")
    expect(page.locator("#brain")).to_be_hidden()  # it has its own


@pytest.mark.fresh_page
def test_a_duel_has_a_bar_and_a_verdict(page: Page) -> None:
    """Fault: unchanged weights played against themselves."""
    asked = asked_of(page, "tournaments")
    page.goto("/#page=evaluators")
    wait_for_turn(page)
    page.locator("#duel").click()
    expect(page.locator("#own-how")).to_contain_text("kinarow lab --eval my_eval.py")
    said = page.locator("#duel-result")
    expect(said).to_contain_text("Nothing is changed yet")
    assert [request for request in asked if request.method == "POST"] == []
    encounter = {"wins": 130, "ties": 10, "losses": 60, "games": 200, "points": 135}
    elo = {"value": 127, "low": 76, "high": 184}
    now = {"id": "abc", "state": "done", "failure": "", "games": 200, "scheduled": 200}
    page.route("**/api/v1/tournaments", lambda route: route.fulfill(json={"id": "abc"}))
    told = {**now, "encounters": [{**encounter, "elo": elo}]}
    page.route("**/api/v1/tournaments/abc", lambda route: route.fulfill(json=told))
    page.locator('input[type="number"][data-weight="own"]').first.fill("60")
    page.locator("#duel").click()
    expect(said).to_contain_text("200 of 200 games: 130 won, 10 tied, 60 lost.")
    expect(said).to_contain_text("Your weights are stronger: 68 % of the points (Elo 76 to 184).")
    won, lost = (page.locator(f".duel-bar .{part}").bounding_box() for part in ("won", "lost"))
    assert won
    assert lost
    assert won["width"] > 2 * lost["width"]
    expect_no_complaints(page)
    page.locator("#reset-weights").click()
    expect(said).to_be_empty()


@pytest.mark.fresh_page
def test_where_perfect_play_is_unknown_that_is_said(page: Page) -> None:
    page.goto("/#game=gomoku&page=evaluators")
    wait_for_turn(page)
    expect(page.locator("#agreement")).to_contain_text("perfect play is not known")
    expect(page.locator("#ranking")).to_contain_text("and 213 more moves")


@pytest.mark.fresh_page
def test_saved_evaluators_of_an_earlier_form_are_found(page: Page) -> None:
    kept = json.dumps({**to_json(CENTER_WINDOW), "name": "old one"})
    page.add_init_script(f"localStorage.setItem('kinarow-evaluator', {json.dumps(kept)})")
    page.goto("/#page=evaluators")
    wait_for_turn(page)
    expect(page.locator('#template option[value="saved:old one"]')).to_have_count(1)
