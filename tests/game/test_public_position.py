"""Positions as a program uses them: moves given in every form, and nonsense refused in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kinarow import Cell, KinarowError, Position, Side


@pytest.mark.parametrize("move", ["4", "d1", 4, Cell(3, 0), np.int64(4), np.uint8(4)])
def test_a_move_may_be_given_in_many_forms(move: Any) -> None:
    start = Position.start()
    assert start.play(move) == Position.from_moves("4")
    assert start.is_legal(move)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (None, "a move must be a text such as '4' or 'd4', a Cell or a column number, not None"),
        (3.5, "not 3.5"),
        (True, "not True"),
        (np.bool_(True), "not np.True_"),
        (np.float64(4), "not np.float64(4.0)"),
        ((3, 0), "not (3, 0)"),
        (0, "there is no column 0: columns are 1 to 7"),
        (8, "there is no column 8"),
        ("", "one move is expected here, not 0"),
        ("44", "one move is expected here, not 2"),
        (Cell(3, 1), "d2 cannot be played: a stone would fall to d1"),
        ([0] * 1000, "not [0, 0"),
    ],
)
def test_what_is_no_move_is_refused_in_one_short_sentence(move: Any, words: str) -> None:
    with pytest.raises(KinarowError) as told:
        Position.start().play(move)
    assert words in str(told.value)
    assert len(str(told.value)) < 200
    assert not Position.start().is_legal(move)


def test_without_gravity_a_number_is_no_move() -> None:
    with pytest.raises(KinarowError, match="must name a cell, such as 'b2', not 5"):
        Position.start("tictactoe").play(5)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: Position.from_moves(4453), "moves must be a text such as '4453', not 4453"),  # type: ignore[arg-type]
        (lambda: Position.parse(None), "a state must be a text such as"),  # type: ignore[arg-type]
        (lambda: Position.from_board(7, "connect4"), "a list of 0, 1 and 2, not 7"),  # type: ignore[arg-type]
        (lambda: Position.start().at((0, 0)), "a cell must be a Cell or a name such as"),  # type: ignore[arg-type]
        (lambda: Position.start().at("d7"), "there is no column 3, row 6 on"),
        (lambda: Position.start(5), "a game must be a GameSpec or a text such as"),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_refused_in_words(made: Any, words: str) -> None:
    with pytest.raises(KinarowError, match=words):
        made()


def test_a_game_played_by_a_program() -> None:
    position = Position.start("tictactoe")
    while not position.is_over:
        position = position.play(position.legal_moves()[0])
    assert position.winner is Side.FIRST
    assert position.at("a1") is Side.FIRST
    assert str(position.ending()) == "X wins along a1 b2 c3"
    assert position.legal_moves() == ()
    full = Position.from_moves("a1 b1 c1 b2 a2 c2 b3 a3 c3", "tictactoe")
    assert (full.is_over, full.winner, str(full.ending())) == (
        True, None, "a draw, the board is full",
    )  # fmt: skip
