import numpy as np


def evaluate(board, me, opponent):
    lines = [list(row) for row in board] + [list(col) for col in board.T]
    for a in (board, np.flipud(board)):
        for k in range(0, 4):
            lines.append(list(a.diagonal(k)))
        for k in range(0, 3):
            lines.append(list(a.diagonal(-k)))
    s = 0
    for line in lines:
        for i in range(len(line) - 3):
            w = line[i : i + 4]
            if opponent not in w:
                s += (0, 1, 8, 40, 0)[w.count(me)]
            if me not in w:
                s -= (0, 1, 8, 40, 0)[w.count(opponent)]
    return s
