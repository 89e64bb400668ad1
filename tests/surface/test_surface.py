"""What users can see and what they have kept is as it was recorded."""

from __future__ import annotations

import difflib
import re
import shutil
from pathlib import Path

import pytest

from tests.running import Run
from tests.sandbox.attacking import needs_any_sandbox
from tests.surface.recording import KEPT, RECORDS, record, recorded_file

SLOW = {"built_in", "json_keys", "class_marks"}
NEXT = "if this is meant, `python -m tests.surface` records it anew, and CHANGELOG.md says it"


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in RECORDS],
)
def test_it_is_as_it_was_recorded(name: str, tmp_path: Path) -> None:
    if name == "class_marks":
        needs_any_sandbox()
    recorded = recorded_file(name).read_text(encoding="utf-8").splitlines()
    now = record(name, tmp_path).splitlines()
    changes = difflib.unified_diff(recorded, now, "recorded", "now", n=2, lineterm="")
    if shown := "\n".join(changes):
        pytest.fail(f"{name}.txt differs; {NEXT}\n{shown}", pytrace=False)


@pytest.mark.slow
def test_a_store_of_games_is_resumed_without_playing_any_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players are who they were: their names, their evaluators and a user's files."""
    shutil.copytree(KEPT, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    before, table = run("export", "games", "games.db").out, run("standings", "games.db").out
    assert len(before.splitlines()) == 40
    told = re.search(r"kinarow (tournament .*--store games\.db)", (KEPT / "README.md").read_text())
    assert told is not None
    assert run(*told[1].split()).code == 0
    assert run("export", "games", "games.db").out == before  # with the hour each ended
    assert run("standings", "games.db").out == table
