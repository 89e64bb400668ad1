"""The page of a class in a real browser, opened from disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kinarow.arena.rating import Estimate
from kinarow.classroom.class_page import class_page
from kinarow.classroom.marks import ClassMarks, Mark, PartResult
from kinarow.classroom.scheme import MarkPart, parse_scheme
from tests.classroom.test_mark_intervals import played

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCHEME = parse_scheme("[[part]]\nopponent = 'random'\npoints = 100")


def mark(student: str, share: float) -> Mark:
    score = Estimate(share, share - 0.1, share + 0.1)
    moves = enumerate(("1212121", "4455667"))
    games = tuple(replace(played(n, 1.0), moves=some) for n, some in moves)
    results = (PartResult(MarkPart(100, "random"), score, "some", "some", 2, 2, games=games),)
    return Mark(student, f"{student}.py", "player", results)


def test_sorting_and_stepping_through_a_game(chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "board.html"
    marks = (mark("bob", 0.3), mark("ada", 0.2), mark("cleo", 0.9), Mark("x", "x", problem="empty"))
    file.write_bytes(class_page(ClassMarks(SCHEME, marks), "A class"))
    context = chromium.new_context()
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on(
        "request", lambda asked: None if asked.url == file.as_uri() else wrong.append(asked.url)
    )
    page.goto(file.as_uri())
    names = page.locator("tbody a")
    assert names.all_inner_texts() == ["cleo", "bob", "ada", "x"]
    page.get_by_role("button", name="mark").click()
    assert names.all_inner_texts() == ["x", "ada", "bob", "cleo"]
    page.get_by_role("button", name="student").click()
    assert names.all_inner_texts() == ["ada", "bob", "cleo", "x"]
    names.first.click()
    viewer = page.locator("details[open] .viewer")
    expect(viewer.locator(".body")).to_have_count(7)
    expect(viewer.locator(".winning")).to_have_count(1)
    viewer.get_by_role("button", name="one move back").click()
    expect(viewer.locator(".body")).to_have_count(6)
    expect(viewer.locator(".winning")).to_have_count(0)
    viewer.locator(".games button").nth(1).click()
    viewer.get_by_role("button", name="first position").click()
    expect(viewer.locator(".body")).to_have_count(0)
    context.close()
    assert wrong == []
