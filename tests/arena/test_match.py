from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.api.contests import play_match
from kinarow.arena import Contest, GameJob, play_game
from kinarow.arena.openings.short import random_openings
from kinarow.errors import ArenaError
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.players import AlphaBetaPlayer, Choice, Player, RandomPlayer
from tests.strategies import specs

CONNECT4 = GameSpec.parse("connect4")


@dataclass
class Scripted(Player):
    """Plays as told, whatever comes of it."""

    move: Cell | None
    name: str = "scripted"
    deterministic: bool = True

    def choose(self, position: Position) -> Choice:
        if self.move is None:
            raise RuntimeError("out of ideas")
        return Choice(self.move)


def test_the_line_that_courses_grade_by() -> None:
    result = play_match(AlphaBetaPlayer(depth=2), RandomPlayer(), CONNECT4, games=20)
    assert result.line() == "Wins: 20 | Ties: 0 | Losses: 0 | Points: 20.0/20"
    assert result.distinct == 20
    assert sum(result.outcomes(Side.FIRST).values()) == 10


def test_a_match_between_equals_is_a_mirror() -> None:
    result = play_match(AlphaBetaPlayer(depth=2), AlphaBetaPlayer(depth=2), CONNECT4, games=20)
    assert result.wins == result.losses
    assert result.points == 10
    assert result.distinct == 20
    for i in range(0, 20, 2):  # the same player on both sides plays the pair twice alike
        assert result.games[i].moves == result.games[i + 1].moves


def test_every_game_replays_by_the_rules() -> None:
    result = play_match(RandomPlayer(1), RandomPlayer(2), GameSpec.parse("tictactoe"), games=40)
    for game in result.games:
        ending = Position.from_moves(game.moves, game.game).ending()
        assert ending is not None
        assert ending.winner is game.winner
        assert game.reason == ("line" if game.winner else "full board")
    assert result.wins + result.ties + result.losses == 40
    assert result.points == result.wins + result.ties / 2


def test_random_players_do_not_copy_each_other() -> None:
    result = play_match(RandomPlayer(), RandomPlayer(), CONNECT4, games=10)
    copied = [game.moves[0] == game.moves[1] for game in result.games]
    assert not all(copied)


@pytest.mark.slow
@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_changes_nothing(pool: type[ThreadPoolExecutor]) -> None:
    a, b = AlphaBetaPlayer(depth=1), RandomPlayer(5)
    here = play_match(a, b, CONNECT4, games=6, seed=3)
    with pool(2) as executor:
        there = play_match(a, b, CONNECT4, games=6, seed=3, workers=executor)
    assert [g.moves for g in here.games] == [g.moves for g in there.games]


def test_another_seed_brings_other_games() -> None:
    a, b = AlphaBetaPlayer(depth=1), AlphaBetaPlayer(depth=2)
    one, two = (play_match(a, b, CONNECT4, games=6, seed=s) for s in (1, 2))
    assert [g.moves for g in one.games] != [g.moves for g in two.games]


@pytest.mark.parametrize(
    ("culprit", "reason"),
    [
        (Scripted(Cell(9, 9)), "illegal move: there is no column 9, row 9 on drop:7x6:4"),
        (Scripted(Cell(3, 5)), "illegal move: d6 cannot be played: a stone would fall to d"),
        (Scripted(None), "RuntimeError: out of ideas"),
    ],
)
def test_a_player_that_breaks_the_rules_loses_with_the_reason(
    culprit: Scripted, reason: str
) -> None:
    for culprit_side in Side:
        players = (culprit, RandomPlayer()) if culprit_side is Side.FIRST else (
            RandomPlayer(), culprit,
        )  # fmt: skip
        game = play_game(GameJob(CONNECT4, *players))
        assert game.winner is culprit_side.other
        assert game.reason.startswith(reason)


@given(specs(8), st.integers(1, 30), st.integers(0, 5))
def test_openings_are_distinct_unfinished_and_even(spec: GameSpec, count: int, seed: int) -> None:
    openings = random_openings(spec, count, seed)
    ends = []
    for opening in openings:
        position = Position.start(spec)
        for move in opening:
            position = position.play(move)
        assert position.ending() is None
        assert len(opening) % 2 == 0
        ends.append(position.canonical())
    assert len(set(ends)) == len(openings) <= count
    assert openings == random_openings(spec, count, seed)


def test_there_are_enough_openings_for_a_long_match() -> None:
    assert len(random_openings(CONNECT4, 500, 0)) == 500


def test_a_match_on_a_board_too_small_for_openings_still_runs() -> None:
    spec = GameSpec(1, 1, 1, gravity=True)
    result = play_match(AlphaBetaPlayer(depth=1), AlphaBetaPlayer(depth=1), spec, games=4)
    assert (result.wins, result.losses, result.distinct) == (2, 2, 2)


def test_pairs_share_opening_and_luck() -> None:
    a, b = AlphaBetaPlayer(depth=1), AlphaBetaPlayer(depth=2)
    jobs = [game.job for game in Contest.match(a, b, CONNECT4, 7).games]
    assert len(jobs) == 7
    for even, odd in zip(jobs[::2], jobs[1::2], strict=False):
        assert (even.opening, even.seed) == (odd.opening, odd.seed)
        assert (even.first, even.second) == (odd.second, odd.first) == (a, b)


def test_no_games_is_no_match() -> None:
    with pytest.raises(ArenaError, match="at least 1 game"):
        play_match(RandomPlayer(), RandomPlayer(), CONNECT4, games=0)
