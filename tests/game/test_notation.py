from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.errors import BoardError, KinarowError, NotationError
from kinarow.game import GameSpec, Position
from kinarow.game.boardtext import BOARD_STYLES, BoardStyle
from kinarow.game.movetext import write_moves
from tests.strategies import examples, games, positions

PICTURE = """
    . . . . . . .
    . . . X . . .
    . . O X . . .
    . . O O X . .
    O X X O O O .
    X O X X O X .
"""
MOVES = "113225334464434556"


def test_a_picture_and_a_move_string_of_the_same_board() -> None:
    assert Position.from_board(PICTURE, "connect4") == Position.from_moves(MOVES)


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("xo", ".O.\n.X.\nX.."),
        ("012", "020\n010\n100"),
        ("kaggle", "[0, 2, 0, 0, 1, 0, 1, 0, 0]"),
        ("uci", "x,b,b,b,x,o,b,b,b"),
        ("state", "place:3x3:3 1O1/1X1/X2"),
    ],
)
def test_each_style_of_board(style: BoardStyle, text: str) -> None:
    position = Position.from_moves("b2 b3 a1", "tictactoe")
    assert position.board_text(style) == text


@given(positions(), st.sampled_from(BOARD_STYLES))
def test_boards_round_trip(position: Position, style: BoardStyle) -> None:
    text = position.board_text(style)
    read = Position.parse(text) if style == "state" else Position.from_board(text, position.spec)
    assert read == position


@given(games(30))
def test_moves_round_trip(played: list[Position]) -> None:
    spec = played[0].spec
    stones = [position.first | position.second for position in played]
    cells = [
        played[0].geometry.cell(after ^ before) for before, after in itertools.pairwise(stones)
    ]
    text = write_moves(spec, cells)
    assert list(Position.along(text, spec)) == played
    assert Position.from_moves(" ".join(map(str, cells)), spec) == played[-1]
    for position, cell in zip(played, cells, strict=False):
        assert position.parse_move(position.move_text(cell)) == cell


@pytest.mark.parametrize(
    ("game", "text", "at", "words"),
    [
        ("connect4", "448", 2, "'8' is not a column: columns are 1 to 7"),
        ("connect4", "44x", 2, "'x' is not a column"),
        ("connect4", "40", 1, "'0' is not a column"),
        ("connect4", "4 4 4 4 4 4 4", 12, "move 7: column 4 is full"),
        (
            "connect4",
            "12121212",
            7,
            "move 8: b4 cannot be played: the first player has",
        ),
        ("connect4", "d1 d1", 3, "move 2: d1 cannot be played: it is taken"),
        ("gomoku", "h8 p1", 3, "p1 is off the board, which runs from a1 to o15"),
        ("gomoku", "h8 h0", 3, "h0 is off the board"),
        ("gomoku", "44", 0, "'44' is not a cell such as d4"),
        ("drop:10x6:4", "a1 4", 3, "'4' is not a cell such as d4"),
        ("drop:10x6:4", "a1 a3", 3, "move 2: a3 cannot be played: a stone would fall to a2"),
    ],
)
def test_bad_moves_point_at_the_character(game: str, text: str, at: int, words: str) -> None:
    with pytest.raises(NotationError, match=words) as caught:
        Position.from_moves(text, game)
    assert caught.value.at == at
    assert f"character {at + 1} of" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("...\n.Z.\n...", "'Z' is not a mark.*character 6 of"),
        ("...\n..\n...", "row 2 has 2 cells where place:3x3:3 has 3"),
        ("...\n...", "2 rows where place:3x3:3 has 3"),
        ("", "0 rows"),
        ("[0, 0, 0]", "3 cells where place:3x3:3 has 9"),
        ("[0, 0, 0, 0, 3, 0, 0, 0, 0]", "'3' is not a mark"),
        ("XX.\n...\n...", "2 X and 0 O"),
    ],
)
def test_bad_boards_say_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(KinarowError, match=words):
        Position.from_board(text, "tictactoe")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tictactoe", "a state is a game and its rows"),
        ("tictactoe 3/3", "2 rows where place:3x3:3 has 3"),
        ("tictactoe 3/4/3", "a row of 4 cells where place:3x3:3 has 3"),
        (f"tictactoe 3/{'X' * 100_000}/3", "a row of 4 cells where"),  # and the rest is not read
        ("tictactoe 3/1Y1/3", "'Y' is neither X, O nor a number.*character 14 of"),
        ("tictactoe 3/0XO1/3", "'0' is neither"),
        ("tiktaktoe 3/3/3", "no game 'tiktaktoe'"),
    ],
)
def test_bad_states_say_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(KinarowError, match=words):
        Position.parse(text)


@pytest.mark.parametrize("name", ["", "4", "d", "d4 ", "4d", "d" * 1000, "d-1", "d٤"])
def test_what_names_no_cell_is_told(name: str) -> None:
    with pytest.raises(NotationError, match="is not a cell such as d4") as caught:
        Position.start().at(name)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("value", [3, -1, 1.0, None, "x", 2**70])
def test_bad_values_name_their_cell(value: object) -> None:
    with pytest.raises(BoardError, match="cell b2 holds"):
        Position.from_board([[0, 0, 0], [0, value, 0], [0, 0, 0]], "tictactoe")


def test_long_texts_are_shown_in_part() -> None:
    with pytest.raises(NotationError) as caught:
        Position.from_moves("1" + " " * 5000 + "x" + "7" * 5000)
    assert len(str(caught.value)) < 200


NEAR_MISSES = st.text("XOxo.-_012345679abz,[]/: \n●○", max_size=60)
TEXTS = st.one_of(st.text(max_size=60), NEAR_MISSES)
GAMES = st.sampled_from(["connect4", "tictactoe", "gomoku", "drop:12x3:3", "place:1x1:1"])


@pytest.mark.slow
@settings(max_examples=examples(10_000))
@given(TEXTS, GAMES)
def test_malformed_texts_raise_only_our_errors(text: str, game: str) -> None:
    for read in (
        lambda: GameSpec.parse(text),
        lambda: Position.from_moves(text, game),
        lambda: Position.from_board(text, game),
        lambda: Position.parse(text),
        lambda: Position.parse(f"{game} {text}"),
        lambda: Position.start(game).parse_move(text),
        lambda: Position.start(text),
    ):
        try:
            read()
        except KinarowError as error:
            assert "\n" not in str(error)
            assert str(error)


def test_rows_must_have_the_boards_shape() -> None:
    with pytest.raises(BoardError, match="row 1 has 3 cells where place:2x3:2 has 2"):
        Position.from_board([[0, 0, 0], [0, 0, 0]], "place:2x3:2")


def test_rows_with_commas_are_rows() -> None:
    rows = "X,O,.\n.,X,.\nO,.,."
    assert Position.from_board(rows, "tictactoe") == Position.from_board(
        "XO.\n.X.\nO..", "tictactoe"
    )


def test_a_drawing_is_a_picture() -> None:
    drawing = "2 │ ·  · (○)│\n1 │ ·  ●  ● │\n  └─────────┘\n    a  b  c\n    1  2  3"
    assert str(Position.from_board(drawing, "drop:3x2:3")) == "..O\n.XX"
