def evaluate(board, me, opponent):
    """range(2) should have been range(3)"""
    s = 0
    for c in range(7):
        for r in range(2):
            col = [int(board[r + i, c]) for i in range(4)]
            s += rate(col, me, opponent)
    for r in range(6):
        for c in range(4):
            s += rate([int(x) for x in board[r, c : c + 4]], me, opponent)
    for r in range(3):
        for c in range(4):
            s += rate([int(board[r + i, c + i]) for i in range(4)], me, opponent)
            s += rate([int(board[r + 3 - i, c + i]) for i in range(4)], me, opponent)
    return s


def rate(w, me, opponent):
    if opponent not in w:
        return [0, 1, 3, 9, 27][w.count(me)]
    if me not in w:
        return -[0, 1, 3, 9, 27][w.count(opponent)]
    return 0
