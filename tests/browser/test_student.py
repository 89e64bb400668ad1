"""A student's ten minutes: a function edited, weights tuned, played, entered and exported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Download, Locator, Page, Route, expect

from kinarow.evaluation import CENTER_WINDOW, load_evaluator
from kinarow.evaluation.written.json_files import from_json
from kinarow.game import Position, Side
from tests.browser.accessibility import expect_no_complaints
from tests.browser.lab_page import stones, tell, turn_to
from tests.web.running import limit_thinking, running

pytestmark = [pytest.mark.browser, pytest.mark.fresh_page]

MOVES = "4453"


def returning(what: str) -> str:
    return f"def evaluate(board, me, opponent):\n    return {what}\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "my_eval.py"
    file.write_text(returning("7"))
    return file


@pytest.fixture
def student(page: Page, file: Path) -> Iterator[Page]:
    """The page of a lab that was started with a function, and with weights."""
    from kinarow.web.app import make_app
    from kinarow.web.lab.questions import Known

    own = {"my_eval.py": load_evaluator(str(file)), "mine": CENTER_WINDOW}
    with pytest.MonkeyPatch.context() as patch:
        limit_thinking(patch)
        with running(make_app(known=Known(own, usual="my_eval.py"))) as address:
            # The usual page may ask only the usual lab.
            own_page = page.context.new_page()
            own_page.goto(f"{address}/#moves={MOVES}")
            yield own_page
            own_page.close()


def test_a_students_ten_minutes(student: Page, file: Path) -> None:
    """Faults: the judge stayed open-lines, an open page kept old numbers and did not say of which
    version, a broken file emptied it, and tuned weights could neither play nor be entered."""
    edits_a_function(student, file)
    compares_its_versions(student)
    has_a_report_on_it(student)
    tunes_weights(student)
    plays_them(student)
    enters_them_in_a_tournament(student)
    exports_them(student, file)


def edits_a_function(page: Page, file: Path) -> None:
    score, warning = page.locator("#score"), page.locator("#file-warning")
    state = page.locator('#file-state [data-file="my_eval.py"]')
    expect(page.locator("#evaluator")).to_have_value("my_eval.py")
    expect(score).to_have_text("+7")
    file.write_text(returning("9"))
    expect(score).to_have_text("+9")
    expect(state).to_contain_text("version 2 in use, saved ")
    file.write_text(returning("9 +"))
    expect(warning).to_contain_text("my_eval.py, line 2: SyntaxError")
    expect(warning.locator("pre")).to_have_text("    return 9 +")
    expect(warning).to_contain_text("Version 2, the last that worked, is in use; this is version 3")
    expect(score).to_have_text("+9")
    expect_no_complaints(page)
    file.write_text(returning("-3"))
    expect(score).to_have_text("−3")
    expect(warning).to_be_hidden()
    file.write_text(returning("(board == me).sum() * 10"))
    expect(score).to_have_text("+20")
    expect(state).to_contain_text("version 5 in use")


def compares_its_versions(page: Page) -> None:
    """Fault: "Use my own evaluator" led to the weights of another one."""
    page.locator("#own-file").click()
    own = page.locator('.own-evaluator[data-evaluator="my_eval.py"]')
    expect(own.locator(".agreement")).to_contain_text("(version 4 → 5)")
    # A number that is the same for all boards, then ten for each stone, which a move adds one of.
    expect(own.locator(".opinions li").first).to_contain_text("−3 → +30")
    expect(own).to_contain_text("Play against it")


def has_a_report_on_it(page: Page) -> None:
    """Fault: it was on the evaluator in the editor, and did not say so."""
    asked: list[str] = []

    def write(route: Route) -> None:
        question = route.request.post_data_json
        assert question
        asked.append(question["evaluator"])
        tell(route, {"share": 1, "words": "written", "html": "<p>report</p>"})

    page.route("**/api/v1/report", write)
    own = page.locator('.own-evaluator[data-evaluator="my_eval.py"]')
    with page.expect_download():
        own.get_by_text("Write a report").click()
    expect(page.locator("#report-result")).to_contain_text("report.html, on my_eval.py, is")
    assert asked == ["my_eval.py"]
    expect(page.locator("#write-report")).to_have_text("Report on my center-window")


def tunes_weights(page: Page) -> None:
    turn_to(page, "evaluators")
    said, template = page.locator("#evaluator-words"), page.locator("#template")
    expect(template.locator('optgroup[label="your files"] option')).to_have_text(
        ["my_eval.py", "mine"]
    )
    template.select_option("my_eval.py")
    expect(said).to_contain_text("edit its file, and the page follows")
    template.select_option("mine")
    expect(page.locator(".term")).to_have_count(3)
    agreement = page.locator("#agreement b")
    expect(agreement).not_to_contain_text("→")
    page.locator('input[type="number"][data-weight="own"]').first.fill("60")
    expect(agreement).to_contain_text("→")
    expect(page.locator("#ranking .opinions .up")).not_to_have_count(0)
    page.locator("#evaluator-name").fill("sixty")
    page.locator("#save-evaluator").click()
    expect(said).to_contain_text("“sixty”")
    page.locator("#judge-it").click()
    expect(page.locator("#evaluator")).to_have_value("in-hand")
    expect(page.locator("#score")).to_have_text("+61")
    page.locator("#evaluator").select_option("saved:sixty")
    expect(page.locator("#score")).to_have_text("+61")


def plays_them(page: Page) -> None:
    turn_to(page, "evaluators")
    page.locator("#play-it").click()
    with page.expect_request("**/api/v1/move") as asked:
        page.keyboard.press("1")
    question = asked.value.post_data_json
    assert isinstance(question, dict)
    assert question["evaluator"]["terms"][0]["own"] == 60
    stones(page, len(MOVES) + 2)


def enters_them_in_a_tournament(page: Page) -> None:
    turn_to(page, "evaluators")
    page.locator("#enter-it").click()
    chosen = {"sixty (4), in hand", "random"}
    expect(page.locator('#entrants input[value="sixty (4), in hand"]')).to_be_checked()
    expect(page.locator("#entrants")).to_contain_text("sixty (4), saved")
    expect(page.locator("#entrants")).to_contain_text("my_eval.py (4), your files")
    for box in page.locator("#entrants input").all():
        box.set_checked(box.get_attribute("value") in chosen)
    page.locator("#rounds").fill("1")
    page.locator("#begin-tournament").click()
    expect(page.locator("#tournament-words")).to_have_text("2 of 2 games, done")
    expect(page.locator("#standings")).to_contain_text("sixty (4)")


def exports_them(page: Page, file: Path) -> None:
    """What is exported is the same evaluator, and serves as one's own file in its turn."""
    turn_to(page, "evaluators")
    here = Position.from_moves(MOVES)
    definition = downloaded(page, page.locator("#export-json")).path().read_text()
    assert from_json(json.loads(definition)).evaluate(here, Side.FIRST) == 61
    python = downloaded(page, page.locator("#export-python")).path().read_text()
    turn_to(page, "play")
    page.locator("#evaluator").select_option("my_eval.py")
    page.locator(f'.played[data-ply="{len(MOVES)}"]').click()
    expect(page.locator("#score")).to_have_text("+20")
    file.write_text(python)
    expect(page.locator("#score")).to_have_text("+61")
    expect(page.locator('#file-state [data-file="my_eval.py"]')).to_contain_text("version 6 in use")


def downloaded(page: Page, button: Locator) -> Download:
    with page.expect_download() as download:
        button.click()
    return download.value
