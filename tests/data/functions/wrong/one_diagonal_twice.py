def evaluate(board, me, opponent):
    """The second diagonal was copied and not changed."""
    total = 0
    for r in range(6):
        for c in range(7):
            groups = []
            if c < 4:
                groups.append([board[r, c + i] for i in range(4)])
            if r < 3:
                groups.append([board[r + i, c] for i in range(4)])
            if r < 3 and c < 4:
                groups.append([board[r + i, c + i] for i in range(4)])
            if r < 3 and c < 4:
                groups.append([board[r + i, c + i] for i in range(4)])
            for g in groups:
                if g.count(me) == 3 and g.count(0) == 1:
                    total += 7
                if g.count(opponent) == 3 and g.count(0) == 1:
                    total -= 9
    return total
