"""What axe has to say of a page, in light and in dark."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def expect_no_complaints(page: Page) -> None:
    """Axe finds nothing, whatever scheme the page is shown in; schemes differ in colours alone."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    _look(page, {"resultTypes": ["violations"]})
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    _look(page, {"resultTypes": ["violations"], "runOnly": ["color-contrast"]})


def _look(page: Page, options: dict[str, object]) -> None:
    is_there = page.evaluate("'axe' in window")  # half a megabyte, read once by each page
    results = (Axe("undefined") if is_there else Axe()).run(page, options=options)
    assert results.violations_count == 0, results.generate_report()
