"""A player of his own: the free column that is nearest to the middle."""


def choose(board, me, opponent):
    return min((c for c in range(7) if board[0][c] == 0), key=lambda c: abs(c - 3))
