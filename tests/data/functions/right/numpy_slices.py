import numpy as np


def evaluate(board, me, opponent):
    mine = (board == me).astype(int)
    yours = (board == opponent).astype(int)
    score = 0
    for a, b, sign in ((mine, yours, 1), (yours, mine, -1)):
        for stack, other in (
            ([a[:, i : i + 4] for i in range(4)], [b[:, i : i + 4] for i in range(4)]),
            ([a[i : i + 3, :] for i in range(4)], [b[i : i + 3, :] for i in range(4)]),
            (
                [a[i : i + 3, i : i + 4] for i in range(4)],
                [b[i : i + 3, i : i + 4] for i in range(4)],
            ),
            (
                [a[3 - i : 6 - i, i : i + 4] for i in range(4)],
                [b[3 - i : 6 - i, i : i + 4] for i in range(4)],
            ),
        ):
            n = sum(stack)
            free = sum(other) == 0
            score += sign * int(np.sum((n == 2) & free)) * 3
            score += sign * int(np.sum((n == 3) & free)) * 20
            score += sign * int(np.sum(n == 4)) * 5000
    return score
