"""Who is who: submissions matched with the people of a course.

A roster is a table (CSV) with a header, as Moodle's or Canvas' own exports are, or one made by hand
with a column `submission` that says which file is whose; members of a team have the same. Columns
of its own, such as late days, are handed on.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kinarow.errors import KinarowError, shortened, told_of_file

_FIELDS = {
    "submission": ("submission", "file", "file name"),
    "name": ("student", "name", "full name"),
    "first": ("first name", "firstname"),
    "last": ("last name", "surname", "lastname"),
    "email": ("email address", "email", "e-mail"),
    "number": ("id number", "idnumber"),
    "username": ("username", "login", "sis login id"),
    "canvas": ("id", "canvas id"),
    "sis": ("sis user id",),
    "section": ("section", "group"),
}
"""What a column is called in rosters, by what it means."""

_MOODLE_DOWNLOAD = re.compile(r"(.+?)_\d+_assignsubmission_\w*")
_CANVAS_DOWNLOAD = re.compile(r"[^_]+?(?:_LATE)?_(\d+)_\d+_.*")
"""How Moodle and Canvas name the files that students handed in there."""
_ABOUT_THE_WORK = ("late", "team", "member")
"""With these begin the columns that are handed on of a gradebook of Canvas', in which all others
are marks."""
_NOT_IN_FILE_NAMES = re.compile(r"[&<>\"`|':\\/]")
"""What Moodle leaves out of them."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone of a course, as gradebooks know them; what is not known is empty."""

    name: str
    submission: str = ""
    email: str = ""
    number: str = ""
    username: str = ""
    canvas: str = ""
    sis: str = ""
    section: str = ""
    more: tuple[tuple[str, str], ...] = ()
    """Columns of the roster that mean nothing here."""

    def is_meant_by(self, student: str) -> bool:
        """Whether a submission's name is this person's."""
        if self.submission:
            return _plain(self.submission) == _plain(student)
        canvas = _CANVAS_DOWNLOAD.fullmatch(student)
        if canvas and self.canvas:
            return canvas.group(1) == self.canvas
        moodle = _MOODLE_DOWNLOAD.fullmatch(student)
        meant = _plain(moodle.group(1) if moodle else student)
        known = [
            self.name, self._name_turned(), self.email, self.email.partition("@")[0],
            self.number, self.username, self.sis,
        ]  # fmt: skip
        if moodle:
            known = [_NOT_IN_FILE_NAMES.sub("", text) for text in known]
        return meant in [_plain(text) for text in known if text]

    def _name_turned(self) -> str:
        """`Lovelace, Ada` is Ada Lovelace."""
        last, comma, first = self.name.partition(",")
        return f"{first} {last}" if comma else ""


def read_roster(path: Path) -> list[Person]:
    """The people that a file lists."""
    with told_of_file(path):
        text = path.read_text(encoding="utf-8-sig")
    try:
        return _people(text)
    except (KinarowError, csv.Error) as error:
        raise KinarowError(f"{path.name}: {error}") from None


def _people(text: str) -> list[Person]:
    first_line = text.partition("\n")[0]
    delimiter = ";" if first_line.count(";") > first_line.count(",") else ","
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    header = [cell.strip().casefold() for cell in rows[0]] if rows else []
    places = {
        field: header.index(name)
        for field, names in _FIELDS.items()
        for name in names
        if name in header
    }
    if not places:
        known = ", ".join(name for names in _FIELDS.values() for name in names[:1])
        raise KinarowError(f"no column of the roster is known: {known}")
    others = {
        place: name.strip()
        for place, name in enumerate(rows[0])
        if name.strip()
        and place not in places.values()
        and ("canvas" not in places or name.strip().casefold().startswith(_ABOUT_THE_WORK))
    }
    people = []
    for row in rows[1:]:
        values = {field: row[place].strip() for field, place in places.items() if place < len(row)}
        first, last = values.pop("first", ""), values.pop("last", "")
        name = values.pop("name", "") or f"{first} {last}".strip()
        # Canvas has a row of its own for the most points that can be had.
        if any(values.values()) or (name and "points possible" not in name.casefold()):
            more = tuple((n, row[p].strip() if p < len(row) else "") for p, n in others.items())
            people.append(Person(name or values.get("submission", ""), **values, more=more))
    if not people:
        raise KinarowError("the roster lists nobody")
    return people


def matched(
    students: Iterable[str], people: list[Person]
) -> tuple[dict[str, list[Person]], list[str], list[str]]:
    """Each submission's person, or persons, if it is a team's; the submissions that are nobody's;
    and those that could be several people's, with their names: whoever chooses a file's name, or an
    address of one's own, decides about nobody else's mark."""
    found: dict[str, list[Person]] = {}
    unknown, unclear = [], []
    for student in students:
        meant = [person for person in people if person.is_meant_by(student)]
        is_team = all(person.submission for person in meant)
        if len(meant) > 1 and not is_team:
            names = ", ".join(shortened(person.name) for person in meant[:3])
            unclear.append(f"{shortened(student)} could be {names}")
        elif meant:
            found[student] = meant
        else:
            unknown.append(student)
    return found, unknown, unclear


def handed_on(people: Iterable[Person]) -> dict[str, str]:
    """What the roster says of a submission besides: its people, and columns of its own."""
    people = list(people)
    more = {"name": ", ".join(person.name for person in people)}
    for name in dict.fromkeys(name for person in people for name, _ in person.more):
        values = (dict(person.more).get(name, "") for person in people)
        more[name] = ", ".join(dict.fromkeys(filter(None, values)))
    return more


def by_file_name(students: Iterable[str]) -> dict[str, list[Person]]:
    """Without a roster a file's name is its student's: an email address, or a login."""
    return {
        student: [
            Person(
                student,
                email=student if "@" in student else "",
                username="" if "@" in student else student,
            )
        ]
        for student in students
    }


def only_one_each(people: dict[str, list[Person]]) -> tuple[dict[str, list[Person]], list[str]]:
    """Those who have one submission; and of the others all that are theirs, one line for each
    person. Which one counts, nobody can know: of two rows a gradebook takes the later."""
    theirs: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for student, team in people.items():
        for seen in {_as_gradebooks_see(person) for person in team}:
            theirs[seen].append(student)
    several = list({tuple(found): None for found in theirs.values() if len(found) > 1})
    out = {student for found in several for student in found}
    kept = {student: team for student, team in people.items() if student not in out}
    return kept, [", ".join(map(shortened, found)) for found in several]


def _as_gradebooks_see(person: Person) -> tuple[str, ...]:
    """Whom a row means. Gradebooks cut off spaces, and their databases take letters for the same
    that differ by accents, case or width."""
    known = person.canvas, person.sis, person.number, person.email, person.username
    meant = known if any(known) else (person.name,)
    return tuple(map(_folded, meant))


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in apart if not unicodedata.combining(c) and not c.isspace())


def _plain(text: str) -> str:
    """Names as they are compared: without case, and however their words are kept apart. All other
    signs say who is meant."""
    return re.sub(r"[\s_]+", " ", unicodedata.normalize("NFC", text.strip()).casefold())
