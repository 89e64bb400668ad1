"""An agent after the description of the one that comes with ConnectX: negamax to depth 4.

A move that wins at once is taken, the sooner the better; at the end of the search a move counts by
the own stones beside it; of equal moves any one is taken.
"""

import random


def agent(observation, configuration):
    columns, rows, inarow = configuration.columns, configuration.rows, configuration.inarow
    size = columns * rows

    def landing(board, column):
        return max((r for r in range(rows) if board[r * columns + column] == 0), default=None)

    def completes(board, row, column, mark):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < rows and 0 <= c < columns and board[r * columns + c] == mark:
                    length, r, c = length + 1, r + sign * down, c + sign * right
            if length >= inarow:
                return True
        return False

    def neighbours(board, row, column, mark):
        beside = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
        return sum(
            0 <= r < rows and 0 <= c < columns and board[r * columns + c] == mark for r, c in beside
        )

    def search(board, mark, depth, stones):
        if stones == size:
            return 0, None
        moves = [(landing(board, c), c) for c in range(columns) if board[c] == 0]
        soon = (size + 1 - stones) / 2
        for row, column in moves:
            if completes(board, row, column, mark):
                return soon, column
        best = []
        top = -size
        for row, column in moves:
            if depth == 0:
                score = soon + neighbours(board, row, column, mark)
            else:
                board[row * columns + column] = mark
                score = -search(board, 3 - mark, depth - 1, stones + 1)[0]
                board[row * columns + column] = 0
            if score > top:
                top, best = score, []
            if score == top:
                best.append(column)
        return top, random.choice(best)

    board = list(observation.board)
    return search(board, observation.mark, 4, size - board.count(0))[1]
