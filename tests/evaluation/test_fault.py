"""A mistake in a user's file: its line, and its board drawn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from kinarow.errors import EvaluatorError
from kinarow.evaluation import as_evaluator, load_evaluator
from kinarow.evaluation.fault import Fault, on_board
from kinarow.evaluation.trial import BOARDS, try_out
from kinarow.evaluation.user import evaluator as user
from kinarow.game import GameSpec, Position, Side
from kinarow.game.grid import grid_of
from tests.strategies import positions

CONNECT4 = GameSpec.parse("connect4")


def written(folder: Path, code: str) -> str:
    file = folder / "mine.py"
    file.write_text(code)
    return str(file)


@given(positions())
def test_a_board_in_a_sentence_is_read_again(position: Position) -> None:
    text = "mine.py, line 12: KeyError: 3" + on_board(grid_of(position), position.spec)
    found = Fault.of(text)
    assert (found.sentence, found.file, found.line) == (
        "mine.py, line 12: KeyError: 3", "mine.py", 12,
    )  # fmt: skip
    assert Position.parse(found.state) == position
    assert found.diagram is not None
    assert dict(found.diagram.stones) == {
        cell: side for cell in position.geometry.cells if (side := position.at(cell))
    }


def test_a_board_that_no_game_reaches_is_drawn_too() -> None:
    board = np.zeros((6, 7), dtype=int)
    board[0, 0] = 2  # it floats
    found = Fault.of("mine.py: no" + on_board(board, CONNECT4))
    assert found.diagram is not None
    assert [(cell.name, int(side)) for cell, side in found.diagram.stones] == [("a6", 2)]
    assert (found.line, found.to_json()["state"]) == (None, "drop:7x6:4 O6/7/7/7/7/7")


@pytest.mark.parametrize("state", ["drop:7x6:4", "no game", "drop:7x6:4 7/7", "place:999x999:3 1"])
def test_what_a_stranger_calls_a_board_need_not_be_one(state: str) -> None:
    assert Fault.of(f"x.py: y (on the board {state})").diagram is None


def test_an_endless_loop_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user, "SECONDS_A_CALL", 0.2)
    text = written(
        tmp_path, "def evaluate(board, me, opponent):\n    n = 0\n    while True:\n        n += 1\n"
    )
    with pytest.raises(EvaluatorError) as caught:
        load_evaluator(text).evaluate(Position.start(), Position.start().mover)
    found = Fault.of(str(caught.value))
    assert found.line in (3, 4)
    assert "did not end within" in found.sentence


def test_a_trial_finds_what_only_some_boards_bring_out(tmp_path: Path) -> None:
    text = written(
        tmp_path, "def evaluate(board, me, opponent):\n    return 1 if board[0].any() else lost\n"
    )
    with pytest.raises(EvaluatorError, match="line 2: NameError"):
        try_out(load_evaluator(text), CONNECT4)
    fine = written(tmp_path, "def evaluate(board, me, opponent):\n    return 1\n")
    assert try_out(load_evaluator(fine), CONNECT4) == BOARDS + 1


@pytest.mark.parametrize("game", ["connect4", "gomoku", "place:1x1:1", "drop:1x4:3", "tictactoe"])
def test_a_trial_sees_boards_of_all_stages(game: str) -> None:
    spec, seen = GameSpec.parse(game), []

    class Watching:
        def evaluate(self, position: Position, side: Side) -> int:
            seen.append(position)
            return 0

    try_out(as_evaluator(Watching()), spec)
    assert seen[0] == Position.start(spec)
    assert all(position.winner is None for position in seen)
    if spec.cell_count > 40:
        assert max(position.plies for position in seen) > 0.7 * spec.cell_count
        assert len({position.plies * 10 // spec.cell_count for position in seen}) >= 8
