def check(four, p, q):
    if q in four:
        return 0
    return (0, 0, 3, 12, 200)[four.count(p)]


def evaluate(board, me, opponent):
    g = [[int(x) for x in row] for row in board]
    lists = []
    for r in range(6):
        for c in range(7):
            if c <= 3:
                lists.append([g[r][c], g[r][c + 1], g[r][c + 2], g[r][c + 3]])
            if c >= 3:
                lists.append([g[r][c], g[r][c - 1], g[r][c - 2], g[r][c - 3]])
            if r <= 2:
                lists.append([g[r][c], g[r + 1][c], g[r + 2][c], g[r + 3][c]])
            if r <= 2 and c <= 3:
                lists.append([g[r][c], g[r + 1][c + 1], g[r + 2][c + 2], g[r + 3][c + 3]])
            if r <= 2 and c >= 3:
                lists.append([g[r][c], g[r + 1][c - 1], g[r + 2][c - 2], g[r + 3][c - 3]])
    return sum(check(f, me, opponent) - check(f, opponent, me) for f in lists)
