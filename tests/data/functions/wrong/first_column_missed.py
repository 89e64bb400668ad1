def evaluate(board, me, opponent):
    score = 0
    for line in lines():
        stones = [board[r, c] for r, c in line]
        if opponent not in stones:
            score += (0, 0, 1, 6, 90)[stones.count(me)]
        if me not in stones:
            score -= (0, 0, 1, 6, 90)[stones.count(opponent)]
    return score


def lines():
    for r in range(6):
        for c in range(1, 7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 1 <= c + 3 * dc < 7:
                    yield [(r + i * dr, c + i * dc) for i in range(4)]
