import numpy as np

POSITION = np.array(
    [
        [3, 4, 5, 7, 5, 4, 3],
        [4, 6, 8, 10, 8, 6, 4],
        [5, 8, 11, 13, 11, 8, 5],
        [5, 8, 11, 13, 11, 8, 5],
        [4, 6, 8, 10, 8, 6, 4],
        [3, 4, 5, 7, 5, 4, 3],
    ]
)


def windows(board):
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7:
                    yield [(r + i * dr, c + i * dc) for i in range(4)]


ALL = list(windows(None))


def won(board, p):
    return any(all(board[r, c] == p for r, c in w) for w in ALL)


def pattern(board, me, opp):
    s = 0
    for w in ALL:
        cells = [board[r, c] for r, c in w]
        a, b = cells.count(me), cells.count(opp)
        if b == 0:
            s += {4: 100, 3: 15, 2: 5, 1: 1}.get(a, 0)
        if a == 0:
            s -= {3: 15, 2: 3}.get(b, 0)
    return s


def traps(board, me, opp):
    n = 0
    for c in range(7):
        empty = [r for r in range(6) if board[r, c] == 0]
        if not empty:
            continue
        r = empty[-1]
        trial = board.copy()
        trial[r, c] = me
        if won(trial, me):
            continue
        threats = 0
        for w in ALL:
            if (r, c) in w:
                cells = [trial[x] for x in w]
                if cells.count(me) == 3 and cells.count(0) == 1:
                    threats += 1
        if threats >= 2:
            n += 1
    return n


def evaluate(board, me, opponent):
    if won(board, me):
        return 10000
    if won(board, opponent):
        return -10000
    moves = np.count_nonzero(board)
    if moves < 10:
        wp, wq, wt = 1.2, 1.0, 15
    elif moves <= 20:
        wp, wq, wt = 1.0, 1.5, 20
    else:
        wp, wq, wt = 0.8, 2.0, 30
    position = POSITION[board == me].sum() - POSITION[board == opponent].sum()
    return float(
        position * wp + pattern(board, me, opponent) * wq + traps(board, me, opponent) * wt
    )
