"""A class of submissions, many of them broken: everyone gets a mark or a reason."""

from __future__ import annotations

import csv
import glob
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kinarow.api.contests import play_match
from kinarow.arena.store.store import Store
from kinarow.classroom.classroom import Classroom
from kinarow.classroom.examination import submission as examining
from kinarow.classroom.examination.question_order import AskedPosition
from kinarow.classroom.examination.submission import Examination, Findings, SubmissionLimits
from kinarow.classroom.journal import Journal
from kinarow.classroom.marks import Mark
from kinarow.classroom.scheme import PositionSet, Scheme, parse_scheme
from kinarow.classroom.verdicts import Verdict
from kinarow.errors import SandboxError
from kinarow.evaluation import OPEN_LINES
from kinarow.evaluation.written.json_files import to_json
from kinarow.game import GameSpec, Position, Side
from kinarow.players import parse_player
from kinarow.sandbox.backends import Door
from kinarow.work.workers import Workers
from tests.running import KINAROW, Run, games_in, wait_until
from tests.sandbox.attacking import needs_any_sandbox

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("sandbox")]

CHOOSE = "def choose(board, me, opponent):\n    "
FREE = "return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)\n"

SCHEME = """
game = "tictactoe"
games = 2
depth = 2
[[part]]
opponent = "first-legal"
points = 60
[[part]]
positions = 4
points = 40
[grades]
pass = 30
fail = 0
"""

FEW_GAMES = parse_scheme('game = "tictactoe"\ngames = 8\n[[part]]\nopponent = "random"\npoints = 1')

BROKEN = {
    "syntax.py": (
        "def choose(board, me, opponent)\n", "syntax.py, line 1: SyntaxError", Verdict.FORMAT
    ),
    "escapes.py": (
        "raise ValueError('\x1b[31mred\\n\x07')", r"ValueError: \x1b[31mred \x07", Verdict.ERROR
    ),
    "at_import.py": ("1 / 0", "ZeroDivisionError", Verdict.ERROR),
    "exits.py": (
        f"import os\n{CHOOSE}os._exit(3)", "its process ended with exit code 3", Verdict.ERROR
    ),
    "exits_early.py": ("import sys; sys.exit()", "SystemExit", Verdict.ERROR),
    "empty.py": ("", "is empty", Verdict.FORMAT),
    "noise.py": ("\0\1", "save it as UTF-8", Verdict.FORMAT),
    "nothing.py": ("x = 1", "no function `evaluate", Verdict.FORMAT),
    "solver.py": (
        "from kinarow.solver import Solver", "may not import kinarow.solver", Verdict.FORBIDDEN
    ),
    "relative.py": ("from . import x", "relative import", Verdict.ERROR),
    "missing.py": ("open('data.txt')", "No such file", Verdict.ERROR),
    "two/a.py": (CHOOSE + FREE, "2 files could be meant", Verdict.FORMAT),
    "notes.pdf": ("", "is no .py", Verdict.FORMAT),
    "broken.json": ("{", "broken.json, line 1", Verdict.FORMAT),
    # Those that load, and fail on the first board.
    "raises.py": (f"{CHOOSE}raise ValueError('no idea')", "raises.py, line 2", Verdict.ERROR),
    "red.py": (
        f"{CHOOSE}raise ValueError('\x1b[31mred')",
        r"red.py, line 2: ValueError: \x1b[31mred", Verdict.ERROR,
    ),
    "huge.py": (
        f"{CHOOSE}return 10**5000", "huge.py: choose returned a value of type int", Verdict.FORMAT
    ),
    "nodes.py": (
        f"{CHOOSE}from kinarow.players.player import Choice; "
        "from kinarow.players.user import from_file; "
        "from_file.Choice = lambda move, reason: Choice(move, nodes=2**80); return 0, 0",
        "answered a number of nodes that cannot be: 12089", Verdict.FORMAT,
    ),
    "text.py": (
        f"{CHOOSE}return 'middle'", "returned 'middle', not a row and a column", Verdict.FORMAT
    ),
    "outside.py": (f"{CHOOSE}return 7, 7", "there is no column 7", Verdict.FORMAT),
    "memory.py": (f"{CHOOSE}return len(bytearray(10**12))", "MemoryError", Verdict.MEMORY),
    # Not found, or where there is no bubblewrap, not permitted.
    "reads.py": (
        f"{CHOOSE}open('{{folder}}/good.py').read(); return 0, 0", "Error: [Errno ", None
    ),
    "database.py": (
        f"{CHOOSE}import sqlite3; sqlite3.connect('{{folder}}.db')",
        "unable to open database file", Verdict.ERROR,
    ),
}  # fmt: skip
"""What each is told instead of a mark, and its verdict."""
LATER = "if not board.any(): return 0, 0\n    "
FORFEITING = {
    "raises_later.py": (
        f"{LATER}raise ValueError('no idea')",
        "raises_later.py, line 3: ValueError",
        Verdict.ERROR,
    ),
    "occupied.py": (f"{LATER}return 0, 0", "illegal move", Verdict.FORMAT),
    "memory_later.py": (f"{LATER}return bytearray(10**12)", "MemoryError", Verdict.MEMORY),
}


@pytest.fixture(scope="session")
def sandbox() -> None:
    needs_any_sandbox()


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def marked(
    folder: Path, scheme: Scheme, limits: SubmissionLimits, journal: Path | str = ":memory:"
) -> dict[str, Mark]:
    with Journal(journal) as opened:
        room = Classroom(folder, scheme, limits, opened)
        room.examine(Workers())
        return {mark.file: mark for mark in room.marks()}


def test_everyone_gets_a_mark_or_a_reason(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    files = {
        name: text.format(folder=folder) if "{folder}" in text else text
        for name, (text, *_) in BROKEN.items()
    }
    files |= {name: CHOOSE + body + "\n" for name, (body, *_) in FORFEITING.items()}
    files |= {
        "two/b.py": CHOOSE + FREE,
        "good.py": CHOOSE + FREE,
        "copy of, good: (1).py": CHOOSE + FREE,
        "noisy.py": f"{CHOOSE}print('x' * 10**6); {FREE}",
        "weights.json": json.dumps(to_json(OPEN_LINES)),
        "helped/bot.py": f"from help import free\n{CHOOSE}return free(board)\n",
        "helped/help.py": f"def free(board):\n    {FREE}",
    }
    marks = marked(written(folder, files), parse_scheme(SCHEME), SubmissionLimits(move_seconds=10))
    for name, (_, reason, verdict) in BROKEN.items():
        mark = marks.get(name) or marks["two"]
        assert mark.points is None
        assert mark.games == ()
        assert reason in mark.problem, mark
        assert verdict in (mark.verdict, None), mark
    for name, (_, reason, verdict) in FORFEITING.items():
        mark = marks[name]
        assert mark.points is not None
        assert mark.results[0].score.value < 1
        in_full = [*mark.reasons(), *mark.for_teacher]
        assert any(reason in remark for remark in in_full), mark
        assert mark.verdict is verdict
    # Who takes the first free cell against one who does so too wins when moving first: 0, 2, 4, 6.
    for name in ("good.py", "copy of, good: (1).py", "noisy.py", "helped/bot.py"):
        games = marks[name].results[0]
        assert games.result == "Wins: 1 | Ties: 0 | Losses: 1 | Points: 1.0/2"
        assert games.points == 30
    assert marks["good.py"].for_teacher == ("the same file as copy of, good: (1)",)
    assert marks["good.py"].reasons() == []
    assert marks["good.py"].verdict is Verdict.OK
    # The games are those of a match.
    player, opponent = f"alphabeta:eval={folder / 'weights.json'},depth=2", "first-legal"
    played = play_match(
        parse_player(player), parse_player(opponent), GameSpec.parse("tictactoe"), games=2
    )
    assert marks["weights.json"].results[0].result == played.line()


def test_time_that_is_used_up(tmp_path: Path) -> None:
    def mark_of(source: str, limits: SubmissionLimits) -> Mark:
        folder = tmp_path / str(limits)
        (mark,) = marked(written(folder, {"a.py": source}), FEW_GAMES, limits).values()
        return mark

    hangs = mark_of("while True: pass\n", SubmissionLimits(starting_seconds=1))
    assert hangs.problem == "not loaded, or no first move, within 1 s"
    slow = mark_of(
        f"import time\n{CHOOSE}time.sleep(0.2)\n    {FREE}", SubmissionLimits(50, total_seconds=1)
    )
    assert "its 1 s in all were used up" in slow.remarks
    assert slow.verdict is Verdict.TIME
    stops = mark_of(
        f"{CHOOSE}while board.any(): pass\n    {FREE}", SubmissionLimits(move_seconds=1)
    )
    assert "3 of 8 games forfeited: out of time: more than 1 s" in stops.for_teacher
    assert "time limit: 2 of 8 games count, the others not played" in stops.reasons()
    assert (stops.points, stops.verdict) == (0, Verdict.TIME)
    ends = mark_of(
        f"import os\n{CHOOSE}if board.any(): os._exit(3)\n    {FREE}", SubmissionLimits(50)
    )
    assert "5 games not played, and so lost" in ends.reasons()
    assert (ends.points, ends.verdict) == (0, Verdict.ERROR)


def test_who_fails_on_the_first_board_plays_no_game(tmp_path: Path) -> None:
    """An evaluator is told so as well as a player; the class goes on."""
    evaluate = "def evaluate(board, me, opponent):\n    "
    folder = written(
        tmp_path / "class",
        {
            "ada.py": f"{evaluate}return score",
            "bob.py": f"{CHOOSE}return board.tolist().index(5)",
            "cleo.py": CHOOSE + FREE,
        },
    )
    with Journal(":memory:") as journal:
        room = Classroom(folder, parse_scheme(SCHEME), SubmissionLimits(), journal)
        room.examine(Workers())
        ada, bob, cleo = room.marks()
        players = {game.a for game in journal.games.values()}
    assert "ada.py, line 2: NameError" in ada.problem
    assert "bob.py, line 2: ValueError" in bob.problem
    assert (ada.verdict, bob.verdict, cleo.verdict) == (Verdict.ERROR, Verdict.ERROR, Verdict.OK)
    assert players == {"cleo.py"}


def test_what_gets_ready_at_its_second_use_has_the_time_for_that(tmp_path: Path) -> None:
    """As a function that is compiled when it is first asked about many boards."""
    source = """
import time
calls = 0
def evaluate(board, me, opponent):
    global calls
    calls += 1
    if calls == 2:
        time.sleep(1.5)
    return 0
"""
    folder, limits = written(tmp_path / "class", {"a.py": source}), SubmissionLimits(1.0)
    (mark,) = marked(folder, FEW_GAMES, limits).values()
    assert (mark.problem, mark.verdict) == ("", Verdict.OK)


class Fragile(Workers):
    """Do jobs here, and are broken by one of them."""

    def submit(self, function, job, /):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        if job.submission.student == "bob":
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(function(job))
        return future


def test_a_worker_that_is_lost_costs_nobody_else_anything(tmp_path: Path) -> None:
    """A submission that ends its worker gets a reason, the others get their marks."""
    folder = written(
        tmp_path / "class", {f"{name}.py": CHOOSE + FREE for name in ("ada", "bob", "cleo")}
    )
    with Journal(":memory:") as journal:
        room = Classroom(folder, FEW_GAMES, SubmissionLimits(), journal)
        room.examine(Fragile())
        ada, bob, cleo = room.marks()
    assert ada.points is not None
    assert cleo.points is not None
    assert bob.problem == "the worker that examined it was lost 3 times"


@pytest.mark.slow
def test_a_busy_machine_is_spoken_of(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text(CHOOSE + FREE)
    scheme = parse_scheme("[[part]]\nopponent = 'random'\npoints = 1")
    with Journal(":memory:") as journal:
        room = Classroom(tmp_path, scheme, SubmissionLimits(), journal)
        (ada,) = room.students.values()
        for waited, spent, said in ((9, 1, 0), (30, 80, 0), (30, 40, 1)):
            ada.kept_waiting = 0
            ada.keep(Findings(spent=spent, kept_waiting=waited / 2))
            ada.keep(Findings(spent=spent, kept_waiting=waited / 2))
            ada.spent = spent
            assert len(room.warnings()) == said
    assert "submissions waited 30 s for a processor" in room.warnings()[0]


def test_a_machine_that_fails_is_nobodys_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sandbox that does not start costs one row, and is tried again; without any, the worker
    refuses."""
    folder = written(tmp_path / "class", {f"{name}.py": CHOOSE + FREE for name in ("ada", "bob")})
    real = examining._examine

    def fails_for_bob(job: Examination, *others: Any) -> Findings:
        if job.submission.student == "bob":
            raise SandboxError("no room for a sandbox")
        return real(job, *others)

    journal = tmp_path / "games.db"
    with monkeypatch.context() as patched:
        patched.setattr(examining, "_examine", fails_for_bob)
        marks = marked(folder, FEW_GAMES, SubmissionLimits(), journal)
    assert marks["bob.py"].problem == "no room for a sandbox"
    assert marks["ada.py"].points is not None
    again = marked(folder, FEW_GAMES, SubmissionLimits(), journal)
    assert again["bob.py"].points == again["ada.py"].points
    assert again["ada.py"] == marks["ada.py"]

    def none_here() -> Door:
        raise SandboxError("no sandbox on this worker")

    monkeypatch.setattr(examining, "find_sandbox", none_here)
    with pytest.raises(SandboxError, match="no sandbox on this worker"):
        marked(folder, FEW_GAMES, SubmissionLimits(), ":memory:")


def test_who_has_played_and_used_up_its_time_keeps_its_games(tmp_path: Path) -> None:
    folder = written(tmp_path / "class", {"ada.py": CHOOSE + FREE})
    with Journal(":memory:") as journal:
        room = Classroom(folder, parse_scheme(SCHEME), SubmissionLimits(), journal)
        (ada,) = room.students.values()
        start = Position.start("tictactoe")
        ada.ask_about([AskedPosition(start, {}, None, PositionSet(False, 0))] * 4)
        findings = examining.examine(replace(ada.examination(), spent=300.0))
    assert findings.problem == ""
    assert findings.games == ()
    assert findings.answers == ()


def test_results_are_played_again_before_they_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written(tmp_path / "class", {"ada.py": CHOOSE + FREE})
    real = examining._examine

    def turned(job: Examination, *others: Any) -> Findings:
        findings = real(job, *others)
        last = findings.games[-1]
        assert last.follows_from_moves()
        false = replace(last, winner=last.winner.other if last.winner else Side.FIRST)
        assert not replace(last, moves=f"{last.moves} a1").follows_from_moves()
        return replace(findings, games=(*findings.games[:-1], false))

    # Who chooses its own moves needs no search, which takes long to load.
    monkeypatch.setattr(examining, "_get_ready", lambda: pytest.fail("a search was loaded"))
    monkeypatch.setattr(examining, "_examine", turned)
    (mark,) = marked(folder, FEW_GAMES, SubmissionLimits()).values()
    assert mark.problem == "a worker sent a game whose result does not follow from its moves"


def test_what_is_known_is_not_asked_again(tmp_path: Path) -> None:
    """An edited submission is examined anew, and so is everyone under other limits."""
    folder = written(
        tmp_path / "class",
        {"ada.py": CHOOSE + FREE, "bob.py": CHOOSE + FREE + "# bob", "cleo.py": "1 / 0"},
    )
    scheme, journal = parse_scheme(SCHEME), tmp_path / "games.db"
    first = marked(folder, scheme, SubmissionLimits(), journal)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kinarow.classroom.classroom.examine", lambda job: pytest.fail("asked again"))
        assert marked(folder, scheme, SubmissionLimits(), journal) == first
        with pytest.raises(pytest.fail.Exception):
            marked(folder, scheme, SubmissionLimits(starting_seconds=50), journal)
    written(folder, {"bob.py": CHOOSE + FREE + "# and more", "cleo.py": CHOOSE + FREE})
    second = marked(folder, scheme, SubmissionLimits(), journal)
    assert second["cleo.py"].points == second["ada.py"].points == first["ada.py"].points
    with Store(journal) as store:
        players = [game.a for game in store.games()]
    assert sorted(players) == ["ada.py"] * 2 + ["bob.py"] * 4 + ["cleo.py"] * 2


def test_interrupted_while_positions_are_solved(tmp_path: Path) -> None:
    """Who has played all games already, by an earlier scheme, is not done."""
    folder = written(tmp_path / "class", {"ada.py": CHOOSE + FREE})
    games_only = SCHEME.replace("[[part]]\npositions = 4\npoints = 40\n", "")
    marked(folder, parse_scheme(games_only), SubmissionLimits(), tmp_path / "games.db")

    def interrupt(share: float, words: str) -> None:
        raise KeyboardInterrupt

    with Journal(tmp_path / "games.db") as journal:
        room = Classroom(folder, parse_scheme(SCHEME), SubmissionLimits(), journal)
        with pytest.raises(KeyboardInterrupt):
            room.examine(Workers(), interrupt)
        (ada,) = room.marks()
    assert ada.problem == "not examined to the end yet: the same command resumes"


COMMAND = ["--move-seconds", "20", "--workers", "2"]


def ended_by(store: Path) -> dict[str, str]:
    with closing(sqlite3.connect(store)) as connection:
        return dict(connection.execute("SELECT key, ended FROM games").fetchall())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_it_goes_on_where_it_was(tmp_path: Path) -> None:
    slow = f"import time\n{CHOOSE}time.sleep(0.05)\n    {FREE}"
    files = {f"student{number}.py": f"{slow}# {number}\n" for number in range(4)}
    written(tmp_path / "class", {**files, "broken.py": "1 / 0"})
    (tmp_path / "scheme.toml").write_text(SCHEME)
    command = [*KINAROW, "grade-class", "class", "--scheme", "scheme.toml", "--json", *COMMAND]
    store = tmp_path / "class.games.db"
    running = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    wait_until(lambda: games_in(store) >= 2, "no games were played")
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    assert not (tmp_path / "class.marks.csv").exists()
    before = ended_by(store)
    assert 2 <= len(before) < 8
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    after = ended_by(store)
    assert len(after) == 8
    assert before.items() <= after.items()  # none of those was played again
    students = json.loads(done.stdout)["students"]
    assert [s["student"] for s in students if s["mark"] is None] == ["broken"]
    assert len({s["mark"] for s in students}) == 2  # all the others are alike


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_it_leaves_no_files_behind(tmp_path: Path) -> None:
    passing = tmp_path / "passing"
    passing.mkdir()
    body = f"import time\n{CHOOSE}time.sleep(0.2)\n    {FREE}"
    written(tmp_path / "class", {f"{name}.py": f"{body}# {name}\n" for name in ("ada", "bob")})
    (tmp_path / "scheme.toml").write_text(SCHEME.replace("games = 2", "games = 400"))
    running = subprocess.Popen(
        [*KINAROW, "grade-class", "class", "--scheme", "scheme.toml", *COMMAND],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TMPDIR": str(passing)},
    )  # fmt: skip
    wait_until(lambda: list(passing.rglob("*.py")), "no submission was examined")
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()
    assert (running.returncode, err) == (130, "")
    assert out.endswith("interrupted: 2 of 2 not examined to the end; the same command resumes\n")
    rows = list(csv.DictReader((tmp_path / "class.marks.csv").read_text("utf-8-sig").splitlines()))
    assert [(row["student"], row["mark"], row["verdict"]) for row in rows] == [
        ("ada", "", ""), ("bob", "", ""),
    ]  # fmt: skip
    assert not list(passing.glob("kinarow-submission-*"))


def test_the_command(run: Run, tmp_path: Path) -> None:
    folder = written(
        tmp_path / "class",
        {"ada.py": CHOOSE + FREE, "=1+1.py": "1 / 0", "bob.py": "raise Exception('a\\nb')"},
    )
    (tmp_path / "scheme.toml").write_text(SCHEME)
    options = ["--scheme", str(tmp_path / "scheme.toml"), "--workers", "1"]
    done = run("grade-class", str(folder), *options)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[:3] == [
        "1: first-legal, 60 points",
        "2: right moves, 40 points",
        "student              verdict              mark  grade           1            2",
    ]
    assert "1 of 3 marked" in done.out
    as_json = run("grade-class", str(folder), *options, "--json").json
    assert as_json["out_of"] == 100
    rows = list(csv.DictReader(io.StringIO((tmp_path / "class.marks.csv").read_text("utf-8-sig"))))
    assert [row["student"] for row in rows] == ["'=1+1", "ada", "bob"]
    assert [row["mark"] for row in rows][::2] == ["", ""]
    (ada,) = [s for s in as_json["students"] if s["student"] == "ada"]
    assert float(rows[1]["mark"]) == pytest.approx(ada["mark"], abs=0.005)
    assert rows[1]["grade"] == ada["grade"] == "pass"
    assert ada["mark"] == sum(part["points"] for part in ada["parts"])
    assert rows[1]["first-legal result"] == "Wins: 1 | Ties: 0 | Losses: 1 | Points: 1.0/2"
    assert rows[2]["remarks"] == "bob.py, line 1: Exception: a b"


def test_an_opponent_that_fails_is_spoken_of(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    part = "[[part]]\nopponent = 'file:crash.py'\npoints = 1"
    scheme = f"game = 'tictactoe'\ngames = 2\n{part}"
    written(tmp_path, {"crash.py": f"{CHOOSE}raise ValueError", "scheme.toml": scheme})
    written(tmp_path, {"class/ada.py": CHOOSE + FREE, "class/bob.py": f"{CHOOSE}{FREE}# bob"})
    done = run("grade-class", "class", "--scheme", "scheme.toml")
    words = "games won because the opponent failed: file:crash.py: crash.py, line 2: ValueError"
    assert done.out.count(f"    2 of 2 {words}") == 2
    assert f"\nWarning: 4 of 4 {words}" in done.out
    assert (tmp_path / "class.marks.csv").read_text().count(f"2 of 2 {words}") == 2
    as_json = run("grade-class", "class", "--scheme", "scheme.toml", "--json").json
    assert [warning.startswith(f"4 of 4 {words}") for warning in as_json["warnings"]] == [True]


def test_an_opponent_that_goes_by_the_clock_is_spoken_of(tmp_path: Path) -> None:
    """A submission that keeps the machine busy meanwhile has it look less far."""
    written(tmp_path, {"ada.json": json.dumps(to_json(OPEN_LINES))})
    words = []
    for limit in ("depth=2", "nodes=50", "depth=4,seconds=0.2"):
        scheme = parse_scheme(f"[[part]]\nopponent = 'alphabeta:{limit}'\npoints = 1")
        with Journal(":memory:") as journal:
            words.append(Classroom(tmp_path, scheme, SubmissionLimits(), journal).warnings())
    assert words[:2] == [[], []]
    assert "goes by the clock" in words[2][0]


def test_what_we_put_into_the_folder_is_no_submission(run: Run, tmp_path: Path) -> None:
    marks, folder = tmp_path / "marks.csv", tmp_path / "class"
    written(folder, {"ada.py": "1 / 0", "scheme.toml": SCHEME})
    command = ["grade-class", str(folder), "-o", str(marks)]
    for option, name in (("--scheme", "scheme.toml"), ("--store", "g.db")):
        command += [option, str(folder / name)]
    for _ in range(2):
        students = run(*command, "--json").json["students"]
        assert [student["student"] for student in students] == ["ada"]
    assert {path.name for path in folder.iterdir()} == {"ada.py", "scheme.toml", "g.db"}


MISTAKES = {
    "no folder": ([], "FOLDER is missing"),
    "a folder that is not there": (["nowhere"], "does not exist"),
    "a scheme that is not there": ([".", "--scheme", "no.toml"], "No such file"),
    "marks that go nowhere": ([".", "-o", "nowhere/marks.csv"], "there is no folder nowhere"),
    "marks over a submission": ([".", "-o", "a.py"], "lies in the folder of the submissions"),
    "marks beside a submission": (["sub", "-o", "sub/m.csv"], "lies in the folder of the subm"),
    "marks over a text": (["sub", "-o", "text.txt"], "text.txt exists and is not a file of marks"),
    "marks over the scheme": (
        ["sub", "--scheme", "human.toml", "-o", "./human.toml"],
        "human.toml cannot hold both the marks and the scheme",
    ),
    "marks over the games": (
        ["sub", "-o", "x.db", "--store", "x.db"],
        "x.db cannot hold both the marks and the games",
    ),
    "nobody's work": (["empty"], "empty holds no submissions"),
    "a store that is none": ([".", "--store", "text.txt"], "is not a database of games"),
    "a person": ([".", "--scheme", "human.toml"], "plays only in `kinarow play`"),
    "an unknown opponent": ([".", "--scheme", "nobody.toml"], "no player 'nobody'"),
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_mistakes_are_one_line(
    kind: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    part = "[[part]]\npoints = 1\nopponent = "
    written(tmp_path, {"a.py": CHOOSE + FREE, "text.txt": "no database " * 100})
    written(tmp_path / "sub", {"a.py": CHOOSE + FREE})
    (tmp_path / "empty").mkdir()
    written(tmp_path, {"human.toml": f"{part}'human'", "nobody.toml": f"{part}'nobody'"})
    arguments, words = MISTAKES[kind]
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    done = run("grade-class", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before
    assert not list(tmp_path.parent.glob(f"{glob.escape(tmp_path.name)}.*"))


@pytest.mark.skipif(sys.platform != "linux", reason="other devices")
def test_marks_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    folder = str(written(tmp_path / "class", {"a.py": CHOOSE + FREE}))
    for file, words in (
        ("/dev/null", "exists and is not a file of marks"),
        ("/proc/x.csv", "be made"),
    ):
        done = run("grade-class", folder, "-o", file)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert f"{file} " in done.err
        assert words in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["class"]
