"""`kinarow solve` and `kinarow book`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import KINAROW, Run, kinarow_noting, wait_until


def test_a_board_a_sentence_and_scores_under_the_columns(run: Run) -> None:
    out = run("solve", "--moves").out
    assert "wins at move 41; best move: 4" in out
    assert "-2 -1  0 +1  0 -1 -2" in out


def test_the_keys_that_scripts_rely_on(run: Run) -> None:
    result = run("solve", "4453", "--moves", "--line", "--json").json
    assert (result["solved"], result["score"], result["outcome"]) == (True, -2, "loss")
    assert (result["low"], result["high"], result["plies"]) == (-2, -2, 36)
    assert max(result["moves"].values()) == -2
    assert len(result["line"]) == 36
    assert {"nodes", "seconds"} <= result.keys()


def test_without_gravity_there_is_no_score(run: Run) -> None:
    result = run("solve", "--game", "tictactoe", "a1", "--moves", "--json").json
    assert (result["score"], result["outcome"], result["solved"]) == (None, "draw", True)
    assert [move for move, outcome in result["moves"].items() if outcome == "draw"] == ["b2"]
    assert "draw: b2" in run("solve", "--game", "tictactoe", "a1", "--moves").out


def test_a_finished_game_is_said_to_be_finished(run: Run) -> None:
    assert "the game is over" in run("solve", "1212121").out
    result = run("solve", "1212121", "--json").json
    assert (result["over"], result["outcome"], result["plies"]) == (True, "loss", 0)


def test_too_large_is_not_solved(run: Run) -> None:
    finished = run("solve", "--game", "gomoku", "--nodes", "100")
    assert finished.code == 0
    assert "not solved: between a draw and a win" in finished.out
    result = run("solve", "--no-book", "--nodes", "5000", "--json").json
    assert (result["solved"], result["score"], result["outcome"]) == (False, None, None)
    assert result["low"] <= 1 <= result["high"]


def test_a_batch_is_one_line_each_in_order(run: Run, tmp_path: Path) -> None:
    batch = tmp_path / "positions"
    batch.write_text("4453\n-\n1212121\n44444\n")
    assert run("solve", "--file", str(batch)).out.split() == ["-2", "+1", "-18", "-1"]
    lines = run("solve", "--file", str(batch), "--json").out.splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["score"] for row in rows] == [-2, 1, -18, -1]
    weak = run("solve", "--weak", "--file", str(batch), "--moves", "--json").out.splitlines()
    assert [json.loads(line)["outcome"] for line in weak] == ["loss", "win", "loss", "loss"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="terminals")
def test_no_bar_is_drawn_where_lines_are_printed(tmp_path: Path) -> None:
    (tmp_path / "positions").write_text("4453\n-\n")
    ours, theirs = os.openpty()
    command = [*KINAROW, "solve", "--file", "positions", "--workers", "1"]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, cwd=tmp_path) as running:
        os.close(theirs)
        shown = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    assert running.returncode == 0
    assert shown.split() == [b"-2", b"+1"]


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # how Linux says that nobody writes any more
        return b""


@pytest.mark.parametrize(
    "arguments",
    [("9",), ("--threads", "0"), ("--memory", "0"), ("--nodes", "-1"), ("--game", "drop:0x0:4")],
)
def test_mistakes_are_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    finished = run("solve", *arguments)
    assert finished.code == 2
    assert finished.err.count("\n") == 1
    assert "Traceback" not in finished.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_it_says_what_is_proven(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    command = kinarow_noting("kinarow.cli.solve:_tell", begun)
    process = subprocess.Popen(
        [*command, "solve", "--no-book", "--json"], stdout=subprocess.PIPE, text=True
    )
    wait_until(begun.exists, "it has not begun")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    result = json.loads(out)
    assert process.returncode == 130
    assert not result["solved"]
    assert result["low"] <= 1 <= result["high"]


@pytest.mark.slow
def test_books_on_the_command_line(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "b.npz")
    made = run(
        "book", "build", "--game", "drop:4x4:3", "--plies", "3", "-o", path, "--workers", "1"
    )
    assert made.code == 0
    assert run("book", "info", path, "--json").json["plies"] == 3
    assert run("book", "check", path, "--json").json["right"] is True
    assert run("book", "info", "--json").json["positions"] == 1_208_493
    assert run("book", "info", __file__).code == 2
