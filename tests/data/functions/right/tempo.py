def evaluate(board, me, opponent):
    """Windows of three, and a small bonus if I am the one to move."""
    stones = [int(x) for x in board.flatten()]
    to_move = 1 if stones.count(1) == stones.count(2) else 2
    score = 3 if to_move == me else -3
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7:
                    w = [board[r + i * dr, c + i * dc] for i in range(4)]
                    if w.count(me) == 3 and w.count(0) == 1:
                        score += 10
                    if w.count(opponent) == 3 and w.count(0) == 1:
                        score -= 10
    return score
