"""OpenSpiel and kinarow play the same games: moves, results, counts of lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kinarow.adapters.actions import action_of
from kinarow.errors import SpecError
from kinarow.game import GameSpec, Position, Side
from kinarow.game.perft import perft
from kinarow.players import parse_player
from tests.strategies import examples

pyspiel = pytest.importorskip("pyspiel")

from kinarow.adapters.openspiel import KinarowBot, position_of, spec_of  # noqa: E402

VARIANTS = {
    "connect_four": "drop:7x6:4",
    "connect_four(rows=4,columns=5,x_in_row=3)": "drop:5x4:3",
    "connect_four(rows=9,columns=10,x_in_row=5)": "drop:10x9:5",
    "tic_tac_toe": "place:3x3:3",
    "mnk": "place:15x15:5",
    "mnk(m=5,n=4,k=3)": "place:5x4:3",
    "mnk(m=3,n=7,k=4)": "place:3x7:4",
}


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_agree(name: str) -> None:
    """Legal moves before every move, and the result; on large boards fewer games, unless tests are
    scaled."""
    game = pyspiel.load_game(name)
    spec = spec_of(game)
    assert spec == GameSpec.parse(VARIANTS[name])
    random = Random(f"openspiel {name}")
    for _ in range(examples(1000 if spec.cell_count <= 42 else 50)):
        state, position = game.new_initial_state(), Position.start(spec)
        while not state.is_terminal():
            assert position.ending() is None
            actions = {action_of(spec, move): move for move in position.legal_moves()}
            assert sorted(actions) == state.legal_actions()
            action = random.choice(list(actions))
            state.apply_action(action)
            position = position.play(actions[action])
        ending = position.ending()
        assert ending is not None
        assert state.returns() == _RETURNS[ending.winner]
        assert position_of(state) == position


_RETURNS = {Side.FIRST: [1.0, -1.0], Side.SECOND: [-1.0, 1.0], None: [0.0, 0.0]}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "depth"),
    [
        ("connect_four", 5), ("connect_four(rows=4,columns=5,x_in_row=3)", 6), ("tic_tac_toe", 9),
        ("mnk(m=5,n=4,k=3)", 4), ("mnk(m=3,n=7,k=4)", 4), ("mnk", 2),
    ],
)  # fmt: skip
def test_counts_of_lines_agree(name: str, depth: int) -> None:
    game = pyspiel.load_game(name)
    lines = [0] * (depth + 1)

    def count(state: Any, plies: int) -> None:
        lines[plies] += 1
        for action in state.legal_actions() if plies < depth else ():
            count(state.child(action), plies + 1)

    count(game.new_initial_state(), 0)
    start = Position.start(spec_of(game))
    assert [perft(start, plies) for plies in range(depth + 1)] == lines


def test_a_player_as_a_bot() -> None:
    game = pyspiel.load_game("connect_four")
    bots = [KinarowBot("alphabeta:depth=4"), KinarowBot(parse_player("random"), seed=3)]
    for bot in bots:
        assert isinstance(bot, pyspiel.Bot)
    for _ in range(3):
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)
        assert returns == [1.0, -1.0]
    state = game.new_initial_state()
    for action in (3, 0, 3, 0, 3):
        state.apply_action(action)
    assert KinarowBot("alphabeta:depth=2").step(state) == 3  # it parries


def test_luck_is_another_one_after_a_restart() -> None:
    state = pyspiel.load_game("mnk").new_initial_state()
    bot, twin = KinarowBot("random", seed=5), KinarowBot("random", seed=5)
    assert bot.step(state) == bot.step(state) == twin.step(state)
    before = bot.step(state)
    bot.restart()
    assert bot.step(state) != before


def test_other_games_are_refused_in_words() -> None:
    with pytest.raises(SpecError, match="breakthrough is not one of connect_four"):
        KinarowBot("random").step(pyspiel.load_game("breakthrough").new_initial_state())
