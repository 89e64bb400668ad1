"""Marks for Moodle and Canvas, and who is who."""

from __future__ import annotations

import codecs
import csv
import io
from pathlib import Path

import pytest

from kinarow.api.classes import MarkFiles, write_marks
from kinarow.arena.ratings.elo import Estimate
from kinarow.classroom.marks import ClassMarks, Mark, PartResult
from kinarow.classroom.published.gradebooks import canvas_csv, feedback, moodle_csv
from kinarow.classroom.scheme import MarkPart, parse_scheme
from kinarow.classroom.submissions.roster import Person, by_file_name, matched, read_roster
from kinarow.errors import KinarowError

SCHEME = parse_scheme("[[part]]\nopponent = 'random'\npoints = 40")
RESULT = PartResult(MarkPart(40, "random"), Estimate(0.5, 0.4, 0.6), "10 of 20", "10/20", 20, 20)


def marks(*students: str) -> ClassMarks:
    found = [
        Mark(name, f"{name}.py", "player", (RESULT,), "", ("slow",), ("a copy",))
        for name in students
    ]
    return ClassMarks(SCHEME, (*found, Mark("broken", "broken.py", problem="is empty")))


def rows(data: bytes) -> list[list[str]]:
    assert not data.startswith(b"\xef\xbb\xbf")  # neither expects a mark of the encoding
    return list(csv.reader(io.StringIO(data.decode())))


def roster(folder: Path, text: str) -> list[Person]:
    file = folder / "roster.csv"
    file.write_text(text)
    return read_roster(file)


def test_moodle(tmp_path: Path) -> None:
    people = roster(
        tmp_path,
        "First name,Last name,ID number,Email address\n"
        "Ada,Lovelace,17,ada@example.org\nBob,Broken,18,broken@example.org\n",
    )
    found = marks("Ada Lovelace_312_assignsubmission_file")
    known, unknown, _ = matched([mark.student for mark in found.marks], people)
    assert not unknown
    header, ada, bob = rows(moodle_csv(found, known, "Homework 3"))
    assert header == ["Email address", "ID number", "Homework 3", "Homework 3 feedback"]
    assert ada[:3] == ["ada@example.org", "17", "20.00"]
    assert "verdict: ok; " in ada[3]
    assert (
        "random: 20.0 of 40 (10 of 20: 50.0 % of the points; 50.0 / 100 × 40 = 20.0 of 40)"
        in ada[3]
    )
    assert "16.0 to 24.0" in ada[3]
    assert "slow" in ada[3]
    assert "a copy" not in ada[3]  # that is for the teacher alone
    assert bob == ["broken@example.org", "18", "", "verdict: wrong format; is empty"]


def test_canvas(tmp_path: Path) -> None:
    """Rows as Canvas' own importer wants them: five columns, then the assignment's; its points in a
    row that begins with `Points Possible`."""
    people = roster(
        tmp_path,
        "Student,ID,SIS User ID,SIS Login ID,Section,Essay (12)\n"
        "    Points Possible,,,,,10\n"
        '"Lovelace, Ada",901,u17,ada,Monday,7\n"Broken, Bob",902,u18,broken,Monday,8\n',
    )
    assert len(people) == 2
    found = marks("lovelaceada_901_4455_my_eval")
    known, _, _ = matched([mark.student for mark in found.marks], people)
    header, possible, ada, bob = rows(canvas_csv(found, known, "Homework 3"))
    assert header == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Homework 3"]
    assert possible[0].strip() == "Points Possible"
    assert possible[5] == "40"
    assert ada == ["Lovelace, Ada", "901", "u17", "ada", "Monday", "20.00"]
    assert bob[5] == ""


@pytest.mark.parametrize(
    "name",
    ["ada", "Ada_Lovelace", "ada lovelace", "ADA@example.org", "17", "lovelaceada_LATE_901_4_x"],
)
def test_whom_a_file_name_means(name: str) -> None:
    ada = Person("Lovelace, Ada", "", "ada@example.org", "17", "", "901")
    bob = Person("Bobson, Bob", "", "bob@example.org", "18", "", "902")
    assert [person.is_meant_by(name) for person in (ada, bob)] == [True, False]


def test_a_column_of_submissions_decides(tmp_path: Path) -> None:
    people = roster(tmp_path, "submission;username\nteam-1;ada\nteam-2;bob\n")
    known, unknown, _ = matched(["team-2", "ada"], people)
    assert [person.username for person in known["team-2"]] == ["bob"]
    assert unknown == ["ada"]


def test_teams_and_late_days_are_handed_on(tmp_path: Path) -> None:
    """Each member of a team gets its mark; the columns of the roster's own stand behind."""
    people = roster(
        tmp_path,
        "submission,username,student,late days,remark\n"
        "ada,ada,Ada L,2,=1+1\nada,cleo,Cleo K,,\nbroken,bob,Bob B,0,new\n",
    )
    found = marks("ada")
    known, unknown, _ = matched([mark.student for mark in found.marks], people)
    assert unknown == []
    header, *rest = rows(moodle_csv(found, known, "x"))
    assert header == ["Username", "x", "x feedback", "late days", "remark"]
    assert [(row[0], row[1], *row[3:]) for row in rest] == [
        ("ada", "20.00", "2", "'=1+1"), ("cleo", "20.00", "", ""), ("bob", "", "0", "new"),
    ]  # fmt: skip
    assert [row[0] for row in rows(canvas_csv(found, known, "x"))][2:] == [
        "Ada L",
        "Cleo K",
        "Bob B",
    ]
    file = tmp_path / "marks.csv"
    write_marks(found, MarkFiles(csv=file), roster=tmp_path / "roster.csv")
    table = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"))))
    assert [(row["student"], row["name"], row["late days"]) for row in table] == [
        ("ada", "Ada L, Cleo K", "2"), ("broken", "Bob B", "0"),
    ]  # fmt: skip


def test_other_assignments_of_a_gradebook_are_not_handed_on(tmp_path: Path) -> None:
    people = roster(tmp_path, "Student,ID,Essay (12),Late days\nAda,901,7,3\n")
    assert people[0].more == (("Late days", "3"),)


def test_what_is_hidden_is_in_no_feedback() -> None:
    hidden = PartResult(
        MarkPart(60, "first-legal", title="secret test", visibility="hidden"),
        Estimate(0.9, 0.8, 1.0), "18 of 20", "18/20", 20, 20, remarks=("only there",),
    )  # fmt: skip
    said = feedback(Mark("ada", "ada.py", results=(RESULT, hidden)))
    assert "random: 20.0 of 40" in said
    assert "secret" not in said
    assert "only there" not in said
    assert "with other positions" not in said  # of the whole mark, which would tell the rest


def test_two_of_the_same_name_are_not_guessed(tmp_path: Path) -> None:
    people = roster(tmp_path, "name,email\nAda Smith,a1@example.org\nAda Smith,a2@example.org\n")
    assert matched(["ada smith"], people) == ({}, [], ["ada smith could be Ada Smith, Ada Smith"])


def test_a_name_that_could_be_two_people_s_costs_nobody_else_anything(tmp_path: Path) -> None:
    """Eve has an address that begins with Ada's login."""
    people = tmp_path / "roster.csv"
    people.write_text("name,email,username\nAda,x@b.org,ada\nEve,ada@e.org,eve\nBob,,bob\n")
    to = MarkFiles(csv=tmp_path / "marks.csv", moodle=tmp_path / "m.csv")
    (said, _) = write_marks(marks("ada", "bob"), to, roster=people)
    assert said.startswith("of several people, and so in no gradebook: ada could be Ada, Eve; add")
    (row,) = rows((tmp_path / "m.csv").read_bytes())[1:]
    assert "bob" in row
    assert "\nada,ada.py" in (tmp_path / "marks.csv").read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "no column"), ("colour\nred\n", "no column"), ("email\n\n", "lists nobody")],
)
def test_what_is_no_roster(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(KinarowError, match=words):
        roster(tmp_path, text)
    with pytest.raises(KinarowError, match="No such file"):
        read_roster(tmp_path / "none.csv")


def test_without_a_roster_file_names_are_logins_or_addresses() -> None:
    people = by_file_name(["ada", "bob@example.org"])
    assert [person.username for person in people["ada"]] == ["ada"]
    assert [person.email for person in people["bob@example.org"]] == ["bob@example.org"]
    header, *_ = rows(moodle_csv(marks("ada"), by_file_name(["ada", "broken"]), "x"))
    assert header[0] == "Username"


def test_files_are_written_and_strangers_told(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("username\nada\n")
    to = MarkFiles(moodle=tmp_path / "m.csv", canvas=tmp_path / "c.csv", reports=tmp_path / "r")
    said = write_marks(marks("ada", "a/da"), to, roster=tmp_path / "roster.csv")
    assert said == ["not in the roster, and so in no gradebook: a/da, broken"]
    assert len(rows((tmp_path / "m.csv").read_bytes())) == 2
    names = {path.name for path in (tmp_path / "r").iterdir()}
    assert names == {"ada.html", "a_da.html", "broken.html"}


ADA = Person("Lovelace, Ada", "", "ada@example.org", "17", "ada", "901")


@pytest.mark.parametrize(
    "name", ["ada_", "_ada", "a.da", "ada-", "ada+1@example.org", "lovelace ada", "ad a", "1-7"]
)
def test_signs_belong_to_a_name(name: str) -> None:
    assert not ADA.is_meant_by(name)


def test_moodle_leaves_signs_out_of_file_names() -> None:
    anne = Person("Anne-Marie O'Neil", email="anne@example.org")
    assert anne.is_meant_by("Anne-Marie ONeil_312_assignsubmission_file_")
    assert not anne.is_meant_by("Anne-Marie ONeil")


@pytest.mark.parametrize(
    ("names", "with_roster"),
    [
        (("ada", "17"), True), (("ada", "Ada_Lovelace"), True), (("ADA", "ada"), False),
        (("ada", "ada "), False), (("ada", "ad\u00e0"), False), (("ada", "\uff41da"), False),
    ],
)  # fmt: skip
def test_who_has_two_submissions_has_no_row(
    tmp_path: Path, names: tuple[str, str], with_roster: bool
) -> None:
    """A gradebook takes the later row of two: whoever wrote it decides about another's mark."""
    roster_file = None
    if with_roster:
        roster_file = tmp_path / "roster.csv"
        roster_file.write_text(
            "name,email,id number,username\nAda Lovelace,a@b.org,17,ada\nBob,b@b.org,18,bob\n"
        )
    to = MarkFiles(moodle=tmp_path / "m.csv", canvas=tmp_path / "c.csv")
    said = write_marks(marks(*names, "bob"), to, roster=roster_file)
    assert said[0] == f"of one person, and so in no gradebook: {', '.join(names)}"
    for file in (to.moodle, to.canvas):
        assert file is not None
        cells = {cell.strip().casefold() for row in rows(file.read_bytes())[1:] for cell in row}
        assert not cells & {*map(str.casefold, names), "ada lovelace", "a@b.org"}
        assert cells & {"bob", "b@b.org"}


def test_a_formula_stays_text() -> None:
    (_, row, _) = rows(moodle_csv(marks("=1+1"), by_file_name(["=1+1", "broken"]), "x"))
    assert row[0] == "'=1+1"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x;=cmd|' C calc'!A0;y", "x;'=cmd|' C calc'!A0;y"),  # where semicolons keep cells apart
        ("x; @SUM(1)", "x; '@SUM(1)"), ("\uff1d1+1", "'\uff1d1+1"), ("\t+1", "'+1"),
        ("a-b=c; d", "a-b=c; d"),
    ],
)  # fmt: skip
def test_a_formula_stays_text_whatever_keeps_cells_apart(name: str, shown: str) -> None:
    found, people = marks(name), by_file_name([name])
    ours = found.to_csv().removeprefix(codecs.BOM_UTF8)
    tables = moodle_csv(found, people, "x"), canvas_csv(found, people, "x"), ours
    for table in tables:
        assert any(shown in row for row in rows(table)), (name, table)
