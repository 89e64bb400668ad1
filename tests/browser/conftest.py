"""The lab in a real Chromium. In CI these tests must run; elsewhere they skip without Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

# The one without windows, where it is installed, starts pages in a third of the time.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, _PROGRAMS)), None)
DESK: ViewportSize = {"width": 1280, "height": 800}
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
    # Two processes less for every one that tests.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
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
    context = chromium.new_context(base_url=address, viewport=DESK, reduced_motion="reduce")
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
def _fresh_page(visitor: BrowserContext, lab: str, complaints: list[str]) -> Iterator[Page]:
    """A page that has yet to be opened, about which there must be no complaints."""
    page = _watched(visitor, complaints)
    _forget(page, lab)
    yield page
    for opened in visitor.pages[1:]:
        opened.close()
    assert complaints == []


# What is seen of a page, and what is chosen anywhere; a size of one's own stays on offer.
_LOOKS = """() => {
  const fields = [...document.querySelectorAll("input, select")];
  const chosen = fields.map(({ value, checked }) => [value, checked]);
  const seen = [];
  const look = (one) => {
    if (one.nodeType === Node.TEXT_NODE) seen.push(one.data);
    if (one.nodeType !== Node.ELEMENT_NODE || one.matches("option[data-own]")) return;
    seen.push(one.localName, ...[...one.attributes].map((a) => `${a.name}=${a.value}`).sort());
    if (!one.hidden) one.childNodes.forEach(look);
  };
  look(document.documentElement);
  return JSON.stringify([seen, chosen, { ...localStorage }]);
}"""
_SOON = 500
"""Milliseconds after which a new page costs less than to wait for the old one."""


class _OpenPage:
    """A page that stays open for tests that lead it by its address, as long as each of them leaves
    it as it was: to open one takes ten times as long."""

    def __init__(self, visitor: BrowserContext) -> None:
        self._visitor = visitor
        self._page: Page | None = None
        self._looks = ""
        self._is_routed = False
        self.complaints: list[str] = []

    def take(self) -> Page:
        if self._page is None:
            page = self._page = _watched(self._visitor, self.complaints)
            self._note_routes(page)
            page.goto("/")
            expect(page.locator("#status")).to_contain_text("to move")
            for last in ("#weights .term", "#formula math"):
                expect(page.locator(last).first).to_be_attached()
            self._looks = page.evaluate(_LOOKS)
            self._silence(page)
        else:
            self._silence(self._page)
            self.complaints.clear()  # of what tests without a page have done to the lab meanwhile
        return self._page

    def _note_routes(self, page: Page) -> None:
        self._is_routed = False

        def noted(*arguments: Any, **named: Any) -> None:
            self._is_routed = True
            Page.route(page, *arguments, **named)

        page.route = noted  # type: ignore[assignment, method-assign]

    def _close(self, page: Page) -> None:
        page.evaluate("localStorage.clear()")
        page.close()
        self._page = None

    @staticmethod
    def _silence(page: Page) -> None:
        """So that words which are there have been said since."""
        page.evaluate("document.querySelector('#status').textContent = ''")

    def give_back(self, page: Page) -> None:
        """Lead a page back to the beginning; if it is not as it was then, it has served. So has one
        whose requests were caught: what is asked while Chromium ends that may never be answered."""
        if self._is_routed:
            page.unroute_all()
            self._close(page)
            return
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        page.evaluate("document.querySelector('#settings-button[aria-expanded=true]')?.click()")
        self._silence(page)
        page.goto("/#")
        expect(page.locator("#status")).not_to_be_empty()
        again = f"before => ({_LOOKS})() === before"
        try:
            page.wait_for_function(again, arg=self._looks, polling=50, timeout=_SOON)
        except PlaywrightTimeoutError:
            self._close(page)


@pytest.fixture(scope="session")
def _kept_open(chromium: Browser, lab: str) -> Iterator[_OpenPage]:
    with visit(chromium, lab) as visitor:
        yield _OpenPage(visitor)


@pytest.fixture
def _open_page(_kept_open: _OpenPage) -> Iterator[Page]:
    """A page that is open already, about which there must be no complaints."""
    page = _kept_open.take()
    yield page
    _kept_open.give_back(page)
    complaints = _kept_open.complaints.copy()
    _kept_open.complaints.clear()
    assert complaints == []


@pytest.fixture
def page(request: pytest.FixtureRequest, lab: str) -> Page:
    """A page at the lab. It is open already, at the beginning of a game, and led elsewhere by an
    address with a #; a test that is marked with fresh_page opens it."""
    del lab  # only asked for here so that it is known who asks
    is_fresh = "fresh_page" in request.keywords
    page: Page = request.getfixturevalue("_fresh_page" if is_fresh else "_open_page")
    page.bring_to_front()  # behind another one it draws nothing, and is never ready for a click
    return page


@pytest.fixture
def page_with_a_clock(chromium: Browser, lab: str, complaints: list[str]) -> Iterator[Page]:
    """The same with a clock that the test turns; a visitor does not get rid of it again."""
    with visit(chromium, lab) as context:
        page = _watched(context, complaints)
        page.clock.install()
        yield page
    assert complaints == []
