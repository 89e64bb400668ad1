# the bottom row is row 0 (as in the video)
TABLE = [
    [3, 4, 6, 9, 6, 4, 3],
    [3, 4, 6, 8, 6, 4, 3],
    [2, 3, 5, 7, 5, 3, 2],
    [2, 2, 4, 5, 4, 2, 2],
    [1, 1, 2, 3, 2, 1, 1],
    [0, 1, 1, 2, 1, 1, 0],
]


def evaluate(board, me, opponent):
    total = 0
    for row in range(6):
        for col in range(7):
            if board[row][col] == me:
                total += TABLE[row][col]
            elif board[row][col] == opponent:
                total -= TABLE[row][col]
    return total
