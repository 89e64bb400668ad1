"""Which share of the lines that are still open is mine."""


def open_lines(board, who):
    n = 0
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7:
                    n += all(board[r + i * dr, c + i * dc] in (0, who) for i in range(4))
    return n


def evaluate(board, me, opponent):
    mine, theirs = open_lines(board, me), open_lines(board, opponent)
    return (mine - theirs) / (mine + theirs + 1)
