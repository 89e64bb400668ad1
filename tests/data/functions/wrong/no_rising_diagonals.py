def score_window(window, me, opponent):
    if window.count(me) == 4:
        return 100
    if window.count(me) == 3 and window.count(0) == 1:
        return 5
    if window.count(me) == 2 and window.count(0) == 2:
        return 2
    if window.count(opponent) == 3 and window.count(0) == 1:
        return -4
    return 0


def evaluate(board, me, opponent):
    board = board.tolist()
    score = 0
    for r in range(6):
        for c in range(4):
            score += score_window(board[r][c : c + 4], me, opponent)
    for r in range(3):
        for c in range(7):
            score += score_window([board[r + i][c] for i in range(4)], me, opponent)
    for r in range(3):
        for c in range(4):
            score += score_window([board[r + i][c + i] for i in range(4)], me, opponent)
    return score
