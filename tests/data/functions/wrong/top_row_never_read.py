def evaluate(board, me, opponent):
    score = 0
    for r in range(1, 6):
        for c in range(7):
            for dr, dc in ((0, 1), (-1, 0), (-1, 1), (-1, -1)):
                rr, cc = r + 3 * dr, c + 3 * dc
                if 1 <= rr < 6 and 0 <= cc < 7:
                    w = [board[r + i * dr][c + i * dc] for i in range(4)]
                    if w.count(me) == 3 and w.count(0) == 1:
                        score += 50
                    elif w.count(me) == 2 and w.count(0) == 2:
                        score += 10
                    elif w.count(opponent) == 3 and w.count(0) == 1:
                        score -= 80
    return score
