def evaluate(board, me, opponent):
    rows = ["".join(str(int(x)) for x in row) for row in board]
    cols = ["".join(row[c] for row in rows) for c in range(7)]
    diagonals = []
    for k in range(-6, 6):
        diagonals.append("".join(rows[r][r - k] for r in range(6) if 0 <= r - k < 7))
    for k in range(12):
        diagonals.append("".join(rows[r][k - r] for r in range(6) if 0 <= k - r < 7))
    score = 0
    for line in rows + cols + diagonals:
        score += 10 * line.count(str(me) * 3 + "0")
        score -= 10 * line.count(str(opponent) * 3 + "0")
    return score
