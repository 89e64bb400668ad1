# rows of three with both ends free are worth much more than closed ones
def cells(n):
    for r in range(6):
        for c in range(7):
            for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                if 0 <= r + (n - 1) * dr <= 5 and 0 <= c + (n - 1) * dc <= 6:
                    yield [(r + k * dr, c + k * dc) for k in range(n)]


FOURS, FIVES = list(cells(4)), list(cells(5))


def side(board, p, q):
    s = 0
    for line in FOURS:
        v = [board[x] for x in line]
        if q not in v:
            s += (0, 4, 12, 60, 0)[v.count(p)]
    for line in FIVES:
        v = [board[x] for x in line]
        if v[0] == v[4] == 0 and q not in v:
            s += (0, 12, 50, 400)[v.count(p)]
    return s


def evaluate(board, me, opponent):
    return side(board, me, opponent) - side(board, opponent, me)
