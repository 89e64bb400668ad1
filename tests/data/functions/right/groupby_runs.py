from itertools import groupby

VALUE = {1: 0, 2: 2, 3: 6}


def all_lines(b):
    yield from b
    yield from map(list, zip(*b))
    for d in range(-3, 4):
        yield [b[r][r + d] for r in range(6) if 0 <= r + d < 7]
        yield [b[5 - r][r + d] for r in range(6) if 0 <= r + d < 7]


def evaluate(board, me, opponent):
    s = 0
    for line in all_lines(board.tolist()):
        for who, run in groupby(line):
            n = len(list(run))
            if who == me:
                s += VALUE.get(n, 50)
            elif who == opponent:
                s -= VALUE.get(n, 50)
    return s
