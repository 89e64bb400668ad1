"""Games that are pasted from elsewhere."""

from __future__ import annotations

import pytest

from kinarow.errors import NotationError
from kinarow.game import GameSpec
from kinarow.game.gametext import read_game

GOMOKU, DROP = "h8 h9 i8 g8", "4453"


@pytest.mark.parametrize(
    "text",
    [
        GOMOKU,
        "h8h9i8g8",
        "H8, H9, I8, G8",
        "1. h8 h9 2. i8 g8 1-0",
        "1.h8 2.h9 3.i8 4.g8",
        "1... h8 h9\n2. i8 {good} g8 *",
        "(;GM[4]FF[4]SZ[15]PB[a (;B[aa\\])]PW[b];B[hh]C[the middle];W[hg];B[ih];W[gh])",
        "(;SZ[15:15] ;B[hh];W[hg](;B[ih];W[gh])(;B[aa];W[bb]))",
        ";B[hh];W[hg];B[ih];W[gh]",
    ],
)
def test_one_game_in_many_hands(text: str) -> None:
    assert read_game(text, GameSpec.parse("gomoku")) == GOMOKU


@pytest.mark.parametrize(
    "text",
    ["4453", "4 4 5 3", "4,4,5,3", "1. 4 4 2. 5 3", "1.4 2.4 3.5 4.3", "d1 d2 e1 c1", "d1d2e1c1",
     "(;SZ[7:6];B[df];W[de];B[ef];W[cf])"],
)  # fmt: skip
def test_the_same_where_stones_fall(text: str) -> None:
    assert read_game(text, GameSpec.parse("connect4")) == DROP


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;SZ[19];B[hh])", "a board of size 19, not 15×15"),
        ("(;AB[hh][hg];W[aa])", "set up"),
        ("(;B[hh];B[hg])", "in turn"),
        ("(;B[hh];W[])", "move 2 is no cell"),
        ("(;B[zz])", "not a cell"),
        ("(;B[hh];W[hh])", "h8"),
        ("h8 x", "'x' is not a cell"),
        ("h8 h8", "h8"),
    ],
)
def test_what_is_no_game_is_told(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read_game(text, GameSpec.parse("gomoku"))


def test_no_moves_are_a_game_too() -> None:
    assert read_game(" (;GM[4]) ", GameSpec.parse("gomoku")) == ""
    assert read_game("", GameSpec.parse("connect4")) == ""
