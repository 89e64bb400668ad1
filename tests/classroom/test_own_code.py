"""What of kinarow is in a submission is told to the teacher."""

from __future__ import annotations

import re
from base64 import encodebytes
from pathlib import Path

import pytest

import kinarow
from kinarow.classroom.classroom import Classroom
from kinarow.classroom.examination.submission import SubmissionLimits
from kinarow.classroom.journal import Journal
from kinarow.classroom.scheme import parse_scheme
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
        "import \\\n        kinarow", "x = 1; import kinarow", "if True: from kinarow import best",
        "import \uff4binarow", "import numpy, \\\r\n kinarow.search",
    ],
)  # fmt: skip
def test_a_file_that_calls_our_search(how: str) -> None:
    assert remarks(a__py=CALLS.format(how=how).encode()) == ["imports kinarow itself"]


@pytest.mark.parametrize(
    ("how", "way"),
    [
        ("import __main__ as mine; best = mine.parse_player", "__main__"),
        ("k = __import__('kin' + 'arow')", "__import__"),
        ("k = importlib.import_module(NAME)", "import_module"),
        ("k = sys.modules['kinarow'[::1]]", "sys.modules"),
        ("exec(zlib.decompress(CODE))", "exec"),
        ("k = gc.get_referrers(board)[0]", "gc.get_referrers"),
        ("k = sys._getframe(3).f_globals", "sys._getframe"),
    ],
)
def test_a_file_that_gets_at_our_search_without_its_name(how: str, way: str) -> None:
    (found,) = remarks(a__py=CALLS.format(how=how).encode())
    assert found == f"reaches for code that it does not import by name ({way})"


@pytest.mark.parametrize(
    "how", ["if __name__ == '__main__': pass", "k = re.compile('x'); my.exec(1)", "execute(7)"]
)
def test_what_everyone_may_write(how: str) -> None:
    assert remarks(a__py=CALLS.format(how=how).encode()) == []


def test_the_teacher_is_told(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text(CALLS.format(how="import kinarow"))
    scheme = parse_scheme("[[part]]\nopponent = 'random'\npoints = 10")
    with Journal(":memory:") as journal:
        (mark,) = Classroom(tmp_path, scheme, SubmissionLimits(), journal).marks()
    assert mark.for_teacher == ("imports kinarow itself",)


def test_a_file_in_an_encoding_that_hides_words() -> None:
    code = CALLS.format(how="import kinarow").encode().replace(b"import", b"+AGkAbQBwAG8AcgB0-")
    assert remarks(a__py=b"# coding: utf-7\n" + code) == ["imports kinarow itself"]
    assert remarks(a__py=b"# coding: unknown\n" + code) == []


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "bomb",
    [
        ":import ", ";from ", "import_module( ", "\\\n", ":\t", "\N{COMBINING ACUTE ACCENT}\u0327",
        "\ufdfa",
    ],
)  # fmt: skip
def test_a_file_that_is_long_to_look_through_is_looked_through_soon(bomb: str) -> None:
    """None of these may take the square of its length, which would be hours."""
    code = bomb * (600_000 // len(bomb.encode()))
    assert remarks(a__py=code.encode() + b"\nimport kinarow\n")[:1] == ["imports kinarow itself"]


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
