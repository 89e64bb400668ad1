"""The player that uses whatever is strongest."""

from __future__ import annotations

import pytest

from kinarow.errors import PlayerError
from kinarow.game import Position
from kinarow.players import parse_player
from kinarow.players.builtin.best import BestPlayer
from kinarow.score import win_at

THREE_IN_A_ROW = "h8 a1 i8 a3 j8 a5"


def test_its_names() -> None:
    assert BestPlayer().name == "best:seconds=1"
    assert parse_player("best:nodes=500").name == "best:nodes=500"
    assert parse_player("best:nodes=500").deterministic
    assert not BestPlayer().deterministic
    with pytest.raises(PlayerError, match="nodes must be 1 to"):
        parse_player("best:nodes=0")


def test_with_gravity_the_book_answers() -> None:
    choice = BestPlayer(nodes=1000).choose(Position.start("connect4"))
    assert choice.move.name == "d1"
    assert choice.score == win_at(41)
    assert "by perfect play" in choice.reason


def test_a_forced_win_is_found_at_once() -> None:
    position = Position.from_moves(THREE_IN_A_ROW, "gomoku")
    choice = BestPlayer(nodes=2000).choose(position)
    assert choice.move.name in {"g8", "k8"}
    assert choice.score == win_at(9)
    assert "forced win" in choice.reason


def test_a_three_is_stopped() -> None:
    position = Position.from_moves("h8 h10 i8 e12 j8", "gomoku")
    choice = BestPlayer(nodes=5000).choose(position)
    assert choice.move.name in {"g8", "k8", "f8", "l8"}


@pytest.mark.parametrize("game", ["place:9x9:8", "place:6x5:4", "drop:9x9:5", "place:1x5:3"])
def test_every_game_is_played(game: str) -> None:
    position = Position.start(game)
    player = BestPlayer(nodes=300)
    for _ in range(4):
        if position.ending() is None:
            choice = player.choose(position)
            assert choice == player.choose(position)
            position = position.play(choice.move)
