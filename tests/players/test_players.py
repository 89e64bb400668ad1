"""One contract for every player, on every kind of board."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.errors import KinarowError, PlayerError
from kinarow.game import Position
from kinarow.players import PLAYERS, AlphaBetaPlayer, RandomPlayer, parse_player
from tests.strategies import SCALE, positions

TEXTS = [
    "random",
    "random:seed=3",
    "square-value",
    "minimax:depth=2",
    "alphabeta:eval=open-lines,depth=2",
]


def test_every_kind_is_under_contract() -> None:
    assert {text.partition(":")[0] for text in TEXTS} == set(PLAYERS)


@pytest.mark.parametrize("text", TEXTS)
@settings(max_examples=40 * SCALE)
@given(position=positions(6), seed=st.integers(0, 9))
def test_the_contract(text: str, position: Position, seed: int) -> None:
    assume(position.ending() is None)
    player = parse_player(text)
    before = copy.deepcopy(position)
    player.new_game(seed)
    choice = player.choose(position)
    assert choice.move in position.legal_moves()
    assert choice.reason
    assert position == before
    # Its name is its text, it can travel, and the same seed brings the same game.
    assert parse_player(player.name) == player
    twin = pickle.loads(pickle.dumps(parse_player(text)))
    twin.new_game(seed)
    assert twin.choose(position).move == choice.move
    if player.deterministic:
        player.new_game(seed + 1)
        assert player.choose(position).move == choice.move


def test_random_moves_differ_from_seed_to_seed() -> None:
    def line(player: RandomPlayer, seed: int) -> list[str]:
        player.new_game(seed)
        return [str(player.choose(Position.start("gomoku")).move) for _ in range(5)]

    assert line(RandomPlayer(), 1) == line(RandomPlayer(), 1)
    assert line(RandomPlayer(), 1) != line(RandomPlayer(), 2)
    assert line(RandomPlayer(7), 1) != line(RandomPlayer(8), 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("alphabet", "no player 'alphabet': did you mean alphabeta?"),
        ("alphabeta:depht=3", "no option 'depht': did you mean depth?"),
        ("alphabeta:depth=three", "alphabeta: depth: 'three' is no whole number"),
        ("alphabeta:depth", "depth is to be given once, as depth=…"),
        ("alphabeta:depth=2,depth=3", "depth is to be given once"),
        ("alphabeta:depth=0", "depth is 1 to 100 plies, not 0"),
        ("alphabeta:eval=open-line", "did you mean open-lines?"),
        ("random:", None),
        ("", "no player ''"),
    ],
)
def test_texts_that_describe_no_player(text: str, words: str | None) -> None:
    if words is None:
        assert parse_player(text) == RandomPlayer()
        return
    with pytest.raises(KinarowError) as caught:
        parse_player(text)
    assert words in str(caught.value)


@settings(max_examples=2000 * SCALE)
@given(st.one_of(st.text(max_size=40), st.text("alphbetrndom:,=0123 -", max_size=40)))
def test_malformed_texts_raise_only_our_errors(text: str) -> None:
    for attempt in (text, f"alphabeta:{text}", f"alphabeta:depth={text}", f"random:seed={text}"):
        try:
            parse_player(attempt)
        except KinarowError as error:
            assert "\n" not in str(error)


def test_an_out_of_range_depth_is_the_players_error() -> None:
    with pytest.raises(PlayerError):
        AlphaBetaPlayer(depth=101)
