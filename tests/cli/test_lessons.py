"""`kinarow tree` as a lesson: steps in the terminal, pages and pictures for slides."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kinarow.api.lessons import lesson, textbook_lesson
from kinarow.game import Position
from kinarow.score import WIN, win_at
from kinarow.search.lesson.svg import lesson_svg
from kinarow.search.lesson.text import number_line
from tests.running import Run


def test_all_steps_are_told_where_nobody_types(run: Run) -> None:
    out = run("tree", "--textbook", "--step").out
    told = textbook_lesson()
    for number, words in enumerate(told.words, 1):
        assert f"{number:>4}/{len(told.steps)} {words}" in out
    assert out.count(" β +2\n") == 3  # b1 comes up, the rest is cut; c3 comes up
    assert "╳" in out
    assert "├─ b min ≤ +2\n│  ├─ b1 leaf +2 *\n│  ├─ b2 pruned\n" in out


def test_the_window_is_drawn_between_alpha_and_beta() -> None:
    line = number_line(0, 5, -10, 10)
    assert re.fullmatch(r"α +0 ─{24}═{12}─{12} β \+5", line), line
    assert re.fullmatch(r"α +-∞ ═{48} β \+∞", number_line(-WIN, WIN, -10, 10))
    assert re.fullmatch(r"α +win@7 ─{47}╳ β win@7", number_line(win_at(7), win_at(7), 0, 0))
    assert number_line(5, 0, -10, 10).count("╳") == number_line(0, 5, -10, 10).count("═")


@pytest.mark.parametrize(
    ("typed", "steps"), [(["", "", "q"], 3), (["a"], 23), ([""] * 22, 23), ([EOFError], 1)]
)
def test_enter_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, typed: list[object], steps: int
) -> None:
    answers: Iterator[object] = iter(typed)

    def answer(_prompt: str) -> str:
        said = next(answers)
        if said is EOFError:
            raise EOFError
        return str(said)

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setenv("NO_COLOR", "1")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    finished = run("tree", "--textbook", "--step")
    assert finished.code == 0
    assert len(re.findall(r"\d+/23 ", finished.out)) == steps
    assert list(answers) == []


def test_steps_as_json_are_those_of_python(run: Run) -> None:
    found = run("tree", "44", "--step", "--order", "bad", "--no-prune", "--json").json
    by_python = lesson(Position.from_moves("44"), depth=2, prune=False, order="bad")
    assert found == json.loads(json.dumps(by_python.to_json()))
    assert found["algorithm"] == "minimax"


def test_slides_are_written_whole(run: Run, tmp_path: Path) -> None:
    page, picture = tmp_path / "lesson.html", tmp_path / "lesson.svg"
    finished = run("tree", "--textbook", "--html", str(page), "--svg", str(picture))
    assert finished.out.startswith("23 steps written to ")
    written = page.read_text()
    assert "import " not in re.sub(r'"[^"]*"', "", written.split('<script type="module">')[1])
    assert "http" not in re.sub(r"http-equiv|http://www.w3.org/2000/svg", "", written)
    moving = ElementTree.fromstring(picture.read_text())
    words = {text.text for text in moving.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Leaf a1 is worth +3.", "≤ +2", "≥ +3", "α +3", "β +∞"} <= words


def test_a_moving_picture_ends_as_the_search_did() -> None:
    """What programs show that cannot move pictures: all that is there by the last step."""
    space = "{http://www.w3.org/2000/svg}"
    moving = ElementTree.fromstring(lesson_svg(textbook_lesson()))
    shown = [group for group in moving.iter(f"{space}g") if group.get("visibility") != "hidden"]
    words = [text.text or "" for group in shown for text in group.iter(f"{space}text")]
    assert sorted(word for word in words if word[0] in "+≤≥") == sorted(
        ["+3", "+3", "+12", "+8", "≤ +2", "+2", "+2", "+14", "+5", "+2", "+3"]
    )
    sentence = " ".join(word for word in words if " " in word and word[0] not in "≤≥")
    assert sentence == textbook_lesson().words[-1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--textbook", "--values", "[1]"], "not both"),
        (["44", "--textbook"], "a position or a tree of values"),
        (["44", "--order", "good"], "--order is for steps"),
        (["--values", "[1, []]", "--step"], "lists that are not empty"),
        (["1212121", "--step"], "the game is over"),
        (["--depth", "6", "--step", "--no-prune"], "reduce the depth"),
        (
            ["4453", "--depth", "3", "--svg", "x.svg", "--html", "x.html"],
            "200 at most: reduce the depth, or write a page",
        ),
        (["--textbook", "--html", "nowhere/at/all.html"], "there is no folder"),
    ],
)
def test_mistakes_are_told_in_words(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    finished = run("tree", *arguments)
    assert finished.code == 2
    assert words in " ".join(finished.err.replace("│", " ").split())
    assert list(tmp_path.iterdir()) == []
