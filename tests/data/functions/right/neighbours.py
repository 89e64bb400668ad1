def evaluate(board, me, opponent):
    """Each stone likes friends beside it."""
    h, w = board.shape
    friends = 0
    for y in range(h):
        for x in range(w):
            if board[y, x] == 0:
                continue
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    if (dy or dx) and 0 <= y + dy < h and 0 <= x + dx < w:
                        if board[y + dy, x + dx] == board[y, x]:
                            friends += 1 if board[y, x] == me else -1
    return friends
