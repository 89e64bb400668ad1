import numpy as np


def evaluate(board, me, opponent):
    s = np.where(board == me, 1, np.where(board == opponent, 10, 0))
    score = 0
    groups = [s[r, c : c + 4] for r in range(6) for c in range(4)]
    groups += [np.diagonal(s[r : r + 4, c : c + 4]) for r in range(3) for c in range(4)]
    groups += [np.diagonal(np.fliplr(s[r : r + 4, c : c + 4])) for r in range(3) for c in range(4)]
    for g in groups:
        score += {3: 30, 2: 4, 30: -30, 20: -4}.get(int(g.sum()), 0)
    return score
