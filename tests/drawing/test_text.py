from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from kinarow.drawing import Diagram
from kinarow.drawing.text import ASCII, UNICODE, charset_for, draw
from kinarow.game import Position
from tests.strategies import positions


def test_a_won_board_with_its_line() -> None:
    position = Position.from_moves("a1 a2 b1 b2 c1", "tictactoe")
    assert draw(Diagram.of(position), ASCII).plain == (
        "3 | .  .  . |\n"
        "2 | O  O  . |\n"
        "1 |[X][X][X]|\n"
        "  +---------+\n"
        "    a  b  c"
    )  # fmt: skip


def test_numbers_stand_under_columns_that_are_moves() -> None:
    position = Position.from_moves("23", "drop:3x2:3")
    last = Position.from_moves("2", "drop:3x2:3").move_to(position)
    assert draw(Diagram.of(position, last)).plain == (
        "2 │ ·  ·  · │\n"
        "1 │ ·  ● (○)│\n"
        "  └─────────┘\n"
        "    a  b  c\n"
        "    1  2  3"
    )  # fmt: skip


def test_captions_stand_under_their_columns() -> None:
    diagram = replace(
        Diagram.of(Position.from_moves("2", "drop:3x1:3")), captions=("-2", "+100", "0")
    )
    assert draw(diagram, ASCII).plain == (
        "1 |  .    X    .  |\n"
        "  +---------------+\n"
        "     a    b    c\n"
        "     1    2    3\n"
        "    -2  +100   0"
    )  # fmt: skip


def test_letters_where_the_encoding_has_no_discs() -> None:
    assert charset_for("utf-8") is UNICODE
    assert charset_for("ascii") is ASCII
    assert charset_for("latin-1") is ASCII
    assert charset_for("no such encoding") is ASCII


@given(positions(14))
def test_every_drawing_shows_every_stone(position: Position) -> None:
    drawn = draw(Diagram.of(position), ASCII).plain.splitlines()
    board = drawn[: position.spec.rows]
    assert "".join(c for line in board for c in line if c in ".XO") == str(position).replace(
        "\n", ""
    )
    assert len({len(line) for line in drawn[: position.spec.rows + 1]}) == 1


def test_the_diagram_as_json() -> None:
    position = Position.from_moves("1212121")
    data = Diagram.of(position).to_json()
    assert data["stones"] == {
        "a1": 1, "b1": 2, "a2": 1, "b2": 2, "a3": 1, "b3": 2, "a4": 1,
    }  # fmt: skip
    assert data["lines"] == [["a4", "a3", "a2", "a1"]]
    assert data["last"] is None
