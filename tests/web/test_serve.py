"""The lab as people start and stop it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import pytest

from kinarow.errors import KinarowError
from kinarow.web.hosting.serve import listen
from tests.running import Run

pytestmark = pytest.mark.slow

KEPT = tempfile.TemporaryDirectory()
"""Tournaments of tests are none of the user's."""


def start_lab(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    if "--keep" not in arguments:
        arguments = (*arguments, "--keep", KEPT.name)
    process = subprocess.Popen(
        [sys.executable, "-c", "from kinarow.cli.main import main; main()", "lab", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", said)
    assert found, said
    return process, found[0]


def test_the_lab_prints_its_address_answers_and_stops_on_interrupt() -> None:
    process, address = start_lab("--port", "0")
    try:
        with urllib.request.urlopen(address) as page:
            assert b"kinarow" in page.read()
        with urllib.request.urlopen(f"{address}/api/v1/move?player=alphabeta:depth=6") as answer:
            assert answer.status == 200
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate()
    finally:
        process.kill()
        process.wait()
    assert out.strip() == "kinarow lab: stopped"
    assert process.returncode == 0


def test_a_folder_that_cannot_be_used_is_an_error_in_words(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("lab", "--keep", str(tmp_path / "file" / "inner"))
    assert done.code == 2
    assert "inner cannot be used: Not a directory" in done.err


def test_the_next_free_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port) as listener:
            assert port < listener.getsockname()[1] <= port + 50


def test_a_host_that_is_not_ours_is_an_error_in_words() -> None:
    with pytest.raises(KinarowError, match=r"cannot listen on 203\.0\.113\.1"):
        listen("203.0.113.1", 8765)
