def evaluate(board, me, opponent):
    """Three in a window are good (who holds the fourth square is forgotten)."""
    s = 0
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7:
                    w = [board[r + i * dr, c + i * dc] for i in range(4)]
                    s += {2: 2, 3: 10, 4: 100}.get(w.count(me), 0)
                    s -= {2: 2, 3: 10, 4: 100}.get(w.count(opponent), 0)
    return s
