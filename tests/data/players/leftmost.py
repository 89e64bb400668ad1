"""A player as a user writes one: the leftmost column, or the first empty cell."""


def choose(board, me, opponent, game):
    for row in range(game.rows):
        for column in range(game.columns):
            if board[row][column] == 0:
                return column if game.gravity else (row, column)
