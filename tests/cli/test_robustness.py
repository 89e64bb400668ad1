"""Output that cannot be written, input that cannot be read, functions that do not end, Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from kinarow.game import Position
from tests.running import KINAROW, Run, run_in_turn, wait_until
from tests.strategies import SOAKING

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_every_format_prints_in_every_encoding(encoding: str) -> None:
    commands = [
        ["explain", "44", "--json"],
        ["explain", "44", "--eval", "phased-traps", "--format", "markdown"],
        ["tree", "112233"],
        ["evaluators", "--json"],
    ]
    assert all(out.decode(encoding) for out in run_in_turn(commands, encoding))


def test_a_full_disk_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*KINAROW, "show"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (1, "kinarow: No space left on device\n")


def test_a_batch_that_is_no_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b"44\n\xff\xfe\n")
    done = run("evaluate", "--file", str(file))
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_a_drawn_board_can_be_read_back(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "drawing"
    file.write_text("\ufeff" + run("show", "4453").out)
    assert run("show", "--board", str(file), "--json").json == run("show", "4453", "--json").json


def test_a_function_that_cannot_be_interrupted_ends_the_command(tmp_path: Path) -> None:
    file = tmp_path / "sleepy.py"
    file.write_text("import time\ndef evaluate(b, me, o):\n    time.sleep(1000)\n    return 0\n")
    hasty = (
        "from kinarow.evaluation.user import evaluator as user\nfrom kinarow.work import deadline\n"
        "user.SECONDS_A_CALL = deadline._PATIENCE = 1.0\n"
        "from kinarow.cli.main import main\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", hasty, "evaluate", "44", "--eval", str(file)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "did not end and could not be interrupted" in done.stderr


_MATCH = ["match", "random", "minimax:depth=9", "--workers", "2"]
LONG: list[tuple[list[str], float]] = [(["perft", "14"], 1), (_MATCH, 2)]
"""Commands, and after how many seconds of processor time they are interrupted."""
if SOAKING:
    LONG.append((["grade", "minimax:depth=9", "--workers", "2"], 3))
    LONG.extend((_MATCH, 1.1 + 0.02 * step) for step in range(45))  # while its workers start


def computed(process: subprocess.Popen[str]) -> float:
    """The processor time that a command and its workers have used."""
    with contextlib.suppress(psutil.NoSuchProcess):
        family = [psutil.Process(process.pid), *psutil.Process(process.pid).children()]
        return float(sum(member.cpu_times().user for member in family))
    return 0.0


@pytest.mark.parametrize(("arguments", "seconds"), LONG)
def test_an_interrupt_ends_a_long_command_at_once(arguments: list[str], seconds: float) -> None:
    process = subprocess.Popen(
        [*KINAROW, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_until(lambda: computed(process) > seconds, "it does not compute")
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the whole group hears Ctrl-C
        out, err = process.communicate()  # uninterrupted it would take hours
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert out == ""
    assert err.strip() == "kinarow: interrupted"


def test_a_mistake_on_a_board_is_drawn(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(board, me, opponent):\n    return board[7][0]\n")
    said = run("explain", "445", "--eval", str(file))
    assert said.code == 2
    first, *drawn = said.err.splitlines()
    assert first.startswith("kinarow: mine.py, line 2: IndexError")
    assert first.endswith("on this board:")
    assert Position.from_board("\n".join(drawn[:6]), "connect4") == Position.from_moves("445")
