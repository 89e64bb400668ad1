COLS = 7


def evaluate(board, me, opponent):
    centre = [board[r][COLS // 2 - 1] for r in range(6)]
    score = 4 * centre.count(me) - 4 * centre.count(opponent)
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7:
                    w = [board[r + i * dr][c + i * dc] for i in range(4)]
                    if w.count(0) == 1:
                        score += 20 * (w.count(me) == 3) - 20 * (w.count(opponent) == 3)
    return score
