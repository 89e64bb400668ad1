def completes(board, r, c, who):
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        n = 1
        for s in (1, -1):
            y, x = r + s * dr, c + s * dc
            while 0 <= y < 6 and 0 <= x < 7 and board[y, x] == who:
                n, y, x = n + 1, y + s * dr, x + s * dc
        if n >= 4:
            return True
    return False


def evaluate(board, me, opponent):
    """Threats that can be carried out at once."""
    score = 0
    for r in range(6):
        for c in range(7):
            if board[r, c] == 0 and (r == 0 or board[r - 1, c] != 0):
                if completes(board, r, c, me):
                    score += 10
                if completes(board, r, c, opponent):
                    score -= 10
    return score
