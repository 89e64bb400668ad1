"""`kinarow tour`: the commands that it shows are those that it runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.running import Run


def test_some_stops(run: Run) -> None:
    done = run("tour", "1", "3")
    assert done.code == 0
    assert [line for line in done.out.splitlines() if line.startswith("$ ")] == [
        "$ kinarow explain 113225334464434556 --eval center-window --for first",
        "$ kinarow explain 3661535465557665173364 --eval open-lines --for first",
        "$ kinarow explain 2322344 --eval anchored-runs --for first",
        "$ kinarow explain 21235334444 --eval phased-traps --for first",
        "$ kinarow explain 3661535465557665173364 --eval square-value --for first",
        "$ kinarow solve - --moves",
    ]
    for words in ("-44", "-1250", "+420", "+89.5", "plays b1", "-2 -1  0 +1  0 -1 -2"):
        assert words in done.out


@pytest.mark.slow
def test_it_says_that_its_files_are_deleted(run: Run) -> None:
    words = "Deleted again: report.html. To keep such files: kinarow tour --keep FOLDER."
    assert words in run("tour", "6").out
    assert "Deleted" not in run("tour", "3").out


@pytest.mark.slow
def test_its_files_may_be_kept(run: Run, tmp_path: Path) -> None:
    before = Path.cwd()
    done = run("tour", "6", "--keep", str(tmp_path / "new" / "tour"))
    assert done.code == 0
    assert "Deleted" not in done.out
    assert (tmp_path / "new" / "tour" / "report.html").stat().st_size > 10_000
    assert Path.cwd() == before
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = run("tour", "6", "--keep", str(blocked / "x"))
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_a_stop_whose_extra_is_missing_is_left_out(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)  # as if it were not installed
    done = run("tour", "5")
    assert done.code == 0
    assert "Left out: fitting weights to positions needs the extra" in done.out
    done = run("tune", "open-lines", "-o", str(tmp_path / "made.json"))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "pip install 'kinarow[tune]'" in done.err
