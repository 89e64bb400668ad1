"""The manner of many tutorials: windows as lists, and how often a mark is in them."""


def evaluate_window(window, me, opponent):
    score = 0
    if window.count(me) == 4:
        score += 100
    elif window.count(me) == 3 and window.count(0) == 1:
        score += 5
    elif window.count(me) == 2 and window.count(0) == 2:
        score += 2
    if window.count(opponent) == 3 and window.count(0) == 1:
        score -= 4
    return score


def evaluate(board, me, opponent):
    rows, columns = board.shape
    score = 3 * list(board[:, columns // 2]).count(me)
    for r in range(rows):
        row = list(board[r, :])
        for c in range(columns - 3):
            score += evaluate_window(row[c : c + 4], me, opponent)
    for c in range(columns):
        column = list(board[:, c])
        for r in range(rows - 3):
            score += evaluate_window(column[r : r + 4], me, opponent)
    for r in range(rows - 3):
        for c in range(columns - 3):
            falling = [board[r + i, c + i] for i in range(4)]
            rising = [board[r + 3 - i, c + i] for i in range(4)]
            score += evaluate_window(falling, me, opponent)
            score += evaluate_window(rising, me, opponent)
    return score
