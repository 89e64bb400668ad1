"""The lab in a real Chromium. In CI these tests must run; elsewhere they skip without Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

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
    # All pages of the lab in one process, which has read their scripts before; and none of them is
    # open long enough for its scripts to be worth compiling well.
    "--process-per-site",
    "--js-flags=--no-opt --no-maglev --no-sparkplug",
    # Whatever is asked of another machine fails, which the page's console tells.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
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


@contextmanager
def visit(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    """A visitor who does not wait for stones to fall."""
    context = chromium.new_context(
        base_url=address, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield context
    context.close()


@pytest.fixture(scope="session")
def visitor(chromium: Browser, lab: str) -> Iterator[BrowserContext]:
    """The same for all tests: who has the page's files already sees it in half the time."""
    with visit(chromium, lab) as context:
        context.new_page().goto("/icon.svg")  # stays open, and with it the process of all pages
        yield context


def _forget(page: Page, address: str) -> None:
    """Let a page that is about to be opened find nothing that another one has kept."""
    page.context.clear_cookies()
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "local_storage"})
    session.detach()


@pytest.fixture
def complaints() -> list[str]:
    """Script errors and requests that would leave this machine; each fails the test."""
    return []


def _watched(context: BrowserContext, complaints: list[str]) -> Page:
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(f"script error: {error}"))
    page.on("console", lambda message: complaints.extend(_complaint(message)))
    return page


@pytest.fixture
def page(visitor: BrowserContext, lab: str, complaints: list[str]) -> Iterator[Page]:
    """A page at the lab, about which there must be no complaints."""
    page = _watched(visitor, complaints)
    _forget(page, lab)
    yield page
    for opened in visitor.pages[1:]:
        opened.close()
    assert complaints == []


@pytest.fixture
def page_with_a_clock(chromium: Browser, lab: str, complaints: list[str]) -> Iterator[Page]:
    """The same with a clock that the test turns; a visitor does not get rid of it again."""
    with visit(chromium, lab) as context:
        page = _watched(context, complaints)
        page.clock.install()
        yield page
    assert complaints == []
