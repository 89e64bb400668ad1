def evaluate(board, me, opponent):
    b = board.tolist()
    score = 0
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if not (0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7):
                    continue
                w = [b[r + i * dr][c + i * dc] for i in range(4)]
                if w.count(me) == 3 and w.count(0) == 1:
                    score += 15
                if w == [opponent, opponent, opponent, 0] or w == [0, opponent, opponent, opponent]:
                    score -= 15
    return score
