"""Forced wins on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinarow import forced_win, grade
from kinarow.forcing.checking import check_proof
from tests.running import Run

OPEN_THREE = ["h8", "a1", "h9", "a3", "h10", "a5"]


def test_a_forced_win_is_told_with_its_length_and_line(run: Run) -> None:
    out = run("solve", *OPEN_THREE, "--game", "gomoku").out
    assert "● wins within 3 stones: h11 h7 h12" in out
    told = run("solve", *OPEN_THREE, "--game", "gomoku", "--json").json
    assert (told["outcome"], told["within"], told["solved"]) == ("win", 3, True)
    assert told["line"] == ["h11", "h7", "h12"]
    assert "proof" not in told


def test_the_proof_is_shown(run: Run) -> None:
    out = run("solve", *OPEN_THREE, "--game", "gomoku", "--proof").out
    assert out.endswith("1 h11\n  h7: 3 h12\n  else: 3 h7\n")
    told = run("solve", *OPEN_THREE, "--game", "gomoku", "--proof", "--json").json
    assert told["proof"]["nodes"][0] == {"move": "h11", "answers": {"h7": 1}, "otherwise": [2]}


def test_what_was_not_found_is_not_denied(run: Run) -> None:
    asked = ("solve", "h8", "--game", "gomoku", "--nodes", "500", "--proof")
    out = run(*asked).out
    assert "not solved" in out
    assert "no forced win was found" in out
    assert run(*asked, "--json").json["proof"] is None


@pytest.mark.slow
def test_each_move_on_a_large_board(run: Run) -> None:
    told = run(
        "solve", "e4", "a1", "e5", "b8", "e6", "h1", "--game", "place:8x8:5",
        "--moves", "--json",
    ).json  # fmt: skip
    wins = {move for move, value in told["moves"].items() if value == "win"}
    assert {"e3", "e7"} <= wins
    assert told["outcome"] == "win"


def test_a_batch_has_no_proofs(run: Run, tmp_path: Path) -> None:
    batch = tmp_path / "positions"
    batch.write_text("h8\n")
    done = run("solve", "--file", str(batch), "--game", "gomoku", "--proof")
    assert done.code == 2
    assert "--proof is for one position" in done.err


@pytest.mark.slow
def test_a_review_names_what_was_missed_and_allowed(run: Run) -> None:
    asked = ("review", *OPEN_THREE, "o15", "o1", "--game", "gomoku", "--nodes", "5000", "--json")
    moves = run(*asked).json["moves"]
    allowed, missed = moves[5], moves[6]
    assert (allowed["verdict"], allowed["within"]) == ("blunder", 4)
    assert allowed["words"] == "allows h11, which wins within 3 stones"
    assert (missed["verdict"], missed["within"]) == ("blunder", 3)
    assert missed["words"] == "missed: h11 wins within 3 stones"
    assert missed["better"] == ["h11"]


@pytest.mark.slow
def test_a_grade_by_forced_wins(run: Run) -> None:
    told = run("grade", "first-legal", "--game", "place:9x9:5", "--count", "1", "--json").json
    assert told["positions"] == 1
    (graded,) = grade("first-legal", "place:9x9:5", count=1).moves
    assert told["weak"]["value"] == graded.value
    assert graded.best == 1
    win = forced_win(graded.position, first=graded.move if graded.value else None)
    assert win is not None
    check_proof(win)
    assert graded.blunder == (None if graded.value else "forced win missed")
