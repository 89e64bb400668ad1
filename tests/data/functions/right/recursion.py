def length(board, r, c, dr, dc, who):
    """How many stones of `who` follow each other from here."""
    if r < 0 or r >= len(board) or c < 0 or c >= len(board[0]) or board[r][c] != who:
        return 0
    return 1 + length(board, r + dr, c + dc, dr, dc, who)


def evaluate(board, me, opponent):
    score = 0
    for r in range(len(board)):
        for c in range(len(board[0])):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                score += length(board, r, c, dr, dc, me) ** 2
                score -= length(board, r, c, dr, dc, opponent) ** 2
    return score
