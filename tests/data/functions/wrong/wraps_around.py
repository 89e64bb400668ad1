def evaluate(board, me, opponent):
    """Negative indices do not fail in Python: they wrap around."""
    s = 0
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                try:
                    w = [board[r + i * dr][c + i * dc] for i in range(4)]
                except IndexError:
                    continue
                if opponent not in w:
                    s += (0, 1, 4, 16, 64)[w.count(me)]
                if me not in w:
                    s -= (0, 1, 4, 16, 64)[w.count(opponent)]
    return s
