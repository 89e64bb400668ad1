"""Folders that a sandbox shows, and what lies around them."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from kinarow.sandbox.backends import Door
from kinarow.sandbox.folders import Folder
from kinarow.sandbox.sandbox import Sandbox
from tests.sandbox.attacking import PYTHON, needs

WRITE = """
import sys
for place in sys.argv[1:]:
    try:
        open(place + "/written", "w").close()
        print("written")
    except OSError:
        print("refused")
"""


@pytest.mark.slow
@pytest.mark.parametrize("door", Door)
def test_nothing_can_be_put_beside_a_folder_that_is_shown(door: Door) -> None:
    """Not even where it lies below the folder that is the sandbox's own to write in."""
    needs(door)
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        Path(place).chmod(0o755)
        shown = Path(place, "cache", "room")
        shown.mkdir(parents=True)
        program = [PYTHON, "-I", "-S", "-c", WRITE, str(shown), str(shown.parent)]
        with Sandbox((Folder(shown),)).start(door, program) as running:
            assert running.stdout.read() == b"refused\nrefused\n"
        assert [path.name for path in Path(place).rglob("*")] == ["cache", "room"]
