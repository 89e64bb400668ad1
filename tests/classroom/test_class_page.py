"""The page of a class and those of its students: what is on them, and what is not."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser

from kinarow.arena.ratings.elo import Estimate
from kinarow.classroom.marks import ClassMarks, Mark, PartResult
from kinarow.classroom.published.class_page import class_page, student_page
from kinarow.classroom.scheme import MarkPart, parse_scheme
from kinarow.classroom.verdicts import Verdict
from kinarow.game import Position
from kinarow.grading.grades import GradedMove
from tests.classroom.test_mark_intervals import played

SCHEME = parse_scheme("[[part]]\nopponent = 'random'\npoints = 100\n[grades]\npass = 50\nfail = 0")
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
START = Position.from_moves("4453")
MISTAKE = GradedMove(START, START.legal_moves()[0], {m: m.column - 3 for m in START.legal_moves()})


def mark(student: str, share: float) -> Mark:
    score = Estimate(share, share - 0.1, share + 0.1)
    game = replace(played(0, 1.0), moves="41424", opening="41", a=student, b=f"x{HOSTILE}")
    results = (
        PartResult(
            MarkPart(100, "random", title=f"some {HOSTILE}"), score, f"so {HOSTILE}", "x", 20, 40,
            Verdict.TIME, (f"hm {HOSTILE}",), (game,), (MISTAKE,),
        ),
    )  # fmt: skip
    return Mark(
        student, f"{student}.py", "player", results, "", (f"slow {HOSTILE}",),
        ("like the work of zoe",),
    )  # fmt: skip


FOUND = ClassMarks(
    SCHEME,
    (mark("ada", 0.4), mark("zoe", 0.8), Mark(HOSTILE, "x.py", problem=f"broken {HOSTILE}")),
    (f"a warning {HOSTILE}",),
)


class Reader(HTMLParser):
    """What a browser would make of a page: its elements, and whether each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attributes if name in ("src", "href")]
        assert not any(name.startswith("on") for name, _ in attributes)
        if tag not in ("meta", "circle", "rect", "line", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("circle", "rect", "line", "path"):
            assert self.open.pop() == tag


def read(page: bytes) -> Reader:
    reader = Reader()
    reader.feed(page.decode())
    assert reader.open == []
    return reader


def test_nothing_is_loaded_and_nothing_of_a_students_runs() -> None:
    pages = [student_page(FOUND, mark, "x") for mark in FOUND.marks]
    for page in (class_page(FOUND, f"A class {HOSTILE}"), *pages):
        reader = read(page)
        assert reader.tags.count("script") == 2
        assert "img" not in reader.tags
        assert "link" not in reader.tags
        assert all(address.startswith("#student-") for address in reader.addresses)
        assert "@import" not in page.decode()
        assert "url(" not in page.decode()


def test_the_best_come_first_with_their_intervals_and_grades() -> None:
    page = class_page(FOUND, "A class").decode()
    table = page[page.index("<tbody>") : page.index("</tbody>")]
    rows = re.findall(r"<tr>(.*?)</tr>", table)
    assert [re.findall(r"#student-\d+\">(\w+)", row) for row in rows[:2]] == [["zoe"], ["ada"]]
    assert "80.0" in rows[0]
    assert "(70.0–90.0)" in rows[0]
    assert ">pass</td>" in rows[0]
    assert ">fail</td>" in rows[1]
    assert "broken" in rows[2]


def test_a_student_sees_nothing_of_the_others() -> None:
    page = student_page(FOUND, FOUND.marks[0], "Homework").decode()
    assert "zoe" not in page
    assert "For the teacher" not in page
    assert "40.0 of 100, fail" in page
    assert "zoe" in class_page(FOUND, "Homework").decode()


def test_how_points_come_about_and_what_went_wrong_is_on_the_page() -> None:
    page = student_page(FOUND, FOUND.marks[0], "Homework").decode()
    assert "40.0 % of the points; 40.0 / 100 × 100 = 40.0 of 100" in page
    assert "How to read this" in page
    assert "0 % or less earns nothing, 100 % or more all 100" in page
    assert "asked: 20 of 40" in page
    assert ">time limit</span>" in page
    table = class_page(FOUND, "Homework").decode()
    assert table.count(">time limit</span>") >= 2
    assert ">wrong format</span>" in table  # of the one that is broken


def test_the_board_of_a_mistake_is_drawn_if_it_is_one_of_the_game() -> None:
    """Fault: pages of those without a mark had the board as `7/7/7/7/3O3/3X3`."""
    sentence = "ada.py, line 2: NameError: name 'scoer' is not defined"
    for state, is_drawn in (("drop:7x6:4 7/7/7/7/3O3/3X3", True), ("drop:4x4:3 4/4/4/X3", False)):
        broken = Mark("ada", "ada.py", problem=f"{sentence} (on the board {state})")
        found = ClassMarks(SCHEME, (broken,), ())
        for page in (class_page(found, "Homework"), student_page(found, broken, "Homework")):
            tags = read(page).tags
            assert escape(sentence) in page.decode()
            assert "(on the board" not in page.decode()
            assert ("svg" in tags, "figcaption" in tags) == (is_drawn, is_drawn)


def test_a_student_is_not_shown_what_is_hidden() -> None:
    open_part = MarkPart(40, "random")
    hidden = MarkPart(60, "first-legal", title="secret test", visibility="hidden")
    game = replace(played(0, 1.0), moves="41424", opening="41", b="first-legal")
    scheme = parse_scheme(
        "[[part]]\nopponent = 'random'\npoints = 40\n[[part]]\nopponent = 'first-legal'\n"
        "name = 'secret test'\npoints = 60\nvisibility = 'hidden'\n[grades]\npass = 50"
    )
    score = Estimate(0.5, 0.4, 0.6)
    both = (
        PartResult(open_part, score, "some", "some", 1, 1),
        PartResult(
            hidden, score, "other", "other", 1, 1, Verdict.ERROR, ("raised",), (game,), (MISTAKE,)
        ),
    )
    one = Mark("ada", "ada.py", results=both)
    found = ClassMarks(scheme, (one,))
    page = student_page(found, one, "Homework").decode()
    for secret in ("secret", "first-legal", "raised", "<figure>", "50.0 of 100", ", pass"):
        assert secret not in page
    assert "20.0 of 40 in the parts that are shown here" in page
    whole = class_page(found, "Homework").decode()
    assert "secret test" in whole
    assert "50.0 of 100, pass" in whole


def test_games_are_given_as_cells() -> None:
    page = student_page(FOUND, FOUND.marks[0], "Homework").decode()
    found = re.search(r'id="data">(.*?)</script>', page)
    assert found is not None
    data = json.loads(found.group(1))
    assert (data["columns"], data["rows"]) == (7, 6)
    ((game,),) = data["games"]
    assert game["cells"] == [3, 0, 0, 0, 3, 1, 1, 0, 3, 2]  # d1 a1 d2 b1 d3
    assert (game["opening"], game["result"], game["lines"]) == (2, "won", [])


def test_a_mistake_shows_the_move_the_right_ones_and_all_values() -> None:
    page = student_page(FOUND, FOUND.marks[0], "Homework").decode()
    assert "played 1, right 5 or 6 or 7" in page  # worth 1, 2 and 3; the first is worth −3
    figure = page[page.index("<figure>") : page.index("</figure>")]
    for value in ("-3", "-2", "-1", ">0<", "+1", "+2", "+3"):
        assert value in figure
    assert figure.count('stroke="#1d8a50"') == 3
    assert figure.count('stroke="#b8322e"') == 1


def test_the_colours_are_those_of_the_lab() -> None:
    assert "--board: light-dark(" in class_page(FOUND, "Homework").decode()
