COLS, ROWS = 7, 6


def value(cells, me, opponent):
    a, b = cells.count(me), cells.count(opponent)
    if a and b:
        return 0
    return 10**a - 10**b


def evaluate(board, me, opponent):
    b = board.tolist()
    total = 0
    for r in range(ROWS):
        for c in range(COLS - 4):
            total += value([b[r][c + i] for i in range(4)], me, opponent)
    for r in range(ROWS - 3):
        for c in range(COLS):
            total += value([b[r + i][c] for i in range(4)], me, opponent)
    for r in range(ROWS - 3):
        for c in range(COLS - 4):
            total += value([b[r + i][c + i] for i in range(4)], me, opponent)
            total += value([b[r + 3 - i][c + i] for i in range(4)], me, opponent)
    return total
