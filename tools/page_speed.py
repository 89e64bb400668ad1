"""How fast the lab's page is: its weight, the first board, answers to what people do, long tasks
while a slider moves, and how soon a saved file is on the page.

    python tools/page_speed.py

Needs Chromium. The lab is started for it and stopped again; times are the browser's own.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from lab_browser import chromium, running_lab
from playwright.sync_api import Browser, Page, Response

TRIES = 5
WATCH = """
window.longTasks = [];
const everything = { subtree: true, childList: true, attributes: true, characterData: true };
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((e) => e.duration)))
  .observe({ type: "longtask" });
addEventListener("DOMContentLoaded", () => {
  // What is first seen after something was done, at the next frame.
  new MutationObserver(() => {
    if (window.firstBoard === undefined && document.querySelector("#board .hole"))
      requestAnimationFrame(() => (window.firstBoard ??= performance.now()));
    if (window.done !== undefined && window.answered === undefined) {
      window.answered = NaN;
      requestAnimationFrame(() => (window.answered = performance.now() - window.done));
    }
  }).observe(document.body, everything);
});
for (const kind of ["click", "keydown", "input", "change"])
  addEventListener(kind, () => {
    if (!window.isArmed) return;
    [window.done, window.answered, window.isArmed] = [performance.now(), undefined, false];
  }, { capture: true });
"""


def watched(browser: Browser) -> Page:
    # What watches is no part of the page, whose policy would not let it be.
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.set_default_timeout(120_000)
    return page


def first_boards(address: str) -> tuple[list[float], int, int]:
    """Milliseconds until a board is seen by browsers that have just been started; what the page
    weighs, and of how many files it is made."""
    times, weights = [], {}

    def weigh(answer: Response) -> None:
        if "/api/" not in answer.url:
            weights[answer.url] = int(answer.headers["content-length"])

    for _ in range(TRIES):
        with chromium() as browser:
            page = watched(browser)
            page.on("response", weigh)
            page.goto(address)
            page.wait_for_function("window.firstBoard !== undefined")
            times.append(float(page.evaluate("window.firstBoard")))
    return times, sum(weights.values()), len(weights)


def answered(page: Page, act: Callable[[], object]) -> float:
    """Milliseconds from what a person does until something is seen to change."""
    page.evaluate("() => { window.isArmed = true; window.done = window.answered = undefined; }")
    act()
    page.wait_for_function("window.answered > 0")
    found = float(page.evaluate("window.answered"))
    page.wait_for_timeout(400)  # what else belongs to the answer comes in between
    return found


def interactions(page: Page, address: str) -> dict[str, list[float]]:
    """The same of what is done most, each several times."""
    page.goto(f"{address}/#you=12&moves=4453")
    page.wait_for_selector("#board .hole")
    turn = 'nav button[data-page="{}"]'.format
    acts: dict[str, Callable[[], object]] = {
        "a stone by key": lambda: page.keyboard.press("4"),
        "undo": lambda: page.keyboard.press("u"),
        "a step back": lambda: page.keyboard.press("ArrowLeft"),
        "a step on": lambda: page.keyboard.press("ArrowRight"),
        "a stone by mouse": lambda: page.locator('[data-cell="a6"]').click(force=True),
        "the coach": lambda: page.get_by_label("always").check(),
        "no coach": lambda: page.get_by_label("off", exact=True).check(),
        "a hint": lambda: page.keyboard.press("h"),
        "another page": lambda: page.locator(turn("evaluators")).click(),
        "back": lambda: page.locator(turn("play")).click(),
        "take it back": lambda: page.keyboard.press("u"),
    }
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(TRIES):
        for name, act in acts.items():
            times[name].append(answered(page, act))
    return times


def sliding(page: Page, address: str) -> tuple[list[float], float]:
    """Long tasks while a weight is dragged to and fro, and frames a second."""
    page.goto(f"{address}/#moves=4453&page=evaluators")
    page.wait_for_selector("#agreement b")
    box = page.locator('input[type="range"]').first.bounding_box()
    assert box is not None
    page.evaluate("""() => {
      window.longTasks = []; window.frames = 0; window.since = performance.now();
      const count = () => { window.frames++; requestAnimationFrame(count); };
      requestAnimationFrame(count);
    }""")
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    for step in range(120):
        share = 0.1 + 0.8 * abs((step % 40) / 20 - 1)
        page.mouse.move(box["x"] + share * box["width"], middle)
        page.wait_for_timeout(16)
    page.mouse.up()
    frames = float(page.evaluate("1000 * frames / (performance.now() - since)"))
    return list(page.evaluate("longTasks")), frames


def saved(page: Page, address: str, file: Path) -> list[float]:
    """Milliseconds from saving a file until its number is on the page."""
    page.goto(f"{address}/#moves=44")
    page.wait_for_selector("#board .hole")
    times = []
    for number in range(11, 11 + TRIES):
        page.evaluate(
            """(text) => {
              const score = document.getElementById("score");
              window.seen = undefined;
              new MutationObserver(() => {
                if (score.textContent === text) window.seen ??= Date.now();
              }).observe(score, { childList: true, characterData: true, subtree: true });
            }""",
            f"+{number}",
        )
        begun = time.time()
        file.write_text(f"def evaluate(board, me, opponent):\n    return {number}\n")
        page.wait_for_function("window.seen !== undefined")
        times.append(float(page.evaluate("window.seen")) - 1000 * begun)
    return times


def spread(times: list[float]) -> str:
    return f"{median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "my_eval.py"
        file.write_text("def evaluate(board, me, opponent):\n    return 7\n")
        with running_lab() as address:
            boards, weight, files = first_boards(address)
            print(f"page: {weight / 1000:.0f} KB in {files} files")
            print(f"first board, a browser just started: {spread(boards)}")
            with chromium() as browser:
                for name, times in interactions(watched(browser), address).items():
                    print(f"{name}: {spread(times)}")
                long_tasks, frames = sliding(watched(browser), address)
                longest = max(long_tasks, default=0)
                print(f"slider: {frames:.0f} frames a second, {len(long_tasks)} long tasks", end="")
                print(f", the longest {longest:.0f} ms" if long_tasks else "")
        with running_lab("--eval", str(file)) as address, chromium() as browser:
            print(f"a saved file: {spread(saved(watched(browser), address, file))}")


if __name__ == "__main__":
    main()
