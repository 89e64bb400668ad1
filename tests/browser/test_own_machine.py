"""What a page asks of another machine is noticed, as every test of the page relies upon."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.fresh_page]


@pytest.mark.parametrize("address", ["http://elsewhere.example/x.png", "http://192.0.2.7/x.png"])
def test_a_request_that_leaves_the_machine_is_a_complaint(
    page: Page, complaints: list[str], address: str
) -> None:
    page.set_content(f'<img src="{address}">')
    assert len(complaints) == 1
    complaints.clear()
