"""Reports as HTML, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from kinarow.game import GameSpec
from kinarow.writeup.build import write_report
from kinarow.writeup.evidence import Settings, gather
from kinarow.writeup.formats.saving import save_document
from kinarow.writeup.subject import Subject

pytestmark = [pytest.mark.browser, pytest.mark.fresh_page]


def test_a_report_is_accessible_and_fits_a_phone(page: Page, tmp_path: Path) -> None:
    subject = Subject.named("phased-traps")
    settings = Settings(GameSpec.parse("drop:5x4:3"), rounds=1, positions=6)
    file = tmp_path / "report.html"
    save_document(write_report(subject, gather((subject,), settings)), file)
    page.set_content(file.read_text(encoding="utf-8"))
    assert page.locator("h2").all_inner_texts() == [
        "The function", "Motivation", "A worked example", "Match results", "Against perfect play",
        "How this was made",
    ]  # fmt: skip
    assert page.locator("math").count() == 1
    found = Axe().run(page).response["violations"]
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
