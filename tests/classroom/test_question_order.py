"""The order in which positions are asked: every beginning is like the whole."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from kinarow.classroom.classroom import Classroom
from kinarow.classroom.examination.question_order import AskedPosition, in_mixed_order
from kinarow.classroom.examination.submission import SubmissionLimits
from kinarow.classroom.journal import Journal
from kinarow.classroom.scheme import PositionSet, parse_scheme
from kinarow.evaluation import OPEN_LINES
from kinarow.evaluation.written.json_files import to_json
from kinarow.game import Position
from kinarow.grading.judged_positions import Stratum
from kinarow.work.progress import silent
from kinarow.work.workers import Workers

SECRET, PUBLIC, ANY = PositionSet(True, 1), PositionSet(True, 2), PositionSet(False, 1)


def some(drawn_by: PositionSet, count: int) -> list[AskedPosition]:
    """In the order in which they are drawn: phase after phase."""
    return [
        AskedPosition(
            Position.start(), {},
            Stratum(4 * n // count, n % 2 == 0, n % 3) if drawn_by.judged else None, drawn_by,
        )
        for n in range(count)
    ]  # fmt: skip


def test_every_beginning_is_like_the_whole() -> None:
    sets = {SECRET: some(SECRET, 800), PUBLIC: some(PUBLIC, 80), ANY: some(ANY, 40)}
    order = in_mixed_order(sets, "ada's")
    assert len(order) == 920
    for end in (92, 300, 613):
        counts = Counter(asked.drawn_by for asked in order[:end])
        for drawn_by, whole in sets.items():
            assert abs(counts[drawn_by] - end * len(whole) / 920) <= 1
        strata = [asked.stratum for asked in order[:end] if asked.drawn_by == SECRET]
        kinds = Counter((s.phase, s.blind_is_right) for s in strata if s is not None)
        assert len(kinds) == 8
        assert max(kinds.values()) - min(kinds.values()) <= 1


def test_it_depends_on_the_seed_and_the_submission() -> None:
    """Where the first few were the same for all, what one run tells could be put into the next."""

    def places(drawn_by: PositionSet, submission: str = "") -> list[int]:
        drawn = some(drawn_by, 100)
        order = in_mixed_order({drawn_by: drawn}, submission)
        return [next(n for n, one in enumerate(drawn) if one is asked) for asked in order]

    assert places(SECRET) == places(SECRET)
    assert places(SECRET) != places(PUBLIC)
    assert sorted(places(SECRET)) == list(range(100))
    assert places(SECRET, "one") == places(SECRET, "one")
    assert len(set(places(SECRET, "one")[:10]) & set(places(SECRET, "other")[:10])) < 6


@pytest.mark.slow
def test_all_are_asked_the_same_each_in_an_order_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for name, indent in (("ada", 1), ("bob", 2), ("eve", 2)):
        (folder / f"{name}.json").write_text(json.dumps(to_json(OPEN_LINES), indent=indent))
    parts = "".join(f"[[part]]\npositions = {n}\npoints = 1\nname = '{n}'\n" for n in (5, 20))
    scheme = parse_scheme(f"game = 'tictactoe'\n{parts}")
    with Journal(":memory:") as journal:
        room = Classroom(folder, scheme, SubmissionLimits(), journal, tmp_path / "labels.db")
        room._solve_positions(Workers(), silent)
        ada, bob, eve = room.students.values()
        assert bob.positions == eve.positions  # who hand in the same, whatever it is called
        assert ada.positions is not None
        assert bob.positions is not None
        assert ada.positions != bob.positions
        assert {*ada.positions} == {*bob.positions}
        # The part of five has the same five for everyone.
        five: list[set[Position]] = []
        for student in (ada, bob):
            student.answers = [
                one.position.move_text(next(iter(one.labels))) for one in student.asked
            ]
            moves = [answer.move for answer in room._answers(student, room.asked[0].drawn_by, 5)]
            five.append({move.position for move in moves if move is not None})
        assert five[0] == five[1]
        assert len(five[0]) == 5
