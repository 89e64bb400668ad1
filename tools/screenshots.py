"""Pictures of the lab's pages for docs/: light, dark, on a phone, and one for a projector.

    python tools/screenshots.py docs/images
    python tools/screenshots.py --all pictures    # every size, and other boards

Needs Chromium. The lab is started for it and stopped again.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from urllib.parse import urlencode

from lab_browser import chromium, running_lab
from PIL import Image
from playwright.sync_api import Browser, Page

PATIENCE = 120_000
DESK, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)
PROJECTOR, ZOOMED = (1280, 720), (720, 450)
"""Zoomed: what 1440×900 has room for at 200 %."""
SIZES = {"desk": DESK, "phone": PHONE, "projector": PROJECTOR}
MORE_SIZES = {**SIZES, "tablet": TABLET, "zoomed": ZOOMED}
GOMOKU = "h8 h9 i8 g8 j8 k8 i9 j10 i10 i7 g10 h11"
PAGES: dict[str, dict[str, str]] = {
    "play": {"moves": "445352", "coach": "always"},
    "ending": {"moves": "1414247"},
    "gomoku": {"game": "gomoku", "moves": GOMOKU, "coach": "always"},
    "tictactoe": {"game": "tictactoe", "moves": "b2 a1 c3", "coach": "always", "you": "2"},
    "evaluators": {"moves": "4453", "page": "evaluators"},
    "tournament": {"moves": "4453", "page": "tournament"},
    "tree": {"moves": "44444265", "page": "tree"},
    "learn": {"page": "learn"},
}
MORE_PAGES: dict[str, dict[str, str]] = {
    "first": {},
    "review": {"moves": "44444265555532"},
    "nine-by-seven": {"game": "drop:9x7:4", "moves": "5554", "coach": "always"},
    "forced": {"game": "gomoku", "moves": "h8 a1 h9 a3 h10 a5", "coach": "always"},
    "evaluators-gomoku": {"game": "gomoku", "moves": GOMOKU, "page": "evaluators"},
    "tree-tictactoe": {"game": "tictactoe", "moves": "b2 a1 c3", "page": "tree"},
    "nine-by-seven-tree": {"game": "drop:9x7:4", "moves": "5554", "page": "tree"},
}


def prepare(page: Page, name: str) -> None:
    """Do what makes a page worth a picture."""
    page.wait_for_selector("#board .hole", state="attached")
    if name == "play":
        page.wait_for_selector(".move-score.best")
    if name in ("gomoku", "forced", "tictactoe"):
        page.wait_for_selector("[data-number]")
    if name == "ending":
        page.locator("#you").evaluate("one => { one.value = '1' }")
        page.locator("#let-move").click()
        page.wait_for_selector("#try-turn")
    if name == "review":
        page.click("#begin-review")
        page.wait_for_selector("#review-words:has-text('result away')")
        page.click(".played.blunder")
    if name == "forced":
        page.click("#show-line")
    if name == "tournament":
        page.fill("#rounds", "4")
        page.click("#begin-tournament")
        page.wait_for_selector("#tournament-words:has-text('done')")
    if "tree" in name:
        if page.viewport_size == {"width": PROJECTOR[0], "height": PROJECTOR[1]}:
            page.click("#projector")
        page.click("#grow-tree")
        page.locator(".lesson-range").fill("22")
    if name == "learn":
        page.wait_for_selector("#learn-board .hole")
    if name == "evaluators":
        page.wait_for_selector(".opinions li")
        page.locator('input[type="number"][data-weight="own"]').first.fill("60")
        page.wait_for_selector("#agreement b", timeout=20_000)
    # As deep as is looked, and with the line of a win, on a machine that has time for it.
    page.wait_for_timeout(3500 if name in ("play", "gomoku") else 800)


def take(browser: Browser, address: str, folder: Path, *, everything: bool, only: str) -> None:
    sizes, pages = (MORE_SIZES, {**PAGES, **MORE_PAGES}) if everything else (SIZES, PAGES)
    for name, fields in pages.items():
        for size, (width, height) in sizes.items():
            pictures = {"light": f"{name}-{size}", "dark": f"{name}-{size}-dark"}
            if size == "desk":
                pictures = {"light": f"{name}-light", "dark": f"{name}-dark"}
            elif not everything:
                del pictures["dark"]
            if size == "projector" and not everything and name != "tree":
                continue
            wanted = {scheme: name for scheme, name in pictures.items() if re.search(only, name)}
            if not wanted:
                continue
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_default_timeout(PATIENCE)
            # The opponent of the game that is lost overlooks nothing.
            page.goto(f"{address}/#{urlencode({**fields, 'opponent': 'best'})}")
            prepare(page, name)
            if size == "phone" and "page" in fields:
                page.locator(f'section.page[data-page="{fields["page"]}"]').evaluate(
                    "section => section.scrollIntoView()"
                )
            for scheme, picture in wanted.items():
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                path = folder / f"{picture}.png"
                page.screenshot(path=path)
                # A palette is enough for these pages, and a third of the size.
                Image.open(path).convert("RGB").quantize(256).save(path, optimize=True)
                print(picture)
            page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true", help="every size and board")
    parser.add_argument("--only", default="", metavar="REGEX", help="pictures so named")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with running_lab() as address, chromium() as browser:
        take(browser, address, asked.folder, everything=asked.all, only=asked.only)


if __name__ == "__main__":
    main()
