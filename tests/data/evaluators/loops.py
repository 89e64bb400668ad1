"""How many students write it: nested loops, a table, a helper."""

WEIGHTS = [
    [3, 4, 5, 7, 5, 4, 3],
    [4, 6, 8, 10, 8, 6, 4],
    [5, 8, 11, 13, 11, 8, 5],
    [5, 8, 11, 13, 11, 8, 5],
    [4, 6, 8, 10, 8, 6, 4],
    [3, 4, 5, 7, 5, 4, 3],
]


def score_window(mine, theirs):
    if mine and theirs:
        return 0
    if mine:
        return 10**mine
    if theirs:
        return -(10**theirs)
    return 0


def evaluate(board, me, opponent):
    """Stones on good squares, and windows that only one side holds."""
    rows, columns = board.shape
    score = 0
    for r in range(rows):
        for c in range(columns):
            if board[r][c] == me:
                score += WEIGHTS[r][c]
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < rows and 0 <= c + 3 * dc < columns:
                    mine = 0
                    theirs = 0
                    for i in range(4):
                        if board[r + i * dr][c + i * dc] == me:
                            mine += 1
                        elif board[r + i * dr][c + i * dc] == opponent:
                            theirs += 1
                    score += score_window(mine, theirs)
    return score
