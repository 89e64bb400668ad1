"""The lab in a real Chromium. In CI these tests must run; elsewhere they skip without Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

# The one without windows, where it is installed, starts pages in a third of the time.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, _PROGRAMS)), None)
PATIENCE = 600_000
"""Milliseconds after which something will not come any more, on the slowest machine."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM is None and not os.environ.get("CI"):
        skip = pytest.mark.skip(reason="no chromium on this machine: install the package chromium")
        for item in items:
            if "browser" in item.keywords:
                item.add_marker(skip)


def _complaint(message: ConsoleMessage) -> list[str]:
    """What a script has to complain about; an answer of status 400 is the page's to handle."""
    refused = "Failed to load resource: the server responded with a status of 400" in message.text
    return [f"console: {message.text}"] if message.type == "error" and not refused else []


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM is not None, "chromium is missing"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, lab: str) -> Iterator[Page]:
    """A page at the lab; any script error or request that leaves this machine fails the test."""
    context = chromium.new_context(base_url=lab, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"script error: {error}"))
    page.on("console", lambda message: wrong.extend(_complaint(message)))
    page.on("request", lambda r: None if r.url.startswith(lab) else wrong.append(r.url))
    yield page
    context.close()
    assert wrong == []
