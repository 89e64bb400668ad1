"""Threes in a row, by shifts of a 49-bit number."""


def to_bits(board, who):
    bits = 0
    for c in range(7):
        for r in range(6):
            if board[5 - r][c] == who:
                bits |= 1 << (c * 7 + r)
    return bits


def in_a_row(b, n):
    found = 0
    for shift in (1, 7, 6, 8):
        x = b
        for i in range(1, n):
            x &= b >> (i * shift)
        found += bin(x).count("1")
    return found


def evaluate(board, me, opponent):
    mine, theirs = to_bits(board, me), to_bits(board, opponent)
    if in_a_row(mine, 4):
        return 1000
    if in_a_row(theirs, 4):
        return -1000
    return 5 * in_a_row(mine, 3) + in_a_row(mine, 2) - 5 * in_a_row(theirs, 3) - in_a_row(theirs, 2)
