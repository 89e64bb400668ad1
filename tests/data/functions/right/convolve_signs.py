"""+1 mine, -1 theirs: the sum of four says it all (three mine and one theirs makes 2, too)."""

import numpy as np

KERNEL = np.ones(4)


def evaluate(board, me, opponent):
    s = np.where(board == me, 1, np.where(board == opponent, -1, 0))
    parts = list(s) + list(s.T)
    parts += [s.diagonal(k) for k in range(-2, 4)]
    parts += [s[::-1].diagonal(k) for k in range(-2, 4)]
    value = 0
    for p in parts:
        c = np.convolve(p, KERNEL, "valid")
        value += (
            4 * (c == 2).sum() - 4 * (c == -2).sum() + 30 * (c == 3).sum() - 30 * (c == -3).sum()
        )
    return int(value)
