"""What a fair submission looks like; its mark must not depend on its neighbours."""


def choose(board, me, opponent):
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)
