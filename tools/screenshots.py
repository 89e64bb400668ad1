"""Pictures of the lab's pages for docs/: light, dark and on a phone.

    python tools/screenshots.py docs/images

Needs Chromium. The lab is started for it and stopped again.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

GAME = "44444265555532"
LOOKS = {
    "light": ({"width": 1180, "height": 800}, "light"),
    "dark": ({"width": 1180, "height": 800}, "dark"),
    "phone": ({"width": 390, "height": 844}, "light"),
}
PAGES = ("play", "gomoku", "review", "evaluators", "tournament", "tree")
MOVES = {
    "play": "4453", "evaluators": "4453", "tree": GAME[:8],
    "gomoku": "h8 h9 i8 g8 j8 k8 i9 j10 i10 i7 g10 h11",
}  # fmt: skip


def prepare(page: Page, name: str) -> None:
    """Do what makes a page worth a picture."""
    if name == "gomoku":
        page.wait_for_selector(".legend:has-text('not solved')", timeout=20_000)
    else:
        page.wait_for_selector(".move-score", state="attached")
    if name == "play":
        page.wait_for_selector(".move-score.best", timeout=20_000)
    if name == "review":
        page.click("#begin-review")
        page.wait_for_selector("#review-words:has-text('outcome away')", timeout=60_000)
    if name == "tournament":
        page.fill("#rounds", "4")
        page.click("#begin-tournament")
        page.wait_for_selector("#tournament-words:has-text('done')", timeout=60_000)
    if name == "tree":
        page.click("#grow-tree")
        page.locator(".lesson-range").fill("22")
    if name == "evaluators":
        page.wait_for_selector(".opinions li")
        page.locator('input[type="number"][data-weight="own"]').first.fill("60")
        page.wait_for_selector("#agreement b", timeout=20_000)
    page.wait_for_timeout(600)


def take(browser: Browser, address: str, folder: Path) -> None:
    for look, (size, scheme) in LOOKS.items():
        for name in PAGES:
            page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
            fields = {"moves": MOVES.get(name, GAME), "page": name}
            if name == "gomoku":
                fields |= {"game": "gomoku", "page": "play"}
            page.goto(f"{address}/#{urlencode(fields)}")
            prepare(page, name)
            if look == "phone" and name not in ("play", "gomoku"):
                page.locator(f'section.page[data-page="{name}"]').scroll_into_view_if_needed()
                page.evaluate(
                    "name => document.querySelector(`section[data-page=${name}]`).scrollIntoView()",
                    name,
                )
            page.screenshot(path=folder / f"{name}-{look}.png")
            page.close()


def main() -> None:
    program = [sys.executable, "-c", "from kinarow.cli.main import main; main()"]
    with tempfile.TemporaryDirectory() as kept_in, sync_playwright() as playwright:
        command = [*program, "lab", "--port", "0", "--keep", kept_in]
        lab = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert lab.stdout is not None
            found = re.search(r"http://\S+", lab.stdout.readline())
            assert found is not None
            chromium = shutil.which("chromium") or shutil.which("chromium-browser")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            take(browser, found[0], Path(sys.argv[1]))
        finally:
            lab.terminate()
            lab.wait()


if __name__ == "__main__":
    main()
