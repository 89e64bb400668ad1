"""Counting lines of play at native speed, on bordered boards (see `line_kernel`) of any size."""

import numpy as np
from numpy.typing import NDArray

from kinarow.game.line_kernel import completes_line
from kinarow.native.jit import jit

NODES, FIRST_WINS, SECOND_WINS, DRAWS = 0, 1, 2, 3


@jit
def count(
    grid: NDArray[np.int8],
    landing: NDArray[np.int64],
    gravity: bool,
    width: int,
    target: int,
    exact: int,
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
        if completes_line(grid, at, side, width, target, exact):
            counts[ply, FIRST_WINS if side == 1 else SECOND_WINS] += 1
        elif empty == 1:
            counts[ply, DRAWS] += 1
        elif depth > 1:
            if gravity:
                landing[i] = at + width
            count(
                grid, landing, gravity, width, target, exact, empty - 1, 3 - side, depth - 1,
                ply + 1, counts,
            )  # fmt: skip
            landing[i] = at
        grid[at] = 0
