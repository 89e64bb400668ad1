"""Marks as the gradebooks of Moodle and Canvas import them.

Moodle's import (Grades, Import, CSV file) asks which column identifies a user, by email address, ID
number or username, and which hold grades and feedback. Canvas' (Grades, Import) knows its columns
by name and order; students are found by ID, then SIS User ID, then SIS Login ID, then name. A mark
that is not there is an empty cell, which changes nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from kinarow.classroom.marks import ClassMarks, Mark, harmless
from kinarow.classroom.submissions.roster import Person

Rows = Iterable[Sequence[str]]

CANVAS_COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_MOODLE_IDENTIFIERS = (
    ("Email address", "email"),
    ("ID number", "number"),
    ("Username", "username"),
)


def moodle_csv(found: ClassMarks, people: Mapping[str, Sequence[Person]], assignment: str) -> bytes:
    """Identifier, mark and feedback of everyone who is known; and the roster's own columns, which
    the import leaves out unless told otherwise."""
    known = [(mark, person) for mark in found.marks for person in people.get(mark.student, ())]
    given = [
        (column, field)
        for column, field in _MOODLE_IDENTIFIERS
        if any(getattr(person, field) for _, person in known)
    ] or [_MOODLE_IDENTIFIERS[-1]]
    more = list(dict.fromkeys(name for _, person in known for name, _ in person.more))
    header = [column for column, _ in given] + [assignment, f"{assignment} feedback"]
    rows = [[*header, *map(harmless, more)]]
    for mark, person in known:
        row = [harmless(getattr(person, field)) for _, field in given]
        row += [_points(mark), harmless(feedback(mark))]
        rows.append([*row, *(harmless(dict(person.more).get(name, "")) for name in more)])
    return _csv(rows)


def canvas_csv(found: ClassMarks, people: Mapping[str, Sequence[Person]], assignment: str) -> bytes:
    """The columns of Canvas' gradebook, and one for the assignment, whose points stand in the
    second row. Any other column would be an assignment to Canvas."""
    possible = ["    Points Possible", "", "", "", "", f"{found.scheme.out_of:g}"]
    rows = [[*CANVAS_COLUMNS, assignment], possible]
    for mark in found.marks:
        for person in people.get(mark.student, ()):
            known = (person.name, person.canvas, person.sis, person.username or person.email)
            rows.append([*map(harmless, known), harmless(person.section), _points(mark)])
    return _csv(rows)


def feedback(mark: Mark) -> str:
    """What a student is told, in one line: nothing that is for the teacher alone, and of no part
    that is hidden."""
    shown = mark.as_shown()
    words = [
        f"{r.part.name}: {r.points:.1f} of {r.part.points:g} ({r.formula})" for r in shown.results
    ]
    if shown.interval is not None and len(shown.results) == len(mark.results):
        low, high = shown.interval.low, shown.interval.high
        words.insert(0, f"with other positions and openings {low:.1f} to {high:.1f}")
    if shown.verdict is not None:
        words.insert(0, f"verdict: {shown.verdict}")
    return "; ".join([*words, *shown.reasons()])


def _points(mark: Mark) -> str:
    return "" if mark.points is None else f"{mark.points:.2f}"


def _csv(rows: Rows) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode("utf-8", "backslashreplace")
