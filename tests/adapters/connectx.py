"""A stand-in for ConnectX as `kaggle_environments` plays it.

That package is 65 MB and needs jax, transformers and two dozen others, so tests use its contract,
written down here: how a file becomes an agent, what agents are given, how long they may take, what
they may answer and how games end. Where the package is installed, both are compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kinarow.players.user.kaggle_file import Struct

Agent = Callable[..., Any]


def agent_in(path: Path) -> Agent:
    """The last callable of a file, which runs in an empty namespace."""
    namespace: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), namespace)  # noqa: S102
    found: Agent = [value for value in namespace.values() if callable(value)][-1]
    return found


@dataclass
class Episode:
    """A game and how it ended for either agent."""

    board: list[int]
    columns: list[int] = field(default_factory=list)
    rewards: list[int | None] = field(default_factory=lambda: [0, 0])
    status: list[str] = field(default_factory=lambda: ["DONE", "DONE"])
    longest: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """The longest time that either agent took for a move."""


def play(agents: list[Agent], **settings: Any) -> Episode:
    """A game between two agents."""
    configuration = Struct(
        columns=7, rows=6, inarow=4, actTimeout=2, timeout=2, agentTimeout=60, runTimeout=1200,
        episodeSteps=1000,
    )  # fmt: skip
    configuration.update(settings)
    reserves = [60.0, 60.0]
    episode = Episode([0] * (configuration.columns * configuration.rows))
    while True:
        turn = len(episode.columns) % 2
        observation = Struct(
            board=list(episode.board), mark=turn + 1, step=len(episode.columns),
            remainingOverageTime=reserves[turn],
        )  # fmt: skip
        arguments = [observation, configuration]
        if hasattr(agents[turn], "__code__"):
            arguments = arguments[: agents[turn].__code__.co_argcount]
        begun = time.perf_counter()
        column = agents[turn](*arguments)
        took = time.perf_counter() - begun
        episode.longest[turn] = max(episode.longest[turn], took)
        reserves[turn] -= max(0.0, took - configuration.actTimeout)
        wrong = _what_is_wrong(column, episode.board, configuration, reserves[turn])
        if wrong:
            episode.status[turn], episode.rewards[turn] = wrong, None
            return episode
        episode.columns.append(column)
        places = range(column, len(episode.board), configuration.columns)
        place = max(place for place in places if episode.board[place] == 0)
        episode.board[place] = turn + 1
        if _completes(place, episode.board, configuration):
            episode.rewards = [1, -1] if turn == 0 else [-1, 1]
            return episode
        if all(episode.board):
            return episode


def _what_is_wrong(column: Any, board: list[int], configuration: Any, reserve: float) -> str:
    if reserve < 0:
        return "TIMEOUT"
    is_whole = isinstance(column, int) and not isinstance(column, bool)
    if not is_whole or not 0 <= column < configuration.columns or board[column]:
        return "INVALID"
    return ""


def _completes(place: int, board: list[int], configuration: Any) -> bool:
    row, column = divmod(place, configuration.columns)

    def run(down: int, right: int) -> int:
        length, r, c = 0, row + down, column + right
        while (
            0 <= r < configuration.rows
            and 0 <= c < configuration.columns
            and board[r * configuration.columns + c] == board[place]
        ):
            length, r, c = length + 1, r + down, c + right
        return length

    lines = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        run(down, right) + run(-down, -right) + 1 >= configuration.inarow for down, right in lines
    )
