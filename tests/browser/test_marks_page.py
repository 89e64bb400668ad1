"""The page of a class in a real browser, opened from disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kinarow.arena.ratings.elo import Estimate
from kinarow.classroom.marks import ClassMarks, Mark, PartResult
from kinarow.classroom.published.class_page import class_page
from kinarow.classroom.scheme import MarkPart, parse_scheme
from kinarow.classroom.verdicts import Verdict
from tests.classroom.test_mark_intervals import played

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCHEME = parse_scheme("[[part]]\nopponent = 'random'\npoints = 100")


def mark(student: str, share: float) -> Mark:
    score = Estimate(share, share - 0.1, share + 0.1)
    moves = enumerate(("1212121", "4455667"))
    games = tuple(replace(played(n, 1.0), moves=some) for n, some in moves)
    results = (PartResult(MarkPart(100, "random"), score, "some", "some", 2, 2, games=games),)
    return Mark(student, f"{student}.py", "player", results)


@pytest.mark.parametrize("width", [390, 1100])
def test_it_fits_a_phone_and_a_small_window(chromium: Browser, tmp_path: Path, width: int) -> None:
    """Also with parts that have no name but their opponent's, and a long reason."""
    opponents = [f"alphabeta:eval={name},depth=2" for name in ("phased-traps", "anchored-runs")]
    parts = "".join(f"[[part]]\nopponent = '{one}'\npoints = 50\n" for one in opponents)
    scheme = parse_scheme(f"{parts}[grades]\nA = 80\nC = 50")
    results = tuple(
        PartResult(MarkPart(50, one), Estimate(0.5, 0.4, 0.6), "so", "so", 2, 2, Verdict.TIME)
        for one in opponents
    )
    found = (
        Mark("somebody_with_a_long_name", "a.py", results=results),
        Mark("bob", "bob.py", problem="bob.py, line 4: NameError: " + "long " * 30),
    )
    file = tmp_path / "board.html"
    file.write_bytes(class_page(ClassMarks(scheme, found), "A class"))
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.goto(file.as_uri())
    widths = page.evaluate(
        "[document.documentElement, ...document.querySelectorAll('.wide')]"
        ".map((part) => part.scrollWidth - part.clientWidth)"
    )
    page.close()
    assert widths == [0] * len(widths)


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
