# only threes that can be completed at an end, found by str.count
def texts(board):
    b = board.tolist()
    for row in b:
        yield "".join(map(str, row))
    for col in zip(*b):
        yield "".join(map(str, col))
    for s in range(3, 9):
        yield "".join(str(b[r][s - r]) for r in range(6) if 0 <= s - r < 7)
        yield "".join(str(b[r][r + s - 5]) for r in range(6) if 0 <= r + s - 5 < 7)


def evaluate(board, me, opponent):
    score = 0
    for t in texts(board):
        for p, sign in ((str(me), 1), (str(opponent), -1)):
            score += sign * 7 * (t.count(p * 3 + "0") + t.count("0" + p * 3))
    return score
