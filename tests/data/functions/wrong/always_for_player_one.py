PLAYER, COMPUTER = 1, 2


def evaluate(board, me, opponent):
    score = 0
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7:
                    w = [board[r + i * dr, c + i * dc] for i in range(4)]
                    if COMPUTER not in w:
                        score += (0, 1, 5, 20, 1000)[w.count(PLAYER)]
                    elif PLAYER not in w:
                        score -= (0, 1, 5, 20, 1000)[w.count(COMPUTER)]
    return score
