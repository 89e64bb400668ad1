def evaluate(board, me, opponent):
    g = board.tolist()
    lines = [row for row in g]
    lines += [list(col) for col in zip(*g)]
    lines += [[g[r][c] for r in range(6) for c in range(7) if r - c == d] for d in range(-6, 6)]
    lines += [[g[r][c] for r in range(6) for c in range(7) if r + c == d] for d in range(12)]
    wins = [line[i : i + 4] for line in lines for i in range(len(line) - 3)]
    return sum(
        (1 if opponent not in w else 0) * [0, 1, 10, 100, 100000][w.count(me)]
        - (1 if me not in w else 0) * [0, 1, 10, 100, 100000][w.count(opponent)]
        for w in wins
    )
