"""Judging moves by random games. Imports numpy; the kernels come with the first call."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinarow.game import Cell, Position
from kinarow.game.grid import bordered_grid, landing_places

_MOST_NODES = 2_000_000


@dataclass(frozen=True, slots=True)
class MoveShare:
    """How a move did in random games."""

    move: Cell
    games: int
    share: float
    """Points per game for the side to move: a win 1, a draw one half."""


def flat_shares(position: Position, playouts: int, seed: int) -> list[MoveShare]:
    """The same number of random games after each move, about `playouts` in all."""
    from kinarow.search import playout_kernel

    free = _free(position)
    each = max(1, playouts // len(free))
    points = np.zeros(free.size, dtype=np.int64)
    spec = position.spec
    playout_kernel.flat(
        bordered_grid(position), free, int(position.mover), spec.gravity, spec.columns + 2,
        spec.target, int(spec.exact), each, _state(seed), points,
    )  # fmt: skip
    return [
        MoveShare(_cell(position, int(place)), each, int(p) / (2 * each))
        for place, p in zip(free, points, strict=True)
    ]


def tree_shares(position: Position, playouts: int, explore: float, seed: int) -> list[MoveShare]:
    """Random games guided to the better moves by upper confidence bounds."""
    from kinarow.search import playout_kernel

    free, spec = _free(position), position.spec
    size = min(_MOST_NODES, 1 + (playouts + 1) * free.size)
    first_child, children, place, visits, points = (
        np.zeros(size, dtype=np.int64) for _ in range(5)
    )
    playout_kernel.grow_tree(
        bordered_grid(position), free, int(position.mover), spec.gravity, spec.columns + 2,
        spec.target, int(spec.exact), playouts, explore, _state(seed), first_child, children,
        place, visits, points,
    )  # fmt: skip
    first = int(first_child[0])
    return [
        MoveShare(
            _cell(position, int(place[child])),
            int(visits[child]),
            int(points[child]) / (2 * max(1, int(visits[child]))),
        )
        for child in range(first, first + int(children[0]))
    ]


def _free(position: Position) -> NDArray[np.int64]:
    places = landing_places(position)
    free: NDArray[np.int64] = places[bordered_grid(position)[places] == 0]
    return free


def _state(seed: int) -> NDArray[np.uint64]:
    digest = hashlib.sha256(f"playouts {seed}".encode()).digest()
    return np.array([int.from_bytes(digest[:8], "little") | 1], dtype=np.uint64)


def _cell(position: Position, place: int) -> Cell:
    row, column = divmod(place, position.spec.columns + 2)
    return Cell(column - 1, row - 1)
