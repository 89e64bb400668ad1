from __future__ import annotations

import copy
import itertools
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.errors import BoardError, MoveError
from kinarow.game import Cell, GameSpec, Position, Side, Symmetry, symmetries
from kinarow.game.symmetry import move_cell
from tests.strategies import games, positions


def scan(position: Position) -> tuple[Side | None, set[frozenset[Cell]]] | None:
    """The ending by walking from every stone in every direction: the brute-force reading."""
    spec = position.spec
    found: dict[Side, set[frozenset[Cell]]] = {Side.FIRST: set(), Side.SECOND: set()}
    for cell in position.geometry.cells:
        side = position.at(cell)
        if side is None:
            continue
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [cell]
            for sign in (1, -1):
                c, r = cell.column + sign * across, cell.row + sign * up
                while (
                    0 <= c < spec.columns and 0 <= r < spec.rows and position.at(Cell(c, r)) is side
                ):
                    line.append(Cell(c, r))
                    c, r = c + sign * across, r + sign * up
            if len(line) == spec.target or (len(line) > spec.target and not spec.exact):
                found[side].add(frozenset(line))
    for side, lines in found.items():
        if lines:
            return side, lines
    return (None, set()) if position.plies == spec.columns * spec.rows else None


@given(positions())
def test_the_ending_is_what_a_brute_force_scan_finds(position: Position) -> None:
    ending = position.ending()
    expected = scan(position)
    if expected is None:
        assert ending is None
        assert position.legal_moves()
    else:
        assert ending is not None
        assert (ending.winner, {frozenset(line) for line in ending.lines}) == expected
        assert len(ending.lines) == len(expected[1])
        assert not position.legal_moves()


@given(games())
def test_after_adds_one_stone_and_never_changes_its_parent(played: list[Position]) -> None:
    for parent, child in itertools.pairwise(played):
        before = copy.deepcopy(parent)
        new = (child.first | child.second) & ~(parent.first | parent.second)
        move = parent.geometry.cell(new)
        assert move in parent.legal_moves()
        assert parent.play(move) == child
        assert parent == before
        assert child.plies == parent.plies + 1
        assert child.mover is parent.mover.other
        assert child.at(move) is parent.mover
        assert parent.at(move) is None


@given(positions())
def test_legal_moves_are_exactly_those_that_can_be_played(position: Position) -> None:
    for cell in position.geometry.cells:
        if cell in position.legal_moves():
            position.play(cell)
        else:
            with pytest.raises(MoveError, match=str(cell)):
                position.play(cell)


@given(positions(), st.data())
def test_symmetry_commutes_with_play(position: Position, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(symmetries(position.spec)))
    image = position.image(symmetry)
    moved = {move: move_cell(position.spec, symmetry, move) for move in position.legal_moves()}
    assert set(moved.values()) == set(image.legal_moves())
    for move, image_move in moved.items():
        assert position.play(move).image(symmetry) == image.play(image_move)
    assert image.canonical() == position.canonical()
    assert position.canonical().canonical() == position.canonical()
    ending, image_ending = position.ending(), image.ending()
    assert (ending and ending.winner) == (image_ending and image_ending.winner)


@pytest.mark.parametrize(
    ("game", "count"), [("connect4", 2), ("tictactoe", 8), ("place:4x3:3", 4), ("drop:5x5:4", 2)]
)
def test_how_many_symmetries_a_game_has(game: str, count: int) -> None:
    spec = GameSpec.parse(game)
    corner_and_edge = Position.from_board(
        [1, 2] + [0] * (spec.cell_count - 2) if not spec.gravity else
        [0] * (spec.cell_count - spec.columns) + [1, 2] + [0] * (spec.columns - 2),
        spec,
    )  # fmt: skip
    assert len({corner_and_edge.image(s) for s in symmetries(spec)}) == count
    assert len(symmetries(spec)) == count


def test_a_quarter_turn_is_refused_where_there_is_none() -> None:
    with pytest.raises(BoardError, match="quarter-turn is not a symmetry of drop:7x6:4"):
        Position.start().image(Symmetry.QUARTER_TURN)


@given(positions())
def test_copies_are_equal_and_hash_alike(position: Position) -> None:
    for twin in (
        eval(repr(position)),  # noqa: S307
        pickle.loads(pickle.dumps(position)),
        Position(position.spec, position.first, position.second),
    ):
        assert twin == position
        assert hash(twin) == hash(position)


@given(positions())
def test_the_rows_show_the_board(position: Position) -> None:
    assert Position.from_board(position.rows(), position.spec) == position
    assert str(position).replace("X", "1").replace("O", "2").replace(".", "0") == "\n".join(
        "".join(map(str, row)) for row in position.rows()
    )


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Position.start().first = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("moves", "move", "words"),
    [
        ("444444", "4", "column 4 is full"),
        ("1212121", "1", "a5 cannot be played: the first player has already won"),
        ("4", "d1", "d1 cannot be played: it is taken"),
        ("4", "d3", "d3 cannot be played: a stone would fall to d2"),
    ],
)
def test_illegal_moves_name_the_cell(moves: str, move: str, words: str) -> None:
    with pytest.raises(MoveError, match=words):
        Position.from_moves(moves).play(move)


def test_cells_off_the_board_are_refused() -> None:
    with pytest.raises(MoveError, match="no column 7, row 0"):
        Position.start().play(Cell(7, 0))
    with pytest.raises(BoardError, match="no column 0, row -1"):
        Position.start().at(Cell(0, -1))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("drop:3x3:3 3/3/XX1", "2 X and 0 O"),
        ("drop:3x3:3 3/3/1O1", "0 X and 1 O"),
        ("drop:3x3:3 3/X2/1O1", "the stone on a2 floats: a1 is empty"),
        ("tictactoe XXX/OOO/3", "X has a line a3–c3, and O too"),
        ("tictactoe XXX/OO1/O2", "X has a line a3–c3, yet O moved after it"),
        ("tictactoe OOO/XX1/XX1", "O has a line a3–c3, yet X moved after it"),
        # Two lines with no stone in common; and one line whose stones all lie under others.
        ("place:4x4:3 XXX1/OO1O/1OO1/XXX1", "X has lines that no single last stone completes"),
        ("drop:3x3:3 1O1/OOX/XXX", "X has lines that no single last stone completes"),
    ],
)
def test_impossible_boards_are_refused(state: str, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        Position.parse(state)


def test_overlapping_bits_and_bits_off_the_board_are_refused() -> None:
    spec = GameSpec.parse("tictactoe")
    with pytest.raises(BoardError, match="a1 holds both"):
        Position(spec, 1, 1)
    with pytest.raises(BoardError, match="outside the board"):
        Position(spec, 1 << 3, 0)
    with pytest.raises(BoardError, match="outside the board"):
        Position(spec, -1, 0)


def test_a_win_by_two_lines_at_once_is_possible() -> None:
    ending = Position.parse("tictactoe XXX/OOX/OOX").ending()
    assert ending is not None
    assert ending.winner is Side.FIRST
    assert {" ".join(map(str, line)) for line in ending.lines} == {"a3 b3 c3", "c3 c2 c1"}


def test_a_line_longer_than_the_target_is_one_line() -> None:
    ending = Position.from_moves("a1 a2 b1 b2 d1 d2 e1 e2 c1", "place:5x2:3").ending()
    assert ending is not None
    assert [" ".join(map(str, line)) for line in ending.lines] == ["a1 b1 c1 d1 e1"]
