"""Games in which a line longer than the target does not win."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.errors import BoardError, MoveError
from kinarow.evaluation.compiled import boards
from kinarow.evaluation.square_value import best_square
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.ending import has_line
from kinarow.game.geometry import fits_words
from kinarow.game.perft import count_lines, count_lines_plainly
from kinarow.game.threats import find_threats, winning_moves
from tests.strategies import crowded_exact_games, examples

SEEDS = st.integers(0, 2**32).map(random.Random)


def straight_lines(rows: list[list[int]]) -> Iterator[str]:
    """All rows, columns and diagonals of a board of 0, 1 and 2, as text."""
    height, width = len(rows), len(rows[0])
    cells = {(x, y): str(rows[y][x]) for y in range(height) for x in range(width)}
    for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in cells:
            if (x - right, y - down) in cells:
                continue  # not the first of its line
            text = ""
            while (x, y) in cells:
                text += cells[x, y]
                x, y = x + right, y + down
            yield text


def has_exact_run(rows: list[list[int]], side: Side, target: int) -> bool:
    """The rule as one would explain it: split every line at whatever is not the side's stone, and
    look for a piece that is as long as the target."""
    others = {1: "02", 2: "01"}[int(side)]
    return any(
        len(run) == target
        for line in straight_lines(rows)
        for run in line.translate(str.maketrans(others, "  ")).split()
    )


def is_full(position: Position) -> bool:
    return position.plies == position.spec.cell_count


@settings(max_examples=examples(600))
@given(crowded_exact_games())
def test_who_wins_is_what_splitting_lines_finds(played: list[Position]) -> None:
    for position in played:
        target = position.spec.target
        winners = [s for s in Side if has_exact_run(position.rows(), s, target)]
        ending = position.ending()
        if not winners:
            assert (ending is not None) == is_full(position)
            assert position.winner is None
            continue
        assert winners == [position.winner]
        assert ending is not None
        assert all(len(line) == target for line in ending.lines)
        assert all(position.at(cell) is winners[0] for line in ending.lines for cell in line)


def test_games_of_the_tests_have_lines_that_are_too_long() -> None:
    """Otherwise nothing above would be shown."""
    seed, met = random.Random(5), 0
    for _ in range(60):
        position = Position.start("place:6x6:3:exact")
        while moves := position.legal_moves():
            winning = winning_moves(position)
            quiet = [m for m in moves if m not in winning]
            position = position.play(seed.choice(quiet or moves))
        free = GameSpec(6, 6, 3, gravity=False)
        loser = position.stones(position.mover)
        met += has_line(loser, Position.start(free).geometry)
    assert met > 10


@settings(max_examples=examples(300))
@given(crowded_exact_games(6))
def test_threats_are_cells_where_a_stone_would_win(played: list[Position]) -> None:
    position = played[-2] if len(played) > 1 else played[0]
    if position.ending() is not None:
        return
    expected = []
    for cell in sorted(position.geometry.cells):
        for side in Side:
            rows = position.rows()
            if rows[position.spec.rows - 1 - cell.row][cell.column]:
                continue
            rows[position.spec.rows - 1 - cell.row][cell.column] = int(side)
            if has_exact_run(rows, side, position.spec.target):
                expected.append((cell, side))
    assert find_threats(position) == expected
    wins = [c for c in position.legal_moves() if position.play(c).winner]
    assert sorted(winning_moves(position)) == sorted(wins)
    best = best_square(position, position.mover)
    assert best.wins == bool(wins)
    assert not wins or best.cell in wins


@settings(max_examples=examples(200))
@given(crowded_exact_games(7))
def test_many_boards_at_once_know_the_same_lines(played: list[Position]) -> None:
    spec = played[0].spec
    if not fits_words(spec):
        return
    for side in Side:
        stones = np.array([p.stones(side) for p in played], dtype=np.uint64)
        found = boards.lines_in(spec, stones)
        assert found.tolist() == [has_line(p.stones(side), p.geometry) for p in played]
    first, second = (np.array([p.stones(s) for p in played], dtype=np.uint64) for s in Side)
    for position, is_quiet in zip(played, boards.quiet(spec, first, second), strict=True):
        if position.ending() is None:
            assert is_quiet == (not find_threats(position))


@settings(max_examples=examples(60), deadline=None)
@given(SEEDS, st.sampled_from(["place:5x4:3:exact", "place:6x1:2:exact", "place:4x4:2:exact"]))
def test_counting_lines_of_play_by_the_kernel(seed: random.Random, game: str) -> None:
    position = Position.start(game)
    for _ in range(seed.randint(0, position.spec.cell_count - 6)):
        if moves := position.legal_moves():
            position = position.play(seed.choice(moves))
    depth = min(4, position.spec.cell_count - position.plies)
    assert count_lines(position, depth) == count_lines_plainly(position, depth)


@settings(max_examples=examples(200))
@given(SEEDS, st.integers(1, 7), st.integers(1, 7))
def test_where_no_line_can_be_longer_the_rule_makes_no_difference(
    seed: random.Random, columns: int, rows: int
) -> None:
    target = max(columns, rows)
    exact = Position.start(GameSpec(columns, rows, target, gravity=False, exact=True))
    free = Position.start(GameSpec(columns, rows, target, gravity=False))
    while moves := free.legal_moves():
        assert exact.legal_moves() == moves
        assert find_threats(exact) == find_threats(free)
        move = seed.choice(moves)
        exact, free = exact.play(move), free.play(move)
    assert exact.ending() == free.ending()


def test_six_in_a_row_do_not_win_and_five_do() -> None:
    # X has a b c . e f on the second row, O is scattered on the last ones.
    moves = "a2 a9 b2 c9 c2 e9 e2 g9 f2 i9"
    position = Position.from_moves(moves, "place:9x9:5:exact")
    assert position.play("d2").ending() is None
    assert position.play("d2").play("a8").legal_moves()
    assert Position.from_moves(moves + " d2", "place:9x9:5").winner is Side.FIRST
    five = Position.from_moves("b2 a9 c2 c9 e2 e9 f2 g9 d2", "place:9x9:5:exact")
    assert str(five.ending()) == "X wins along b2 c2 d2 e2 f2"


def test_an_own_stone_can_destroy_an_own_threat() -> None:
    position = Position.from_moves("b2 a9 c2 c9 d2 e9 e2 g9", "place:9x9:5:exact")
    assert [cell.name for cell in winning_moves(position)] == ["a2", "f2"]
    # With a stone on g2, f2 would make six.
    longer = position.play("g2").play("i9")
    assert [cell.name for cell in winning_moves(longer)] == ["a2"]


def test_two_lines_of_which_one_is_too_long_still_win() -> None:
    # c3 makes six along the row and five along the column.
    moves = "a3 i1 b3 i3 d3 i5 e3 i7 f3 h1 c1 h3 c2 h5 c4 h7 c5 h9 c3"
    position = Position.from_moves(moves, "place:9x9:5:exact")
    assert str(position.ending()) == "X wins along c5 c4 c3 c2 c1"


def test_boards_that_no_game_reaches() -> None:
    with pytest.raises(BoardError, match="yet X moved after it"):
        Position.parse("place:6x2:3:exact OOO3/XX1XX1")
    # A line that is too long ends nothing.
    assert Position.parse("place:6x2:3:exact OOOO2/XX1XX1").ending() is None
    with pytest.raises(MoveError, match="the second player has already won"):
        Position.parse("place:6x2:3:exact OOO3/XX1X2").play(Cell(5, 0))


def test_the_text_says_it() -> None:
    position = Position.from_moves("h8", "gomoku-standard")
    assert position.board_text("state").startswith("place:15x15:5:exact 15/")
    assert Position.parse(position.board_text("state")) == position
    assert position.to_json()["game"] == "place:15x15:5:exact"
    assert position.spec.name == "gomoku-standard"
