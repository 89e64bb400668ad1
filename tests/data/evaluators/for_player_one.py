"""As textbooks have it: one number, high where player 1 (MAX) stands well."""

VALUES = [3, 4, 5, 7, 5, 4, 3]


def heuristic(board):
    total = 0
    for row in board:
        for column in range(len(row)):
            if row[column] == 1:
                total += VALUES[column % 7]
            elif row[column] == 2:
                total -= VALUES[column % 7]
    return total + 1
