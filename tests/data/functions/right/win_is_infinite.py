import math


def four(board, p):
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                try:
                    if (
                        r + 3 * dr >= 0
                        and c + 3 * dc >= 0
                        and all(board[r + i * dr][c + i * dc] == p for i in range(4))
                    ):
                        return True
                except IndexError:
                    pass
    return False


def evaluate(board, me, opponent):
    if four(board, me):
        return math.inf
    if four(board, opponent):
        return -math.inf
    weights = [1, 2, 3, 4, 3, 2, 1]
    return sum(
        weights[c] * ((board[r][c] == me) - 1.0 * (board[r][c] == opponent))
        for r in range(6)
        for c in range(7)
    )
