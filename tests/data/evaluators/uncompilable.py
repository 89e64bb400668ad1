def evaluate(board, me, opponent):
    table = {me: 1, opponent: -1, "empty": 0}
    return sum(table.get(int(v), 0) * (3 - abs(c - 3)) for row in board for c, v in enumerate(row))
