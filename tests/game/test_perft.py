"""Counts against published ones, and the kernel against the plain rules.

Connect Four's positions by ply: OEIS A212693; its perft, lines ending at a win, as published for
several engines; tic-tac-toe's 255,168 games and 5,478 positions, 765 up to symmetry, are
classical.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.perft import count_lines, count_lines_plainly, count_positions, divide, perft
from tests.strategies import SOAKING, examples, positions

CONNECT4 = [
    7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646,
]  # fmt: skip
TICTACTOE = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
FOUR_BY_FOUR = [16, 240, 3_360, 43_680, 524_160, 5_765_760]


@pytest.mark.parametrize(
    ("game", "published"),
    [("connect4", CONNECT4), ("tictactoe", TICTACTOE), ("place:4x4:4", FOUR_BY_FOUR)],
)
def test_perft_as_published(game: str, published: list[int]) -> None:
    plies = len(published) if SOAKING else min(9, len(published))
    counts = count_lines(Position.start(game), plies)
    assert [count.nodes for count in counts] == published[:plies]
    assert perft(Position.start(game), 5) == published[4]


def test_all_games_of_tic_tac_toe() -> None:
    counts = count_lines(Position.start("tictactoe"), 9)
    assert sum(count.first_wins for count in counts) == 131_184
    assert sum(count.second_wins for count in counts) == 77_904
    assert sum(count.draws for count in counts) == 46_080
    assert sum(count.ended for count in counts) == 255_168


@pytest.mark.slow
@settings(max_examples=examples(150))
@given(positions(6), st.integers(0, 4))
def test_the_kernel_counts_what_the_rules_count(position: Position, depth: int) -> None:
    depth = min(depth, position.spec.cell_count)
    assert count_lines(position, depth) == count_lines_plainly(position, depth)


@pytest.mark.parametrize("game", ["connect4", "place:11x10:5", "drop:20x30:6", "drop:1x5:5"])
def test_the_kernel_alone_counts_what_the_rules_count(game: str) -> None:
    """Depths at which the kernel does most of the work, large and narrow boards included."""
    depth = 5 if game in ("connect4", "drop:1x5:5") else 2 if "place" in game else 3
    start = Position.start(game)
    assert count_lines(start, depth) == count_lines_plainly(start, depth)


def test_divide_sums_to_perft() -> None:
    position = Position.from_moves("4453")
    parts = divide(position, 5)
    assert list(parts) == list(position.legal_moves())
    assert sum(parts.values()) == perft(position, 5)


def test_progress_ends_at_one() -> None:
    shares: list[float] = []
    count_lines(Position.start(), 6, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("depth", [-1, 43])
def test_depths_that_make_no_sense(depth: int) -> None:
    with pytest.raises(KinarowError, match="0 to 42 plies"):
        count_lines(Position.start(), depth)


def test_positions_of_connect_four_by_ply() -> None:
    plies = 8 if SOAKING else 6
    counts = list(count_positions(GameSpec.parse("connect4"), plies))
    published = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275]
    assert [count.positions for count in counts] == published[: plies + 1]


def test_positions_of_tic_tac_toe() -> None:
    counts = list(count_positions(GameSpec.parse("tictactoe")))
    assert sum(count.positions for count in counts) == 5_478
    assert sum(count.classes for count in counts) == 765


def test_counting_stops_where_every_game_has_ended() -> None:
    counts = list(count_positions(GameSpec(5, 1, 1, gravity=True)))
    assert [(count.plies, count.positions, count.classes) for count in counts] == [
        (0, 1, 1),
        (1, 5, 3),
    ]
