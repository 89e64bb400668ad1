"""Threats on odd rows are good for player 1, on even rows for player 2."""


def threat_value(board, r, c, who):
    """Whether a stone of `who` on this empty square completes four, and how good the row is."""
    for dr, dc in ((0, 1), (1, 1), (1, -1), (1, 0)):
        n = 0
        for sign in (1, -1):
            y, x = r + sign * dr, c + sign * dc
            while 0 <= y < 6 and 0 <= x < 7 and board[y, x] == who:
                n += 1
                y, x = y + sign * dr, x + sign * dc
        if n >= 3:
            height = 6 - r
            return 10 if height % 2 == who % 2 else 4
    return 0


def evaluate(board, me, opponent):
    score = 0
    for r in range(6):
        for c in range(7):
            if board[r, c] == 0:
                score += threat_value(board, r, c, me)
                score -= threat_value(board, r, c, opponent)
    return score
