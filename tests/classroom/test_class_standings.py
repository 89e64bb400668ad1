"""`kinarow standings` of a class's journal: everyone once, by what was handed in last."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinarow import grade_class, standings
from kinarow.arena.store.store import Store
from kinarow.classroom.scheme import parse_scheme
from tests.running import Run

pytestmark = pytest.mark.slow

SCHEME = parse_scheme(
    'game = "tictactoe"\ngames = 2\n[[part]]\nopponent = "first-legal"\npoints = 1'
)
WRONG = (  # but not on the first board, or it would not play at all
    "def choose(board, me, opponent):\n    assert not board.any()\n    return 0, 0\n"
)
RIGHT = (
    "def choose(board, me, opponent):\n"
    "    return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)\n"
)


def grade(folder: Path, files: dict[str, str], journal: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    grade_class(folder, SCHEME, journal=journal, trust=True)


def test_a_class_that_was_marked_again_is_ranked_by_its_current_submissions(
    tmp_path: Path, run: Run
) -> None:
    folder, journal = tmp_path / "class", tmp_path / "games.db"
    files = {"ada.py": RIGHT, "bob.py": WRONG, "carol/first.py": RIGHT, "dan.py": RIGHT}
    grade(folder, files, journal)
    (folder / "carol/first.py").unlink()
    (folder / "dan.py").unlink()  # he left the course
    # What Bob hands in now is Ada's code.
    grade(folder, {"bob.py": RIGHT, "carol/second.py": RIGHT}, journal)

    told = run("standings", str(journal), "--json").json
    points = {row["player"]: (row["points"], row["games"]) for row in told["standings"]}
    # Who takes the first free cell against one who does so too wins when moving first.
    once = (1, 2)
    assert points == {
        "ada.py": once,
        "bob.py": once,
        "carol/second.py": once,
        "first-legal": (3, 6),
    }
    not_counted = {"older": 6, "players": ["bob.py", "carol/first.py", "dan.py"]}
    assert told["not_counted"] == not_counted | {"unused_by_test": 0}
    said = run("standings", str(journal)).out
    assert "Left out: 6 games of versions that were replaced or withdrawn, of bob.py, carol" in said
    assert standings(journal, everything=True).games == 12

    # Back to what was first handed in: nothing is played again, and what counts is what is there.
    with Store(journal) as store:
        first = [game for game in store.games() if game.a == "bob.py" and game.is_forfeit]
    grade(folder, {"bob.py": WRONG}, journal)
    (table,) = standings(journal).tournaments.values()
    assert [game for game in table.games if game.a == "bob.py"] == first


def test_one_submission_marked_alone_leaves_the_others_current(tmp_path: Path) -> None:
    folder, journal = tmp_path / "class", tmp_path / "games.db"
    grade(folder, {"ada.py": RIGHT, "bob.py": RIGHT}, journal)
    (folder / "bob.py").write_text(WRONG)
    grade_class(folder / "bob.py", SCHEME, journal=journal, trust=True)
    (table,) = standings(journal).tournaments.values()
    points = {row.player: row.points for row in table.standings()}
    assert points == {"ada.py": 1, "bob.py": 0, "first-legal": 3}
    assert standings(journal).not_counted.players == ("bob.py",)
