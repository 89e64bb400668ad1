"""Any k-in-a-row game as a PettingZoo environment; needs `pip install 'kinarow[pettingzoo]'`.

>>> game = env("drop:5x4:3")
>>> game.reset()
>>> game.agent_selection, game.observe("player_0")["observation"].shape
('player_0', (4, 5, 2))
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kinarow.adapters.actions import action_count, action_of, after_action
from kinarow.errors import KinarowError, unknown
from kinarow.game import GameSpec, Position, Side
from kinarow.game.grid import grid_of
from kinarow.game.spec import as_spec

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise ImportError("this needs the extra: pip install 'kinarow[pettingzoo]'") from None

Observation = dict[str, NDArray[np.int8]]
_SIDES = {"player_0": Side.FIRST, "player_1": Side.SECOND}


def env(game: GameSpec | str = "connect4", render_mode: str | None = None) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal move ends the game and is a
    loss, and what is done in the wrong order is said to be."""
    made: Any = raw_env(game, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 (as PettingZoo names it)
    """The game itself, without wrappers.

    An observation has the stones of the one who looks in its first plane and the other's in its
    second, row 0 on top, and a mask of legal actions, which is empty for who is not to move. A win
    is worth 1, a loss -1, a draw nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kinarow_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: GameSpec | str = "connect4", render_mode: str | None = None) -> None:
        EzPickle.__init__(self, game, render_mode)
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise KinarowError(unknown("render_mode", render_mode, self.metadata["render_modes"]))
        self.spec, self.render_mode = as_spec(game), render_mode
        self.position = Position.start(self.spec)
        self.possible_agents = list(_SIDES)
        self.agents: list[str] = []
        actions, rows, columns = action_count(self.spec), self.spec.rows, self.spec.columns
        planes = spaces.Box(0, 1, (rows, columns, 2), np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        grid, side = grid_of(self.position), _SIDES[agent]
        planes = np.stack([grid == int(side), grid == int(side.other)], axis=2).astype(np.int8)
        mask = np.zeros(action_count(self.spec), np.int8)
        if side is self.position.mover:
            for move in self.position.legal_moves():
                mask[action_of(self.spec, move)] = 1
        return {"observation": planes, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The empty board; nothing here depends on luck."""
        self.position = Position.start(self.spec)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def step(self, action: int) -> None:
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        self.position = after_action(self.position, int(action))
        other = next(agent for agent in self.possible_agents if agent != mover)
        ending = self.position.ending()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if ending is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if ending.winner:
                self.rewards = {mover: 1.0, other: -1.0}
        self._cumulative_rewards[mover] = 0.0
        self.agent_selection = other
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text: returned in the mode `ansi`, printed in the mode `human`."""
        if self.render_mode is None:
            logger.warn("there is no render mode: say render_mode='ansi' or 'human'")
            return None
        if self.render_mode == "ansi":
            return str(self.position)
        print(self.position)
        return None

    def close(self) -> None:
        """Nothing is open."""
