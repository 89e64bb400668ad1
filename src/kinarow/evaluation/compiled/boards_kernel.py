"""Many boards at once, at native speed: the codes of their features, and what they sum to.

Boards are words of bits (`geometry`); `CompiledForm` says what the other arrays hold.
"""

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation.compiled.accumulate_kernel import is_trap
from kinarow.native.jit import jit, jit_part


@jit_part
def lay_stones(
    board: np.uint64,
    cell_of_bit: NDArray[np.int32],
    starts: NDArray[np.int32],
    features: NDArray[np.int32],
    steps: NDArray[np.int32],
    codes: NDArray[np.int32],
) -> None:
    """Move the codes of an empty board to where these stones of one side take them."""
    for bit in range(64):
        if (board >> np.uint64(bit)) & np.uint64(1):
            cell = cell_of_bit[bit]
            for i in range(starts[cell], starts[cell + 1]):
                codes[features[i]] += steps[i]


@jit
def codes_of_boards(
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
    cell_of_bit: NDArray[np.int32],
    starts: NDArray[np.int32],
    features: NDArray[np.int32],
    steps: NDArray[np.int32],
    codes: NDArray[np.int32],
) -> None:
    """`codes` is [board, feature] and holds the codes of the empty board."""
    for i in range(first.size):
        lay_stones(first[i], cell_of_bit, starts, features, steps[0], codes[i])
        lay_stones(second[i], cell_of_bit, starts, features, steps[1], codes[i])


@jit
def traps_of_boards(
    cells: NDArray[np.uint64],
    codes: NDArray[np.int32],
    side: int,
    target: int,
    cell_of_bit: NDArray[np.int32],
    trap_starts: NDArray[np.int32],
    trap_windows: NDArray[np.int32],
    origins: NDArray[np.int32],
    traps: NDArray[np.int64],
) -> None:
    """How many traps a side has on each board; `cells` are those to be looked at."""
    for i in range(cells.size):
        for bit in range(64):
            if (cells[i] >> np.uint64(bit)) & np.uint64(1) and is_trap(
                cell_of_bit[bit], side, target, trap_starts, trap_windows, origins, codes[i]
            ):
                traps[i] += 1
