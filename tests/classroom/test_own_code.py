"""What of kinarow is in a submission is told to the teacher."""

from __future__ import annotations

import re
from base64 import encodebytes
from pathlib import Path

import pytest

import kinarow
from kinarow.classroom.submissions.own_code import remarks_on_our_code
from kinarow.classroom.submissions.submissions import Submission

pytestmark = pytest.mark.slow

PACKAGE = Path(kinarow.__file__).parent
GUIDES = Path(__file__).parents[2] / "docs" / "guides" / "homework"
EVALUATORS = Path(__file__).parents[1] / "data" / "evaluators"
CALLS = """\
def choose(board, me, opponent):
    {how}
    return best(board)
"""
PLAINLY = (PACKAGE / "search" / "plain" / "limited.py").read_text()


def remarks(**files: bytes) -> list[str]:
    named = {name.replace("__", "."): content for name, content in files.items()}
    return list(remarks_on_our_code(Submission("ada", main=next(iter(named)), files=named), set()))


@pytest.mark.parametrize(
    "how",
    [
        "from kinarow.search import best", "import numpy, kinarow as k", "import kinarow",
        "k = __import__('kinarow.search')", "k = importlib.import_module('kinarow')",
    ],
)  # fmt: skip
def test_a_file_that_calls_our_search(how: str) -> None:
    assert remarks(a__py=CALLS.format(how=how).encode()) == ["imports kinarow itself"]


def test_a_copy_of_our_sources_with_other_names() -> None:
    renamed = re.sub(r"\b(position|depth|best|score|move)\b", r"my_\1", PLAINLY)
    (found,) = remarks(a__py=renamed.replace("kinarow", "mine").encode())
    assert "like kinarow's own" in found
    assert "kinarow/search/plain/limited.py" in found


def test_ours_are_read_only_where_they_may_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which takes longer than all else that is done with a small submission."""
    monkeypatch.setattr(
        "kinarow.classroom.submissions.own_code._our_fingerprints",
        lambda: pytest.fail("they were read"),
    )
    assert remarks(a__py=b"def choose(board, me, opponent):\n    return 3\n") == []
    with pytest.raises(pytest.fail.Exception):
        remarks(a__py=PLAINLY.encode())


def test_kinarow_beside_the_file() -> None:
    carried = {
        f"kinarow/{path.relative_to(PACKAGE)}": path.read_bytes()
        for path in (PACKAGE / "solver").rglob("*.py")
    }
    carried |= {"a.py": b"def choose(board, me, opponent):\n    return 3\n"}
    (found,) = [r for r in remarks(**carried) if "like" in r]
    assert re.match(r"\d+ of its files are like kinarow's own, up to 100 %", found)


def test_the_book_and_tables() -> None:
    book = (PACKAGE / "data" / "book-7x6-4.npz").read_bytes()
    learned = (PACKAGE / "data" / "evaluators" / "learned.json.gz").read_bytes()
    code = b"def choose(board, me, opponent):\n    return 3\n"
    assert remarks(a__py=code, x__bin=b"x" * 9 + book) == [
        "x.bin holds data of kinarow's own (book-7x6-4.npz)"
    ]
    assert remarks(a__py=code + b"BOOK = '''" + encodebytes(book) + b"'''\n")
    assert remarks(a__json__gz=learned)


@pytest.mark.parametrize("folder", [GUIDES, EVALUATORS])
def test_what_students_write_themselves_is_not_remarked_on(folder: Path) -> None:
    for path in folder.rglob("*.py"):
        content = path.read_bytes()
        found = ["imports kinarow itself"] if b"kinarow" in content else []
        assert remarks(a__py=content) == found, path
