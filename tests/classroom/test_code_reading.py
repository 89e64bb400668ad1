"""Code that is made to take long to read: nobody waits for it."""

from __future__ import annotations

import os
import sys

import pytest

from kinarow.classroom.submissions import code_reading
from kinarow.classroom.submissions.code_reading import LARGEST, defines, fingerprints

pytestmark = pytest.mark.slow

BOTH = ("evaluate", "choose")
CHOOSE = b"def choose(board, me, opponent):\n    return 3\n"


def computed() -> float:
    """Seconds of computing, by this process and by readers that have ended, as the last one does
    now: on a busy machine it takes longer to wait for that."""
    code_reading._reader.end()
    return sum(os.times()[:4])


def fields(size: int) -> bytes:
    """An f-string of many fields, each of which Python compiles by itself, from the beginning."""
    return CHOOSE + b'evaluate = f"' + b"{a}" * ((size - len(CHOOSE)) // 3 - 5) + b'"\n'


@pytest.mark.parametrize(
    "bomb",
    [
        fields(1 << 20), fields(LARGEST),
        CHOOSE + b"x = " + b"-" * 60_000 + b"1\n",
        CHOOSE + b"x = " + b"(" * 60_000 + b"\n",
        CHOOSE + b"x = " + b"{{" * 30_000 + b"\n",
        CHOOSE + b"x = " + b"lambda: " * 7_000 + b"1\n",
        CHOOSE + b"x = " + b"[" * 90 + b"]" * 90 + b"\n" + b"f(a=" * 90 + b"\n",
        CHOOSE + b"if 1:\n" + b"".join(b" " * n + b"if 1:\n" for n in range(1, 99)),
    ],
    ids=["large", "fields", "minus", "open", "braces", "lambdas", "brackets", "indented"],
)  # fmt: skip
def test_a_bomb_is_read_soon_or_not_at_all(bomb: bytes) -> None:
    begun = computed()
    assert "choose" in defines(bomb, BOTH)
    fingerprints(bomb)
    assert computed() - begun < 20  # it was a minute


def test_what_does_not_name_it_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(code_reading._reader, "ask", lambda what, _: asked.append(what))
    assert defines(b"weights = [1, 2]\n", BOTH) == set()
    assert not asked
    assert defines(CHOOSE + b"evaluate = 0\n", BOTH) == set(BOTH)
    assert len(asked) == 1  # for both; and what nobody answers is looked for by its lines


def test_a_reader_that_was_ended_is_replaced() -> None:
    assert defines(CHOOSE + b"# which nobody has asked about before\n", BOTH) == {"choose"}
    process = code_reading._reader._process
    assert process is not None
    os.kill(process.pid, 9)
    process.wait()
    assert defines(CHOOSE + b"#1\n", BOTH) == {"choose"}  # by its lines, without a reader
    assert defines(b"'''\n" + CHOOSE + b"'''\n", BOTH) == set()  # by a new one
    assert code_reading._reader._process is not process


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux's")
def test_the_reader_has_a_limit_of_memory() -> None:
    import resource

    assert defines(CHOOSE + b"#2\n", BOTH) == {"choose"}
    process = code_reading._reader._process
    assert process is not None
    most, _ = resource.prlimit(process.pid, resource.RLIMIT_AS)
    assert 0 < most <= 1 << 30


def test_code_is_taken_apart_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process after the other is ended for its time, and whoever asks goes on."""
    with monkeypatch.context() as patch:
        patch.setattr(code_reading, "LARGEST", 1 << 20)
        begun = computed()
        assert defines(fields(900_000), BOTH) == set(BOTH)
    assert computed() - begun < 20
    assert defines(CHOOSE, BOTH) == {"choose"}
