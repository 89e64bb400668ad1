def wins(board, p):
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7:
                    if all(board[r + i * dr, c + i * dc] == p for i in range(4)):
                        return True
    return False


def evaluate(board, me, opponent):
    if wins(board, me):
        return 10000
    if wins(board, me):
        return -10000
    weights = [1, 2, 3, 5, 3, 2, 1]
    return sum(
        weights[c] * (int((board[:, c] == me).sum()) - int((board[:, c] == opponent).sum()))
        for c in range(7)
    )
