"""Lines on a bordered board, at native speed.

The board is a flat int8 array with a border of −1, bottom row first:

    −1 −1 −1 −1 −1        width = columns + 2
    −1  .  .  . −1        place of cell (column, row) = (row + 1) · width + column + 1
    −1  .  .  . −1
    −1 −1 −1 −1 −1
"""

import numpy as np
from numpy.typing import NDArray

from kinarow.native.jit import jit_part


@jit_part
def completes_line(
    grid: NDArray[np.int8], at: int, side: int, width: int, target: int, exact: int
) -> bool:
    """Whether a stone of `side` at `at` is, or would be, part of a line that wins: of at least
    `target` stones, or if `exact` is 1 of no more than that."""
    # Stones are counted up to this: in exact games, one more than the target is too many.
    most = target + exact
    # Unsigned, since a signed index is looked at first whether it counts from the end.
    start = np.uint64(at)
    for by in (1, width, width + 1, width - 1):
        step = np.uint64(by)
        length = 1
        ahead = start + step
        while length < most and grid[ahead] == side:
            length += 1
            ahead += step
        behind = start - step
        while length < most and grid[behind] == side:
            length += 1
            behind -= step
        if length == target:
            return True
    return False
