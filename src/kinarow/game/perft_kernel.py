"""Counting lines of play at native speed, on boards of any size.

The board is a flat int8 array with a border of −1, bottom row first, one cell between rows:

    −1 −1 −1 −1 −1        width = columns + 2
    −1  .  .  . −1        cell (column, row) = (row + 1) · width + column + 1
    −1  .  .  . −1
    −1 −1 −1 −1 −1
"""

import numpy as np
from numpy.typing import NDArray

from kinarow.native.jit import jit

NODES, FIRST_WINS, SECOND_WINS, DRAWS = 0, 1, 2, 3


@jit
def completes_line(grid: NDArray[np.int8], at: int, side: int, width: int, target: int) -> bool:
    """Whether the stone of `side` at `at` is part of a line of at least `target`."""
    for step in (1, width, width + 1, width - 1):
        length = 1
        ahead = at + step
        while length < target and grid[ahead] == side:
            length += 1
            ahead += step
        behind = at - step
        while length < target and grid[behind] == side:
            length += 1
            behind -= step
        if length >= target:
            return True
    return False


@jit
def count(
    grid: NDArray[np.int8],
    landing: NDArray[np.int64],
    gravity: bool,
    width: int,
    target: int,
    empty: int,
    side: int,
    depth: int,
    ply: int,
    counts: NDArray[np.int64],
) -> None:
    """Play every line of `depth` plies from here; add to `counts[ply]` what each ply meets.

    `landing` lists the cells to try: with gravity one a column, the lowest empty one, and all
    cells of the board without.
    """
    for i in range(landing.size):
        at = landing[i]
        if grid[at] != 0:
            continue  # a full column points at the border, and a taken cell at its stone
        grid[at] = side
        counts[ply, NODES] += 1
        if completes_line(grid, at, side, width, target):
            counts[ply, FIRST_WINS if side == 1 else SECOND_WINS] += 1
        elif empty == 1:
            counts[ply, DRAWS] += 1
        elif depth > 1:
            if gravity:
                landing[i] = at + width
            count(
                grid, landing, gravity, width, target, empty - 1, 3 - side, depth - 1, ply + 1,
                counts,
            )  # fmt: skip
            landing[i] = at
        grid[at] = 0
