"""Autograders: what they are made of, and one run as Gradescope runs it."""

from __future__ import annotations

import base64
import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import kinarow
from kinarow.api.classes import grade_class, write_autograder
from kinarow.arena.ratings.elo import Estimate
from kinarow.classroom.autograders.results import classroom_result, gradescope_results
from kinarow.classroom.autograders.wheel import constraints, wheel
from kinarow.classroom.autograders.writing import seed_for
from kinarow.classroom.marks import ClassMarks, Mark, PartResult
from kinarow.classroom.published.class_page import class_page, student_page
from kinarow.classroom.published.gradebooks import moodle_csv
from kinarow.classroom.scheme import MarkPart, parse_scheme
from kinarow.classroom.student_messages import kind_of_failure
from kinarow.classroom.submissions.roster import by_file_name
from kinarow.errors import KinarowError
from kinarow.native.cache import kept_in
from kinarow.sandbox.backends import Door
from kinarow.sandbox.folders import Folder
from kinarow.sandbox.sandbox import Sandbox
from tests.running import Run, wait_until
from tests.sandbox.attacking import PYTHON, needs, needs_any_sandbox
from tests.strategies import SOAKING

SCHEME = """\
game = "drop:5x4:4"
games = 4
[[part]]
positions = 8
judged = true
points = 60
[[part]]
opponent = "random"
points = 40
"""
CHOOSE = """\
def choose(board, me, opponent):
    return max((c for c in range(5) if board[0, c] == 0), key=lambda c: (board == me)[:, c].sum())
"""
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
RESULT_KEYS = {
    "score": float | int, "execution_time": int, "output": str, "output_format": str,
    "test_output_format": str, "test_name_format": str, "visibility": str,
    "stdout_visibility": str, "extra_data": dict, "tests": list, "leaderboard": list,
}  # fmt: skip
TEST_KEYS = {
    "score": float | int, "max_score": float | int, "status": str, "name": str, "name_format": str,
    "number": str, "output": str, "output_format": str, "tags": list, "visibility": str,
    "extra_data": dict,
}  # fmt: skip
LEADERBOARD_KEYS = {"name": str, "value": float | int | str, "order": str}


def check_keys(found: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    for key, value in found.items():
        assert key in known, key
        assert isinstance(value, known[key]), (key, value)
        if key in ("visibility", "stdout_visibility"):
            assert value in VISIBILITIES
        if key.endswith("_format"):
            assert value in FORMATS


def check_results(results: Mapping[str, Any]) -> None:
    """As https://gradescope-autograders.readthedocs.io/en/latest/specs/ has it."""
    check_keys(results, RESULT_KEYS)
    assert "score" in results or all("score" in test for test in results["tests"])
    for test in results["tests"]:
        check_keys(test, TEST_KEYS)
        assert test.get("status", "passed") in ("passed", "failed")
    for row in results["leaderboard"]:
        check_keys(row, LEADERBOARD_KEYS)
        assert row.get("order", "desc") in ("asc", "desc")


def marked(*marks: Mark) -> ClassMarks:
    return ClassMarks(parse_scheme("[[part]]\nopponent = 'random'\npoints = 40"), marks)


ADA = Mark(
    "ada", "ada.py", "player",
    (PartResult(MarkPart(40, "random"), Estimate(0.5, 0.4, 0.6), "10 of 20", "10/20", 20, 20),), "",
    ("slow",), ("a copy of bob's",),
)  # fmt: skip
BROKEN = Mark("bob", "bob.py", problem="is empty")


def test_results_are_as_gradescope_documents_them() -> None:
    results = gradescope_results(marked(ADA))
    check_results(results)
    assert results["score"] == 20
    assert "slow" in str(results["output"])
    assert "copy" not in json.dumps(results)  # that is for the teacher alone
    broken: Any = gradescope_results(marked(BROKEN))
    check_results(broken)
    assert broken["score"] == 0
    assert broken["tests"][0]["output"] == "wrong format: is empty"
    with pytest.raises(KinarowError, match="marks one submission"):
        gradescope_results(marked(ADA, BROKEN))


def test_parts_are_seen_when_the_scheme_says_so() -> None:
    """A hidden part counts, and is Gradescope's to hide; no word that students see tells of it."""
    score = Estimate(0.5, 0.4, 0.6)
    hidden = MarkPart(60, "first-legal", title="secret", visibility="hidden")
    later = MarkPart(20, "fixed-order", title="later", visibility="after_due_date")
    parts = (*ADA.results, *(PartResult(part, score, "", "", 2, 2) for part in (hidden, later)))
    results: Any = gradescope_results(marked(replace(ADA, results=parts)))
    check_results(results)
    assert results["score"] == 60
    assert [test["visibility"] for test in results["tests"]] == [
        "visible", "hidden", "after_due_date",
    ]  # fmt: skip
    assert "secret" not in json.dumps([results["output"], results["leaderboard"]])
    assert "30.0 of 60 " in results["output"]
    assert [row["value"] for row in results["leaderboard"]] == [30, 4.5, 20, 10]


def test_what_was_cut_off_says_that_it_is_partial() -> None:
    found = replace(marked(ADA), is_complete=False)
    results: Any = gradescope_results(found)
    check_results(results)
    assert results["output"].startswith("PARTIAL: ")
    assert results["extra_data"]["partial"] is True


def test_results_for_github_classroom() -> None:
    for mark, status, score in ((ADA, "pass", 20), (BROKEN, "error", 0)):
        result = json.loads(base64.b64decode(classroom_result(marked(mark))))
        assert (result["version"], result["status"], result["max_score"]) == (1, status, 40)
        assert sum(test["score"] for test in result["tests"]) == score


def test_the_wheel_is_this_kinarow() -> None:
    with zipfile.ZipFile(io.BytesIO(wheel())) as archive:
        names = set(archive.namelist())
        (record,) = [name for name in names if name.endswith("/RECORD")]
        rows = list(csv.reader(archive.read(record).decode().splitlines()))
        for name, digest, size in rows:
            if name != record:
                data = archive.read(name)
                found = base64.urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")
                assert (digest, int(size)) == (f"sha256={found}", len(data))
    assert {row[0] for row in rows} == names
    package = Path(kinarow.__file__).parent
    files = [
        path
        for path in package.rglob("*")
        if path.is_file() and not {"__pycache__", "built"} & {*path.parts}
    ]
    assert {f"kinarow/{path.relative_to(package).as_posix()}" for path in files} <= names
    assert not any("native/built" in name for name in names)  # it is this system's
    assert wheel() == wheel()


def test_constraints_name_one_version_of_each_thing_that_is_needed() -> None:
    found = dict(line.split("==") for line in constraints().splitlines())
    assert {"numba", "llvmlite", "numpy", "click", "starlette"} <= found.keys()
    assert "kinarow" not in found
    assert "pytest" not in found  # which only its tests need


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("autograder")
    write_autograder(folder, SCHEME, 5, labels=folder / "known.db")
    return folder


@pytest.mark.slow
def test_the_zip_has_its_scripts_at_the_root(written: Path) -> None:
    with zipfile.ZipFile(written / "gradescope.zip") as archive:
        names = archive.namelist()
        assert {"setup.sh", "run_autograder", "scheme.toml", "labels.db"} <= set(names)
        assert archive.getinfo("run_autograder").external_attr >> 16 & 0o111
    for script in ("setup.sh", "run_autograder"):
        subprocess.run(["bash", "-n", written / "gradescope" / script], check=True)
    workflow = (written / "github" / ".github" / "workflows" / "kinarow.yml").read_text()
    assert "${{ secrets.KINAROW_SEED }}" in workflow
    # Students can read that repository: neither the seed nor exact values are in it.
    names = [path.name for path in (written / "github").rglob("*")]
    assert "labels.db" not in names


def laid_out(written: Path, root: Path, submission: str) -> Path:
    """Folders as Gradescope makes them."""
    with zipfile.ZipFile(written / "gradescope.zip") as archive:
        archive.extractall(root / "source")
    for folder in ("submission", "results"):
        (root / folder).mkdir()
    if (kernels := kept_in()).exists():  # as setup.sh has compiled them; a run changes their rights
        kept = root / "source" / "cache" / "kernels" / kernels.name
        shutil.copytree(kernels, kept, ignore=shutil.ignore_patterns("*.tmp.*"))
    shutil.copy(root / "source" / "run_autograder", root)
    (root / "run_autograder").chmod(0o755)
    (root / "submission" / "my_eval.py").write_text(submission)
    return root


def run_autograder(root: Path) -> dict[str, Any]:
    begin = f"{sys.executable} {root / 'begin.py'}"
    (root / "begin.py").write_text(
        "from kinarow.cli.main import main\nif __name__ == '__main__':\n    main()\n"
    )
    environment = {**os.environ, "AUTOGRADER_ROOT": str(root), "AUTOGRADER_KINAROW": begin}
    subprocess.run(
        [root / "run_autograder"], cwd=root, env=environment, check=True, capture_output=True
    )
    results: dict[str, Any] = json.loads((root / "results" / "results.json").read_text())
    return results


@pytest.mark.slow
def test_the_seed_is_in_a_file_of_its_own(written: Path) -> None:
    with zipfile.ZipFile(written / "gradescope.zip") as archive:
        assert archive.getinfo("seed").external_attr >> 16 == 0o600
        assert archive.read("seed") == b"5\n"
    assert "5" not in (written / "gradescope" / "run_autograder").read_text().split()
    assert (written / "gradescope" / "seed").stat().st_mode & 0o777 == 0o600
    assert "seed" not in [path.name for path in (written / "github").rglob("*")]


SPY = """\
import os, sys
SECRET = {"seed", "labels.db", "scheme.toml", "run_autograder", "results.json"}
for name in ("source/seed", "source/labels.db", "source/scheme.toml", "source/run_autograder",
             "run_autograder", "submission_metadata.json", "results/results.json"):
    try:
        print(name, open(os.path.join(sys.argv[1], name)).read())
    except OSError:
        continue
for name in ("", "source", "results"):
    try:
        found = os.listdir(os.path.join(sys.argv[1], name))
    except OSError:
        continue
    print("".join(f"{name} holds {file}\\n" for file in found if file in SECRET), end="")
print(open(os.path.join(sys.argv[1], "source", "venv")).read())
"""


@pytest.mark.slow
@pytest.mark.parametrize("door", Door)
def test_no_submission_reads_what_marks_are_made_of(written: Path, door: Door) -> None:
    """Where users of their own are all there is, all that anyone may read can be read."""
    needs(door)
    if os.getuid() != 0:
        pytest.skip("Gradescope runs autograders as root")
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        root = laid_out(written, Path(name, "autograder"), CHOOSE)
        (root / "submission_metadata.json").write_text("{}")
        (root / "results" / "results.json").write_text("{}")
        (root / "source" / "venv").write_text("a library")
        environment = {**os.environ, "AUTOGRADER_ROOT": str(root), "AUTOGRADER_KINAROW": "true"}
        subprocess.run([root / "run_autograder"], env=environment, check=True)
        (root / "results" / "results.json").write_text("{}")
        shown = Folder(root) if door is Door.OWN_USER else Folder(root / "source" / "venv")
        (root / "submission" / "spy.py").write_text(SPY)
        spy = Folder(root / "submission")
        command = [PYTHON, "-I", "-S", str(spy.source / "spy.py"), str(root)]
        folders = (spy, *([] if door is Door.OWN_USER else [shown]))
        with Sandbox(folders).start(door, command) as program:
            assert program.stdout.read() == b"a library\n"


LEAKS = """\
import random
seeds = []
random.seed = seeds.append
class MyError(Exception):
    pass
MyError.__name__ = "XXOOXO"
asked = []
def choose(board, me, opponent):
    asked.append(1)
    if len(asked) < 3:  # before any game, with a seed and a board that everyone knows
        return 0
    if board.sum() == 0:
        raise ValueError(f"told {seeds} {board.tolist()}")
    raise MyError(f"told {seeds} {board.tolist()}")
"""


@pytest.mark.slow
def test_no_error_tells_of_seeds_and_boards(written: Path, tmp_path: Path) -> None:
    """The kind of an error and its line are told, of kinds that Python itself has."""
    needs_any_sandbox()
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ada.py").write_text(LEAKS)
    scheme = parse_scheme(f"seed = 5\n{SCHEME}")
    found = grade_class(folder, scheme, labels=written / "known.db")
    (ada,) = found.marks
    people = by_file_name(["ada"])
    pages = (
        student_page(found, ada, "x"), moodle_csv(found, people, "x"),
        classroom_result(found).encode(), json.dumps(gradescope_results(found)).encode(),
    )  # fmt: skip
    for page in pages:
        assert not re.search(rb"told|XXOOXO|on the board", page)
    assert "random: 2 of 4 games forfeited: ValueError in line 13" in ada.reasons()
    assert any("told" in words for words in ada.for_teacher)
    assert b"told" in class_page(found, "x")
    assert b"told" in found.to_csv()


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("a.py, line 3: ValueError: 17 (on the board 7/7)", "ValueError in line 3"),
        ("ValueError: 17", "ValueError"),
        ("a.py, line 3: XOXO: 17", "an error"),
        ("XOXO: 17", "an error"),
        ("a.py, line 33333333: ValueError", "an error"),
        ("out of time: more than 17 s", "out of time"),
        ("its process ended with exit code 17", "its process ended"),
        ("its process ended: it used more than 17 MB of memory", "its process ended"),
        ("illegal move: column 17 is full", "illegal move"),
        ("PlayerError: a.py: choose returned 'XOXO', not a column", "an answer that is none"),
        ("a.py: choose returned 'XOXO'", "an answer that is none"),
        ("answered a cell that cannot be: [17]", "an answer that is none"),
        ("", "an error"), ("\n\0", "an error"), ("x" * 10**6, "an error"),
        ("ValueErrors: x", "an error"), ("print: x", "an error"),
    ],
)  # fmt: skip
def test_what_is_told_of_an_error(reason: str, told: str) -> None:
    assert kind_of_failure(reason) == told


def test_a_seed_that_nobody_can_guess() -> None:
    drawn = {seed_for(SCHEME, None) for _ in range(3)}
    assert len(drawn) == 3
    assert all(0 <= seed < 2**59 and not warning for seed, warning in drawn)
    assert max(seed for seed, _ in drawn) > 2**50
    assert seed_for(f"seed = 7\n{SCHEME}", None)[0] == 7
    assert "found by trying" in seed_for(f"seed = 7\n{SCHEME}", None)[1]
    assert "found by trying" in seed_for(SCHEME, 123456)[1]
    assert seed_for(f"seed = 7\n{SCHEME}", 10**17) == (10**17, "")


@pytest.mark.slow
def test_one_run_as_gradescope_runs_it(written: Path, tmp_path: Path) -> None:
    """The mark is that of a class with the same seed."""
    needs_any_sandbox()
    results = run_autograder(laid_out(written, tmp_path / "autograder", CHOOSE))
    check_results(results)
    assert [test["max_score"] for test in results["tests"]] == [60, 40]
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ada.py").write_text(CHOOSE)
    scheme = parse_scheme(f"seed = 5\n{SCHEME}")
    (ada,) = grade_class(folder, scheme, labels=written / "known.db").marks
    assert results["score"] == pytest.approx(ada.points, abs=0.005)
    assert [test["score"] for test in results["tests"]] == [
        pytest.approx(result.points, abs=0.005) for result in ada.results
    ]


@pytest.mark.slow
def test_a_submission_that_cannot_be_run_and_an_autograder_that_fails(
    written: Path, tmp_path: Path
) -> None:
    root = laid_out(written, tmp_path / "autograder", "1 / 0\n")
    results = run_autograder(root)
    check_results(results)
    assert results["score"] == 0
    assert "ZeroDivisionError" in results["tests"][0]["output"]
    (root / "source" / "scheme.toml").write_text("games = 0")
    failed = run_autograder(root)
    check_keys(failed, RESULT_KEYS)
    assert failed["output"] == "The autograder failed: please tell your teacher."


@pytest.mark.slow
def test_the_command(run: Run, tmp_path: Path) -> None:
    scheme = tmp_path / "scheme.toml"
    scheme.write_text("games = 2\n[[part]]\nopponent = 'random'\npoints = 1")
    done = run("autograder", str(tmp_path / "out"), "--scheme", str(scheme))
    assert (done.code, done.err) == (0, "")
    seeds = [re.findall(r"^seed: (\d+), to be kept", done.out, re.MULTILINE)]
    assert seeds[0][0] in (tmp_path / "out" / "gradescope" / "seed").read_text()
    assert "Warning" not in done.out
    told = run("autograder", str(tmp_path / "out"), "--scheme", str(scheme), "--seed", "3")
    assert "Warning: the seed 3 can be found by trying" in " ".join(told.out.split())
    assert run("autograder", str(tmp_path / "out"), "--scheme", str(scheme)).code == 0  # again
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    refused = run("autograder", str(tmp_path / "mine"), "--scheme", str(scheme))
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "holds other files" in refused.err
    wrong = run("autograder", str(tmp_path / "new"), "--scheme", str(tmp_path / "none.toml"))
    assert (wrong.code, "No such file" in wrong.err) == (2, True)


@pytest.mark.slow
def test_a_students_own_run_gives_the_mark_of_the_class(run: Run, tmp_path: Path) -> None:
    needs_any_sandbox()
    folder = tmp_path / "class"
    (folder / "team").mkdir(parents=True)
    (folder / "ada.py").write_text(CHOOSE)
    (folder / "team" / "main.py").write_text(CHOOSE.replace("me)", "opponent)"))
    scheme = tmp_path / "scheme.toml"
    scheme.write_text(SCHEME)
    options = [
        "--scheme",
        str(scheme),
        "--seed",
        "11",
        "--labels",
        str(tmp_path / "l.db"),
        "--json",
    ]
    students = run("grade-class", str(folder), *options).json["students"]
    for student, (place, more) in zip(
        students, ((folder / "ada.py", []), (folder / "team", ["--single"])), strict=True
    ):
        (alone,) = run("grade-class", str(place), *more, *options).json["students"]
        for key in ("mark", "interval", "parts"):
            assert alone[key] == student[key]
    assert not (tmp_path / "ada.py.marks.csv").exists()
    assert {path.name for path in folder.iterdir()} == {"ada.py", "team"}
    options[3] = "12"
    other = run("grade-class", str(folder / "ada.py"), *options).json
    assert other["students"][0]["parts"] != students[0]["parts"]


SLOW = """\
import time
def choose(board, me, opponent):
    time.sleep(0.02)
    return max((c for c in range(5) if board[0, c] == 0), key=lambda c: (board == me)[:, c].sum())
"""


def started(root: Path) -> tuple[subprocess.Popen[bytes], Path]:
    """An autograder at work on more than it will be given time for."""
    scheme = root / "source" / "scheme.toml"
    scheme.write_text(scheme.read_text().replace("games = 4", "games = 2000"))
    (root / "begin.py").write_text(
        "from kinarow.classroom.examination import submission as examining\n"
        "from kinarow.cli.main import main\n"
        "examining.SECONDS_AT_ONCE = examining.SOONEST_SECONDS = 1.0\n"
        "if __name__ == '__main__':\n    main()\n"
    )
    environment = {
        **os.environ,
        "AUTOGRADER_ROOT": str(root),
        "AUTOGRADER_KINAROW": f"{sys.executable} {root / 'begin.py'}",
    }
    running = subprocess.Popen(
        [root / "run_autograder"], cwd=root, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return running, root / "results" / "results.json"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", [signal.SIGTERM, *([signal.SIGKILL] if SOAKING else [])])
def test_cut_off_from_outside_it_hands_in_what_there_was(
    written: Path, tmp_path: Path, how: signal.Signals
) -> None:
    """A container is first asked to end, and then killed with all that is in it."""
    needs_any_sandbox()
    running, results = started(laid_out(written, tmp_path / "autograder", SLOW))
    try:
        wait_until(results.exists, "no partial results were written")
        before: Any = json.loads(results.read_text())  # whole whenever it is looked at
        check_results(before)
        assert before["output"].startswith("PARTIAL: ")
        assert before["extra_data"]["partial"] is True
        if how is signal.SIGTERM:
            running.send_signal(how)
        else:
            os.killpg(running.pid, how)
        running.wait(60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    found: Any = json.loads(results.read_text())
    check_results(found)
    assert found["output"].startswith("PARTIAL: ")
    games = found["tests"][1]
    assert "time limit: " in games["output"]
    assert " of 2000 games count, the others not played" in games["output"]
    assert games["score"] > 0
