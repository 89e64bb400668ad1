"""A lab with a token in a real browser, which alone knows what it does with its cookies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kinarow.web.app import make_app
from kinarow.web.hosting.hosting import Hosting
from tests.browser.conftest import PATIENCE
from tests.web.running import begin_few, running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOKEN = "a token of some length"
ELSEWHERE = "http://elsewhere.example/"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        begin_few(patch)
        with running(make_app(Hosting(token=TOKEN))) as found:
            yield found


@pytest.fixture
def context(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    context = chromium.new_context(base_url=address)
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    link = f'<a href="{address}/#moves=445&you=12">a game</a>'
    context.route(
        f"{ELSEWHERE}**", lambda route: route.fulfill(body=link, content_type="text/html")
    )
    yield context
    context.close()


def stones(page: Page, count: int) -> None:
    expect(page.locator("#board [data-disc]:not(.ghost *)")).to_have_count(count)


def test_a_token_is_shown_once(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto("/")
    expect(page.locator("body")).to_contain_text("this lab wants its token")
    page.goto("/?token=wrong")
    expect(page.locator("body")).to_contain_text("that is not the token of this lab")
    page.goto(f"/?token={TOKEN}#moves=44&you=12")
    stones(page, 2)
    assert page.url == f"{address}/#moves=44&you=12"
    page.reload()
    stones(page, 2)
    page.goto(ELSEWHERE)
    page.get_by_text("a game").click()
    stones(page, 3)
    assert page.evaluate("document.cookie") == ""


def test_a_link_without_the_token_says_what_is_wanted(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(ELSEWHERE)
    page.get_by_text("a game").click()
    expect(page.locator("body")).to_contain_text("this lab wants its token")


def test_another_sites_page_cannot_ask(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"/?token={TOKEN}")
    stones(page, 0)
    page.goto(ELSEWHERE)
    asked = """async (address) => {
        const refused = [];
        for (const mode of ["no-cors", "cors"])
            for (const method of ["GET", "POST"])
                for (const path of ["position", "exact", "move"])
                    await fetch(`${address}/api/v1/${path}`, {mode, method, credentials: "include"})
                        .catch(() => refused.push(path));
        return refused.length;
    }"""
    seen: list[int] = []
    page.on("response", lambda answer: seen.append(answer.status))
    assert page.evaluate(asked, address) == 12  # nothing can be read
    assert set(seen) <= {403}
