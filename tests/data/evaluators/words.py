"""The engine builder's manner: the board as bits, lines by shifts. Connect Four only."""


def ones(bits):
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def pairs(stones, free):
    total = 0
    for step in (1, 6, 7, 8):
        two = stones & (stones >> step)
        total += ones(two & (free >> (2 * step))) + ones(two & (free << step))
        total += 3 * ones(two & (stones >> (2 * step)))
    return total


def evaluate(board, me, opponent):
    mine = 0
    theirs = 0
    for c in range(7):
        for r in range(6):
            if board[5 - r, c] == me:
                mine |= 1 << (7 * c + r)
            elif board[5 - r, c] == opponent:
                theirs |= 1 << (7 * c + r)
    free = 279258638311359 & ~(mine | theirs)
    return pairs(mine, free) - pairs(theirs, free)
