"""Keeping an evaluator's sums up to date, stone by stone, at native speed.

Each feature has a code, an index into the table of points; a stone on one of its cells moves the
code by a fixed step, forwards when it is put and backwards when it is taken away. `CompiledForm`
says what the arrays hold.
"""

import numpy as np
from numpy.typing import NDArray

from kinarow.native.jit import jit


@jit
def move_codes(
    cell: int,
    direction: int,
    starts: NDArray[np.int32],
    features: NDArray[np.int32],
    steps: NDArray[np.int32],
    table: NDArray[np.int64],
    codes: NDArray[np.int32],
    sums: NDArray[np.int64],
) -> None:
    """Put (`direction` 1) or take away (−1) a stone; `steps` are those of its side."""
    for i in range(starts[cell], starts[cell + 1]):
        feature = features[i]
        old = codes[feature]
        new = old + direction * steps[i]
        codes[feature] = new
        sums[0] += table[new] - table[old]


@jit
def is_trap(
    cell: int,
    side: int,
    target: int,
    starts: NDArray[np.int32],
    windows: NDArray[np.int32],
    origins: NDArray[np.int32],
    codes: NDArray[np.int32],
) -> bool:
    """Whether a stone of `side` on this empty cell would make two threats and complete no line.

    A window's code counts its stones: one for each of the first side, target + 1 for each of the
    second.
    """
    threats = 0
    for i in range(starts[cell], starts[cell + 1]):
        window = windows[i]
        count = codes[window] - origins[window]
        first, second = count % (target + 1), count // (target + 1)
        own, opponent = (first, second) if side == 1 else (second, first)
        if opponent == 0:
            if own == target - 1:
                return False
            if own == target - 2:
                threats += 1
    return threats >= 2
