"""What went wrong, sorted: as players' processes, referee and sandbox say it."""

from __future__ import annotations

import pytest

from kinarow.classroom.verdicts import Verdict, verdict_of, worst

SAID = {
    "": Verdict.OK,
    "out of time: more than 5 s": Verdict.TIME,
    "its process ended: its computing time was used up": Verdict.TIME,
    "a.py, line 1: evaluate did not end within 6 seconds (on the board drop:7x6:4 7)": Verdict.TIME,
    "not loaded, or no first move, within 60 s": Verdict.TIME,
    "no first move within 5 s": Verdict.TIME,
    "its process ended: it used more than 512 MB of memory": Verdict.MEMORY,
    "out of memory": Verdict.MEMORY,
    "a.py, line 3: MemoryError": Verdict.MEMORY,
    "a.py, line 3: MemoryError (on the board drop:7x6:4 7/7)": Verdict.MEMORY,
    "a.py, line 3: ValueError: out of time: more than 5 s": Verdict.ERROR,
    "a.py, line 3: Mine: it used more than 5 MB of memory": Verdict.ERROR,
    "a.py, line 3: AssertionError (on the board drop:7x6:4 7/7)": Verdict.ERROR,
    "a b, c.py, line 3: ZeroDivisionError: division by zero": Verdict.ERROR,
    "its process ended with exit code 3": Verdict.ERROR,
    "its process ended: what it answered cannot be read": Verdict.ERROR,
    "the worker that examined it was lost 3 times": Verdict.ERROR,
    "a.py, line 2: evaluate changed the board it was given (on the board x)": Verdict.ERROR,
    "a.py, line 1: SyntaxError: expected ':'": Verdict.FORMAT,
    "a.py, line 1: evaluate returned 'out of time' (str), not a number": Verdict.FORMAT,
    "a.py: choose returned [1, 2, 3], not a column counted from 0": Verdict.FORMAT,
    "a.py: evaluate is of type int, not a function of (board, me, opponent)": Verdict.FORMAT,
    "illegal move: column 3 is full": Verdict.FORMAT,
    "answered something else than a score for each board": Verdict.FORMAT,
    "broken.json, line 1: Expecting property name": Verdict.FORMAT,
    "is empty": Verdict.FORMAT,
    "a.py, line 3: ImportError: a submission may not import kinarow.solver": Verdict.FORBIDDEN,
    "a.py, line 3: ValueError: a submission may not import x": Verdict.ERROR,
    "a.py, line 3: PermissionError: [Errno 13] Permission denied: '/x'": Verdict.FORBIDDEN,
    "its process ended: it wrote more than 64 MB or too many files": Verdict.FORBIDDEN,
}


@pytest.mark.parametrize("reason", SAID)
def test_what_is_said_has_its_verdict(reason: str) -> None:
    assert verdict_of(reason) is SAID[reason]


def test_the_worst_counts() -> None:
    assert worst([]) is Verdict.OK
    assert worst([Verdict.TIME, Verdict.ERROR, Verdict.OK]) is Verdict.ERROR
    assert [str(verdict) for verdict in Verdict] == [
        "ok", "time limit", "memory", "error while running", "wrong format", "forbidden",
    ]  # fmt: skip
    assert all(verdict.meaning for verdict in Verdict)
