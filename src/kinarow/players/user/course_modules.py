"""What players of the UC Davis Connect Four project are given: stand-ins for its modules.

Their files import `connect4` (the game), `pygame` (which draws it) and, unless they are the file
`players.py` themselves, `players` (the base class). Here nothing is drawn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from kinarow.game import GameSpec, Side


class connect4Player:  # noqa: N801, the skeleton's name
    """The base class of players, and who stands for the opponent."""

    def __init__(self, position: int, seed: int = 0, CVDMode: bool = False) -> None:  # noqa: N803
        self.position = position
        self.opponent: Any = None
        self.seed = seed
        random.seed(seed)

    def play(self, env: connect4, move: Move) -> None:
        """Leave a column in `move`."""


class connect4:  # noqa: N801, the skeleton's name
    """The game as these players see it."""

    def __init__(
        self,
        player1: Any,
        player2: Any,
        board_shape: tuple[int, int] = (6, 7),
        visualize: bool = False,
        target: int = 4,
        seconds: float = 0.5,
        **others: Any,
    ) -> None:
        rows, columns = board_shape
        self.shape = board_shape
        self.board = np.zeros(board_shape, dtype=np.int32)
        """0, 1 and 2, the top row first."""
        self.topPosition = np.full(columns, rows - 1, dtype=np.int32)
        """For each column the row in which a stone would land, −1 if it is full."""
        self.player1, self.player2 = player1, player2
        player1.opponent, player2.opponent = player2, player1
        self.turnPlayer = player1
        self.history: list[list[int]] = [[], []]
        """The columns that either player has played."""
        self.is_winner = False
        self.target = target
        self.limit, self.time_limits = [1, 2], [seconds, seconds]
        self.visualize, self.game, self.save, self.verbose = False, 0, False, False

    @classmethod
    def at(cls, player: Any, spec: GameSpec, columns: Iterable[int], seconds: float) -> connect4:
        """The game after some moves, with a player whose turn it is."""
        players = {player.position: player}
        other = int(Side(player.position).other)
        players[other] = connect4Player.__new__(connect4Player)  # without touching anyone's luck
        players[other].position, players[other].seed = other, 0
        shape = (spec.rows, spec.columns)
        env = cls(players[1], players[2], shape, target=spec.target, seconds=seconds)
        for column in columns:
            env.board[env.topPosition[column], column] = env.turnPlayer.position
            env.topPosition[column] -= 1
            env.history[env.turnPlayer.position - 1].append(column)
            env.turnPlayer = env.turnPlayer.opponent
        return env

    def gameOver(self, j: int, player: int) -> bool:  # noqa: N802
        """Whether the highest stone of a column completes a line of a player's, or the board is
        full."""
        row, column = int(self.topPosition[j]) + 1, int(j) % self.shape[1]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ahead = self._run(row, column, down, right, player)
            behind = self._run(row - down, column - right, -down, -right, player)
            if ahead and ahead + behind >= self.target:
                self.is_winner = True
                return True
        return sum(map(len, self.history)) == self.board.size

    def _run(self, row: int, column: int, down: int, right: int, player: int) -> int:
        length = 0
        rows, columns = self.shape
        while 0 <= row < rows and 0 <= column < columns and self.board[row, column] == player:
            length, row, column = length + 1, row + down, column + right
        return length

    def randMove(self) -> int:  # noqa: N802
        return random.choice([column for column, row in enumerate(self.topPosition) if row >= 0])

    def getBoard(self) -> Any:  # noqa: N802
        return deepcopy(self.board)

    def getEnv(self) -> connect4:  # noqa: N802
        return deepcopy(self)


class Drawn(int):
    """A random column, which can be told from one that a player left."""


class Move(list[Any]):
    """Where a player leaves its column: `move[:] = [3]`, or `move["move"] = 3` in later versions.

    As long as nothing is left there, it is a random one.
    """

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            super().__setitem__(slice(None), [value])
        else:
            super().__setitem__(key, value)

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(0 if isinstance(key, str) else key)


class _Nothing:
    """Whatever is asked of it, it does nothing: a window that nobody sees."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **keywords: Any) -> _Nothing:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class _Silent(ModuleType):
    """A module in which everything exists and does nothing."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_Nothing(), name)


def _stand_ins(folder: Path) -> dict[str, ModuleType]:
    game, players = ModuleType("connect4"), ModuleType("players")
    square, rows, columns = 100, 6, 7
    constants = {
        "SQUARESIZE": square,
        "ROW_COUNT": rows,
        "COLUMN_COUNT": columns,
        "RADIUS": square // 2 - 5,
        "width": columns * square,
        "height": (rows + 1) * square,
        "size": (columns * square, (rows + 1) * square),
        "screen": None,
        "BLUE": (0, 0, 255),
        "BLACK": (0, 0, 0),
        "WHITE": (255, 255, 255),
        "RED": (255, 0, 0),
        "YELLOW": (255, 255, 0),
        "P1COLOR": (255, 0, 0),
        "P2COLOR": (255, 255, 0),
    }
    for module in (game, players):
        vars(module).update(constants, connect4=connect4)
    vars(players).update(connect4Player=connect4Player)
    found = {"connect4": game, "pygame": _Silent("pygame")}
    # A player may be built on classes of the file beside it.
    return found if (folder / "players.py").exists() else {**found, "players": players}


@contextmanager
def skeleton(folder: Path) -> Iterator[None]:
    """While a player's code runs, its imports find the stand-ins."""
    modules = _stand_ins(folder)
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module
