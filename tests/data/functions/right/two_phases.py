import numpy as np


def threes_and_twos(b, p, q):
    t3 = t2 = 0
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if not (0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7):
                    continue
                w = [int(b[r + i * dr, c + i * dc]) for i in range(4)]
                if q in w:
                    continue
                t3 += w.count(p) == 3
                t2 += w.count(p) == 2
    return t3, t2


def evaluate(board, me, opponent):
    a3, a2 = threes_and_twos(board, me, opponent)
    b3, b2 = threes_and_twos(board, opponent, me)
    centre = np.sum(board[:, 3] == me) - np.sum(board[:, 3] == opponent)
    if np.count_nonzero(board) < 12:
        return 8 * centre + 2 * (a2 - b2) + 5 * (a3 - b3)
    return 2 * centre + 3 * (a2 - b2) + 15 * (a3 - b3)
