"""Games as PettingZoo environments."""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from kinarow.adapters.pettingzoo import env, raw_env
from kinarow.errors import MoveError, SpecError
from kinarow.game import Position, Side
from tests.strategies import games

SIZES = [
    "connect4",
    "tictactoe",
    "drop:9x3:3",
    "place:6x4:4",
    "place:6x5:3:exact",
    "gomoku",
    "drop:1x1:1",
]


@pytest.mark.parametrize("game", SIZES)
@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.filterwarnings(
    # It would rather see plain arrays, and more than an empty board in the first of them.
    "ignore:Observation:UserWarning",
)
def test_pettingzoos_own_test(make: Any, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(game), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


def test_seeds_change_nothing() -> None:
    seed_test(lambda: env("drop:5x4:3"), num_cycles=20)


@given(games(7))
def test_a_game_is_the_same_game_there(played: list[Position]) -> None:
    world = raw_env(played[0].spec)
    world.reset()
    for before, after in pairwise(played):
        mover, waiting = world.agent_selection, world.possible_agents[int(before.mover) % 2]
        assert mover == ("player_0" if before.mover is Side.FIRST else "player_1")
        seen = world.observe(mover)
        rows = np.array(before.rows())
        assert (seen["observation"][:, :, 0] == (rows == int(before.mover))).all()
        assert (seen["observation"][:, :, 1] == (rows == int(before.mover.other))).all()
        legal = before.legal_moves()
        columns, top = before.spec.columns, before.spec.rows - 1
        actions = [
            move.column if before.spec.gravity else (top - move.row) * columns + move.column
            for move in legal
        ]
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(actions)
        assert not world.observe(waiting)["action_mask"].any()
        world.step(actions[legal.index(before.move_to(after))])
        assert world.position == after
        assert world.rewards.get(mover) == (1 if (e := after.ending()) and e.winner else 0)
        assert all(world.terminations.values()) == (after.ending() is not None)


@given(st.integers(0, 1000))
def test_random_play_by_the_mask_ends_in_a_fair_reward(seed: int) -> None:
    world = env("drop:4x4:3")
    world.reset(seed)
    random = np.random.default_rng(seed)
    total = dict.fromkeys(world.possible_agents, 0.0)
    for agent in world.agent_iter():
        seen, reward, terminated, truncated, _ = world.last()
        total[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        over = terminated or truncated
        world.step(None if over else int(random.choice(legal)))
    assert sorted(total.values()) in ([-1, 1], [0, 0])


def test_an_illegal_move_loses() -> None:
    world = env("drop:2x1:2")
    world.reset()
    world.step(0)
    world.step(0)
    assert world.rewards == {"player_0": 0, "player_1": -1}
    bare = raw_env("drop:2x1:2")
    bare.reset()
    bare.step(0)
    with pytest.raises(MoveError, match="0 is not a legal action here"):
        bare.step(0)


def test_it_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    world = raw_env("tictactoe", render_mode="ansi")
    world.reset()
    world.step(4)
    assert world.render() == "...\n.X.\n..."
    shown = raw_env("tictactoe", render_mode="human")
    shown.reset()
    shown.step(0)
    assert capsys.readouterr().out == "X..\n...\n...\n"
    with pytest.warns(UserWarning, match="no render mode"):
        raw_env().render()


def test_environments_travel_and_refuse_nonsense() -> None:
    assert pickle.loads(pickle.dumps(raw_env("place:5x4:3"))).spec == raw_env("place:5x4:3").spec
    with pytest.raises(SpecError):
        env("chess")
