import numpy as np


def lines(a):
    for row in a:
        yield row
    for col in a.T:
        yield col
    for k in range(-5, 7):
        yield np.diagonal(a, k)
        yield np.diagonal(np.fliplr(a), k)


def evaluate(board, me, opponent):
    mine = (board == me).astype(int)
    theirs = (board == opponent).astype(int)
    total = 0
    for x, y in zip(lines(mine), lines(theirs)):
        if len(x) < 4:
            continue
        a = np.convolve(x, np.ones(4, dtype=int), mode="valid")
        b = np.convolve(y, np.ones(4, dtype=int), mode="valid")
        total += 2 * np.sum((a == 2) & (b == 0)) + 9 * np.sum((a == 3) & (b == 0))
        total -= 3 * np.sum((b == 2) & (a == 0)) + 12 * np.sum((b == 3) & (a == 0))
    return total
