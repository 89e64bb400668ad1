"""A lab and a Chromium for the programs that look at the lab's pages."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")


@contextmanager
def running_lab(*arguments: str) -> Iterator[str]:
    """The address of a lab that is started for it and stopped again."""
    program = [sys.executable, "-c", "from kinarow.cli.main import main; main()"]
    with tempfile.TemporaryDirectory() as kept_in:
        command = [*program, "lab", "--port", "0", "--keep", kept_in, *arguments]
        lab = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert lab.stdout is not None
            found = re.search(r"http://\S+", lab.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            lab.terminate()
            lab.wait()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that has seen nothing yet."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
