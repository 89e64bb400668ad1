"""An evaluation function as students hand it in: loops over a numpy array."""


def evaluate(board, me, opponent):
    """Stones near the middle, and twos that a third stone could follow."""
    rows, columns = board.shape
    score = 0
    for row in range(rows):
        for column in range(columns):
            worth = min(column, columns - 1 - column) + 1
            if board[row][column] == me:
                score += worth
            elif board[row][column] == opponent:
                score -= worth
            if column + 2 < columns:
                three = list(board[row, column : column + 3])
                if three.count(me) == 2 and three.count(0) == 1:
                    score += 5
                if three.count(opponent) == 2 and three.count(0) == 1:
                    score -= 5
    return score
