"""Windows of four that only one side holds, the fuller the better."""


def evaluate(board, me, opponent):
    rows, columns = board.shape
    score = 0
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + 3 * down, column + 3 * right
                if last_row < rows and 0 <= last_column < columns:
                    mine = theirs = 0
                    for step in range(4):
                        stone = board[row + step * down, column + step * right]
                        mine += stone == me
                        theirs += stone == opponent
                    if theirs == 0:
                        score += mine * mine
                    if mine == 0:
                        score -= theirs * theirs
    return score
