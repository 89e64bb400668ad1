"""Hostile submissions in one class with fair ones, in real sandboxes: everyone gets what is theirs.

The submissions are in `tests/data/hostile/submissions`, and docs/sandbox.md has a table of them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

import kinarow
from kinarow.classroom.classroom import Classroom
from kinarow.classroom.examination.submission import SubmissionLimits
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import Mark
from kinarow.classroom.scheme import parse_scheme
from kinarow.native import cache
from kinarow.work.workers import Workers
from tests.sandbox.attacking import HOSTILE, needs_bubblewrap, processes_with
from tests.strategies import SOAKING

pytestmark = pytest.mark.slow

SCHEME = parse_scheme(
    'game = "tictactoe"\ngames = 4\ndepth = 1\n[[part]]\nopponent = "first-legal"\npoints = 100\n'
)
FAIR = ("honest.py", "zero.py")
UNREADABLE = "its process ended: what it answered cannot be read"

OUTCOMES = {
    "pickles.py": UNREADABLE,
    "floods.py": UNREADABLE,
    "enormous.py": "choose returned a value of type int that cannot be written",
    "strange_scores.py": "answered something else than a score for each board",
}
"""What their remarks or their problem say. All others play as their neighbours do."""
OUTCOMES_WHEN_SOAKING = {
    "too_few_scores.py": "answered something else than a score for each board",
    "answers_unasked.py": "answered something else than a score for each board",
    "bare_number.py": UNREADABLE,
    "nested.py": UNREADABLE,
    "fills_disk.py": "No space left on device",
    "fills_memory.py": "used more than 512 MB of memory",
    "kills_above.py": "No such process",  # there is nobody that it could reach
    "holds_processors.py": "used more than 512 MB of memory",
}
AS_HONEST = (
    "reaches_out.py",
    "multiplies.py",
    "hides_memory.py",
    *(["shadows", "solves.py"] if SOAKING else []),
)
AS_ZERO = ("patches_search.py",)


class Graded(NamedTuple):
    """A class that was marked, and where it is."""

    marks: dict[str, Mark]
    moves: dict[str, list[str]]
    """Of each student's games."""
    outside: Path
    marker: str


def _outcomes() -> dict[str, str]:
    return OUTCOMES | (OUTCOMES_WHEN_SOAKING if SOAKING else {})


def _hand_in(outside: Path, names: list[str], marker: str) -> Path:
    """Hostile submissions know where everything is."""
    folder = outside / "class"
    folder.mkdir(exist_ok=True)
    places = {"OUTSIDE": str(outside), "MARKER": marker, "REFEREE-PID": str(os.getpid())}
    for name in names:
        source = HOSTILE / "submissions" / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
            continue
        text = source.read_text()
        for word, place in places.items():
            text = text.replace(word, place)
        (folder / name).write_text(text)
    return folder


def _grade(folder: Path, outside: Path, marker: str, limits: SubmissionLimits) -> Graded:
    with Journal(":memory:") as journal:
        room = Classroom(folder, SCHEME, limits, journal)
        room.examine(Workers())
        marks = {mark.student: mark for mark in room.marks()}
        moves = {
            name: [game.moves for game in student.played(student.all_games)]
            for name, student in room.students.items()
        }
    return Graded(marks, moves, outside, marker)


LIMITS = SubmissionLimits(move_seconds=60, total_seconds=600, megabytes=512)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    needs_bubblewrap()
    outside = tmp_path_factory.mktemp("outside")
    (outside / "id_rsa").write_text("secret")
    marker = f"98765.{os.getpid()}"
    names = [*FAIR, *AS_HONEST, *AS_ZERO, *_outcomes()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOKEN-OF-CALLER", "secret")
        yield _grade(_hand_in(outside, names, marker), outside, marker, LIMITS)


def test_each_has_its_own_outcome(graded: Graded) -> None:
    for name, words in _outcomes().items():
        mark = graded.marks[Path(name).stem]
        said = " | ".join((*mark.reasons(), *mark.for_teacher))
        assert words in said, (name, said)
        assert mark.points in (None, 0)


def test_whoever_reaches_nothing_plays_as_its_neighbours(graded: Graded) -> None:
    for others, fair in ((AS_HONEST, "honest"), (AS_ZERO, "zero")):
        for name in others:
            mark = graded.marks[Path(name).stem]
            assert (mark.problem, mark.points) == ("", graded.marks[fair].points), mark
            assert graded.moves[mark.student] == graded.moves[fair]


def test_nothing_outside_is_changed(graded: Graded) -> None:
    assert not (graded.outside / "written").exists()
    kernels = cache.folder()
    assert kernels is None or not list(kernels.rglob("planted*"))
    assert "# edited" not in Path(kinarow.__file__).read_text()


def test_nothing_is_left_behind(graded: Graded) -> None:
    assert processes_with(graded.marker) == []
    assert not list(graded.outside.parent.glob("kinarow-submission-*"))


def test_a_fair_mark_does_not_depend_on_neighbours(graded: Graded, tmp_path: Path) -> None:
    alone = _grade(_hand_in(tmp_path, ["honest.py"], "0"), tmp_path, "0", LIMITS)
    mine, theirs = (
        [replace(result, games=()) for result in each.marks["honest"].results]
        for each in (alone, graded)
    )
    assert mine == theirs  # games say how long they took
    assert alone.moves["honest"] == graded.moves["honest"]


def test_waiting_for_no_move_counts_too(tmp_path: Path) -> None:
    """It would sleep 50 s before each of its games."""
    needs_bubblewrap()
    folder = _hand_in(tmp_path, ["sleeps_in_seed.py"], "0")
    limits = SubmissionLimits(move_seconds=60, total_seconds=1)
    with Journal(":memory:") as journal:
        room = Classroom(folder, SCHEME, limits, journal)
        room.examine(Workers())
        (student,), (mark,) = room.students.values(), room.marks()
    assert mark.problem == "not loaded, or no first move, within 1 s"
    assert 1 <= student.spent < 50
