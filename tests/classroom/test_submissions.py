"""What a class hands in, before any of it is run."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.classroom.examination.working_folders import working_folder
from kinarow.classroom.submissions.submissions import Submission, submissions_in
from kinarow.errors import KinarowError

pytestmark = pytest.mark.slow  # code is taken apart by another process

EVALUATE = "def evaluate(board, me, opponent):\n    return 0\n"
CHOOSE = "def choose(board, me, opponent):\n    return 3\n"


def handed_in(folder: Path, files: dict[str, str]) -> dict[str, Submission]:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return {submission.student: submission for submission in submissions_in(folder)}


def test_files_and_folders(tmp_path: Path) -> None:
    files = {
        "ada.py": EVALUATE, "Bob/my work.PY": CHOOSE, "cleo.json": "{}", "dan/main.py": EVALUATE,
        "dan/helper.py": "x = 1", "dan/data.txt": "12",
    }  # fmt: skip
    found = handed_in(tmp_path, files)
    assert list(found) == ["ada", "Bob", "cleo", "dan"]
    assert not any(submission.problem for submission in found.values())
    assert [s.kind for s in found.values()] == ["evaluator", "player", "evaluator", "evaluator"]
    assert found["Bob"].player_text(4) == "file:my_work.py"
    assert found["dan"].player_text(4) == "alphabeta:eval=main.py,depth=4"
    assert set(found["dan"].files) == {"main.py", "helper.py", "data.txt"}


DEFINES_CHOOSE = (
    "def choose(board, me, opponent): pass", "choose = best", "a, choose = 1, 2", "choose: int = 1",
    "from bot import choose", "from bot import (\n    x,\n    y as choose,\n)",
    "if True:\n    from bot import choose", "try:\n    pass\nexcept E:\n    def choose(): pass",
    "\N{BYTE ORDER MARK}def choose(board): pass", "def choose(board)\n    broken",
)  # fmt: skip
DEFINES_NO_CHOOSE = (
    "'''\nchoose = the best\n'''", "x = '''\ndef choose(): pass\n'''", "def f():\n    choose = 3",
    "[choose for choose in x]", "from bot import choose as other", "choose(3)", "x.choose = 3",
)  # fmt: skip


def test_a_file_with_choose_is_a_player() -> None:
    for texts, kind in ((DEFINES_CHOOSE, "player"), (DEFINES_NO_CHOOSE, "evaluator")):
        for text in texts:
            found = Submission("ada", main="a.py", files={"a.py": text.encode()})
            assert found.kind == kind, text


def test_a_file_that_is_hard_to_read_is_read_in_one_pass() -> None:
    """Looking for a pattern with two gaps in it would take hours."""
    source = b"from " + b" import " * 100_000 + b"\n("
    assert Submission("ada", main="a.py", files={"a.py": source}).kind == "evaluator"
    broken = b"from bot import  x, choose\n("
    assert Submission("ada", main="a.py", files={"a.py": broken}).kind == "player"


def test_the_main_file_takes_no_other_files_name(tmp_path: Path) -> None:
    files = {"ada/my eval.py": f"import my_eval\n{EVALUATE}", "ada/my_eval.py": "weight = 3\n"}
    ada = handed_in(tmp_path, files)["ada"]
    assert ada.files["my_eval.py"] == b"weight = 3\n"
    assert ada.player_text(4) == "alphabeta:eval=main_my_eval.py,depth=4"
    assert ada.content == files["ada/my eval.py"].encode()


def test_what_cannot_be_run_has_a_reason(tmp_path: Path) -> None:
    (tmp_path / "nobody").mkdir()
    (tmp_path / "large.py").write_bytes(b"#" * (17 << 20))
    files = {
        "empty.py": " \n", "ada.txt": "hello", "two/a.py": EVALUATE, "two/b.py": CHOOSE,
        "twice.py": EVALUATE, "twice.json": "{}",
    }  # fmt: skip
    found = handed_in(tmp_path, files)
    problems = {name: submission.problem for name, submission in found.items()}
    assert problems == {
        "nobody": "its folder has no .py or .json file",
        "large": "is larger than 16 MB",
        "empty": "is empty",
        "ada": "is no .py, .json or .json.gz file",
        "two": "2 files could be meant: two/a.py, two/b.py",
        "twice": "2 files could be meant: twice.json, twice.py",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes, other names")
def test_things_that_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere")
    (tmp_path / "passwords.py").symlink_to("/etc/passwd")
    (tmp_path / "everything").symlink_to("/etc")
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "a.py").symlink_to("/etc/passwd")
    (tmp_path / os.fsdecode(b"t\xefm.py")).write_text(EVALUATE)
    found = {submission.student: submission for submission in submissions_in(tmp_path)}
    assert found["pipe"].problem == "is not a file that can be read"
    for name in ("gone", "passwords", "everything"):
        assert found[name].problem == "is a link, which is not followed"
    assert found["ada"].problem == "its folder has no .py or .json file"
    assert found["t\\xefm"].problem == ""


def test_hidden_things_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    found = handed_in(
        tmp_path, {".git/config": "", "ada/.DS_Store": "x", "ada/e.py": EVALUATE, "_notes.md": ""}
    )
    assert list(found) == ["ada"]
    assert set(found["ada"].files) == {"e.py"}


def test_an_empty_folder_is_no_class(tmp_path: Path) -> None:
    with pytest.raises(KinarowError, match="holds no submissions"):
        submissions_in(tmp_path)
    with pytest.raises(KinarowError, match="No such file"):
        submissions_in(tmp_path / "nowhere")


def test_the_same_files_have_the_same_fingerprint(tmp_path: Path) -> None:
    before = handed_in(tmp_path, {"ada/e.py": EVALUATE, "ada/helper.py": "x = 1"})["ada"]
    same = handed_in(tmp_path, {})["ada"]
    assert same.fingerprint == before.fingerprint
    after = handed_in(tmp_path, {"ada/helper.py": "x = 2"})["ada"]
    assert after.fingerprint != before.fingerprint


@given(st.text(st.characters(exclude_characters="/\0", codec="utf-8"), min_size=1, max_size=40))
def test_any_name_makes_a_text_that_means_one_player(name: str) -> None:
    """Commas, colons and spaces in a file's name do not end up in the player's text."""
    with tempfile.TemporaryDirectory() as folder:
        (submission,) = handed_in(Path(folder), {f"x{name}.py": EVALUATE}).values()
        assert submission.problem == ""
        assert submission.student.isprintable()
        text = submission.player_text(3)
        file = text.removeprefix("alphabeta:eval=").removesuffix(",depth=3")
        assert file.endswith(".py")
        assert not set(file) & set(",:=/ ")
        with tempfile.TemporaryDirectory() as elsewhere:
            submission.write(Path(elsewhere))
            assert [path.name for path in Path(elsewhere).iterdir()] == [file]


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked")
def test_folders_of_processes_that_were_killed_are_removed(tmp_path: Path) -> None:
    forgotten = tmp_path / "kinarow-submission-forgotten"
    with working_folder(str(tmp_path)) as one:
        forgotten.mkdir()
        Path(one, "ada.py").write_text(EVALUATE)
        with working_folder(str(tmp_path)) as other:
            assert Path(one, "ada.py").exists()  # it is in use
            assert not forgotten.exists()
            assert one != other
    assert not list(tmp_path.iterdir())


@pytest.mark.timeout(20)
def test_what_has_the_name_of_such_a_folder_is_left_alone(tmp_path: Path) -> None:
    """Everyone can put it there; to open a pipe that nobody writes to takes for ever."""
    pipe, link = tmp_path / "kinarow-submission-pipe", tmp_path / "kinarow-submission-link"
    os.mkfifo(pipe)
    (tmp_path / "kept").mkdir()
    link.symlink_to(tmp_path / "kept")
    with working_folder(str(tmp_path)) as folder:
        assert Path(folder).parent == tmp_path
    assert {path.name for path in tmp_path.iterdir()} == {pipe.name, link.name, "kept"}
