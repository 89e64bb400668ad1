"""A player as a function: the rightmost free column."""


def choose(board, me, opponent):
    """A column, counted from 0."""
    return max(column for column in range(board.shape[1]) if board[0][column] == 0)
