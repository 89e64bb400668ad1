"""The page's own tests, in node: what needs no browser is tried without one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="no node on this machine")
def test_modules_that_need_no_browser() -> None:
    assert NODE
    files = sorted(Path(__file__).parent.glob("*.test.js"))
    ran = subprocess.run([NODE, "--test", *map(str, files)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"# pass {sum(file.read_text().count('test(') for file in files)}" in ran.stdout
